"""Writes the PNG files beside it with an encoder that is not ours (pypng).

Not part of `npm test`; run by hand where a kind is to be added:

    python3 -m venv env && env/bin/pip install pypng && env/bin/python tests/png/make.py

README.md says what each pixel is.
"""

import pathlib
import struct
import zlib

import png

HERE = pathlib.Path(__file__).parent
WIDTH, HEIGHT = 35, 37


def sample(x, y, channel, values):
    return (x * (channel + 1) * 1999 + y * (channel + 3) * 733 + x * y * 37) % values


def rows(channels, depth):
    values = 1 << depth
    return [
        [sample(x, y, c, values) for x in range(WIDTH) for c in range(channels)] for y in range(HEIGHT)
    ]


def write(name, channels, depth, **options):
    picture = rows(channels, depth)
    for interlace in (False, True):
        writer = png.Writer(WIDTH, HEIGHT, bitdepth=depth, interlace=interlace, **options)
        with open(HERE / f"{name}{'-interlaced' if interlace else ''}.png", "wb") as file:
            writer.write_array(file, [value for row in picture for value in row])


def main():
    for depth in (1, 2, 4, 8, 16):
        write(f"grey{depth}", 1, depth, greyscale=True)
        write(f"grey{depth}-trns", 1, depth, greyscale=True, transparent=sample(3, 2, 0, 1 << depth))
    for depth in (8, 16):
        write(f"greyalpha{depth}", 2, depth, greyscale=True, alpha=True)
        write(f"rgb{depth}", 3, depth, greyscale=False)
        color = tuple(sample(3, 2, c, 1 << depth) for c in range(3))
        write(f"rgb{depth}-trns", 3, depth, greyscale=False, transparent=color)
        write(f"rgba{depth}", 4, depth, greyscale=False, alpha=True)
    for depth in (1, 2, 4, 8):
        count = 1 << depth
        colors = [(i * 83 % 256, i * 151 % 256, i * 211 % 256) for i in range(count)]
        alphas = [i * 67 % 256 if i < count // 2 else 255 for i in range(count)]
        write(f"palette{depth}", 1, depth, palette=colors)
        write(f"palette{depth}-trns", 1, depth, palette=[c + (a,) for c, a in zip(colors, alphas)])
    broken()


def chunk(kind, data, crc=None):
    check = zlib.crc32(kind + data) if crc is None else crc
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", check)


def header(width, height, depth=8, color=6):
    return struct.pack(">IIBBBBB", width, height, depth, color, 0, 0, 0)


def broken():
    folder = HERE / "broken"
    folder.mkdir(exist_ok=True)
    start, end = b"\x89PNG\r\n\x1a\n", chunk(b"IEND", b"")
    whole = (HERE / "rgba8.png").read_bytes()
    pixel = chunk(b"IDAT", zlib.compress(bytes(5)))
    zeros = zlib.compress(bytes(1 << 20), 9)
    files = {
        "truncated.png": whole[: len(whole) // 2],
        "bad-crc.png": start + chunk(b"IHDR", header(1, 1), 1) + pixel + end,
        "empty.png": b"",
        "not-a-png.txt": b"This is a letter, not a picture.\n",
        "huge.png": start + chunk(b"IHDR", header(40000, 40000)) + pixel + end,
        "zero.png": start + chunk(b"IHDR", header(0, 5)) + pixel + end,
        "no-palette.png": start + chunk(b"IHDR", header(1, 1, 8, 3)) + pixel + end,
        "bomb.png": start + chunk(b"IHDR", header(32768, 32768)) + chunk(b"IDAT", zeros) + end,
        "short.png": start + chunk(b"IHDR", header(5000, 5000)) + chunk(b"IDAT", zeros) + end,
    }
    for name, data in files.items():
        (folder / name).write_bytes(data)


main()
