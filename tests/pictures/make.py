#!/usr/bin/env python3
"""Makes the pictures of this folder with Pillow and, for what it doesn't write, by hand.

Each holds the frames that `frame` describes, which tests/formats/moving.rs works out for itself. Pillow
reads every file again here, so that two programs agree on what each should show.
"""
import struct
import zlib
from pathlib import Path

from PIL import Image

HERE = Path(__file__).parent
WIDTH, HEIGHT, FRAMES = 24, 20, 5
DURATIONS = [40, 100, 30, 250, 70]


def pixel(k, x, y, clear):
    if 3 * k <= x < 3 * k + 7 and 2 * k <= y < 2 * k + 7:
        return (200, 40 * k, 90, 255)
    if (x + y) % 5 == 0:
        return (x * 10, y * 12, 60, 255)
    return (0, 0, 0, 0) if clear else (16, 32, 48, 255)


def frame(k, clear):
    image = Image.new("RGBA", (WIDTH, HEIGHT))
    image.putdata([pixel(k, x, y, clear) for y in range(HEIGHT) for x in range(WIDTH)])
    return image


def indexed(k, clear):
    """The frame with numbers of one palette for all frames; the transparent colour is the first."""
    every = {p for k in range(FRAMES) for p in frame(k, clear).get_flattened_data()}
    colors = sorted(every, key=lambda p: (p[3], p))
    image = Image.new("P", (WIDTH, HEIGHT))
    image.putpalette([v for p in colors for v in p[:3]])
    image.putdata([colors.index(p) for p in frame(k, clear).get_flattened_data()])
    if clear:
        image.info["transparency"] = 0
    return image


def shown(pixels):
    return [p if p[3] else (0, 0, 0, 0) for p in pixels]


def check(path, clear, skipped=0):
    with Image.open(path) as image:
        assert image.n_frames == FRAMES + skipped, path
        for k in range(FRAMES):
            image.seek(k + skipped)
            found = shown(image.convert("RGBA").get_flattened_data())
            assert found == list(frame(k, clear).get_flattened_data()), (path, k)
            assert image.info["duration"] == DURATIONS[k], (path, k, image.info["duration"])


def save(name, clear, **options):
    made = indexed if name.endswith(".gif") else frame
    first, *rest = [made(k, clear) for k in range(FRAMES)]
    path = HERE / name
    first.save(path, save_all=True, append_images=rest, duration=DURATIONS, **options)
    check(path, clear)


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def apng(name, parts, depth, color, before=b"", apart=None, plays=0, clear=False):
    """Writes an APNG of given parts: place, dispose, blend and rows of packed bytes."""
    data, number = b"\x89PNG\r\n\x1a\n", 0
    data += chunk(b"IHDR", struct.pack(">IIBBBBB", WIDTH, HEIGHT, depth, color, 0, 0, 0))
    data += chunk(b"acTL", struct.pack(">II", len(parts), plays)) + before
    if apart is not None:
        data += chunk(b"IDAT", zlib.compress(apart))
    for k, ((x, y, width, height), dispose, blend, rows) in enumerate(parts):
        control = struct.pack(">IIIIIHHBB", number, width, height, x, y, DURATIONS[k], 1000, dispose, blend)
        data += chunk(b"fcTL", control)
        number += 1
        packed = zlib.compress(b"".join(b"\0" + row for row in rows))
        if k == 0 and apart is None:
            data += chunk(b"IDAT", packed)
        else:
            # In two pieces, as encoders may cut it anywhere.
            for piece in (packed[:9], packed[9:]):
                data += chunk(b"fdAT", struct.pack(">I", number) + piece)
                number += 1
    path = HERE / name
    path.write_bytes(data + chunk(b"IEND", b""))
    # Pillow counts the picture for other programs, too.
    check(path, clear, int(apart is not None))


def news(k, x, y):
    """A pixel of a frame without its background, or nothing where it equals the first frame."""
    now = pixel(k, x, y, False)
    return (0, 0, 0, 0) if now == pixel(0, x, y, False) else now


def rows(place, color, wide):
    x0, y0, width, height = place
    sample = lambda v: bytes([v, v]) if wide else bytes([v])
    line = lambda y: b"".join(sample(v) for x in range(x0, x0 + width) for v in color(x, y))
    return [line(y) for y in range(y0, y0 + height)]


def restored(name):
    """Writes a GIF whose pictures lie over the first, which comes back after each."""
    every = {pixel(k, x, y, False) for k in range(FRAMES) for y in range(HEIGHT) for x in range(WIDTH)}
    colors = [(0, 0, 0, 0)] + sorted(every)
    assert len(colors) <= 128
    table = b"".join(bytes(p[:3]) for p in colors).ljust(3 * 128, b"\0")
    data = b"GIF89a" + struct.pack("<HHBBB", WIDTH, HEIGHT, 0x80 | 6, 0, 0) + table
    data += b"!\xff\x0bNETSCAPE2.0\x03\x01\0\0\0"
    for k in range(FRAMES):
        width, height = (3 * k + 7, 2 * k + 7) if k else (WIDTH, HEIGHT)
        color = (lambda x, y: news(k, x, y)) if k else (lambda x, y: pixel(0, x, y, False))
        numbers = [colors.index(color(x, y)) for y in range(height) for x in range(width)]
        # Codes of 8 bits are bytes, as long as the table is given up before it needs a ninth bit.
        packed = b"".join(b"\x80" + bytes(numbers[i : i + 100]) for i in range(0, len(numbers), 100)) + b"\x81"
        data += b"!\xf9\x04" + struct.pack("<BHBB", (3 if k else 1) << 2 | 1, DURATIONS[k] // 10, 0, 0)
        data += b"," + struct.pack("<HHHHB", 0, 0, width, height, 0) + b"\x07"
        pieces = [packed[i : i + 255] for i in range(0, len(packed), 255)]
        data += b"".join(bytes([len(piece)]) + piece for piece in pieces) + b"\0"
    path = HERE / name
    path.write_bytes(data + b";")
    check(path, False)


def lossy():
    """Writes a smooth picture with loss, of which alpha is exact."""
    soft = Image.new("RGBA", (WIDTH, HEIGHT))
    soft.putdata([(x * 10, y * 12, 60, 255 - x * y % 200) for y in range(HEIGHT) for x in range(WIDTH)])
    soft.save(HERE / "lossy.webp", quality=95, alpha_quality=100)


def main():
    whole = (0, 0, WIDTH, HEIGHT)
    save("keep.gif", False, disposal=1, loop=0)
    save("clear.gif", True, disposal=2, loop=3)
    restored("restore.gif")
    save("plain.png", False, loop=0)
    save("over.png", True, disposal=1, blend=1, loop=2)
    save("lossless.webp", True, lossless=True, exact=True, loop=0)
    lossy()
    # 16 bits a channel; what changed replaces the first picture, which comes back after each. (Pillow does not bring
    # back what was there if the pixels lie over it.)
    parts = [(whole, 0, 0, rows(whole, lambda x, y: pixel(0, x, y, False), True))]
    for k in range(1, FRAMES):
        place = (0, 0, 3 * k + 7, 2 * k + 7)
        parts.append((place, 2, 0, rows(place, lambda x, y: pixel(k, x, y, False), True)))
    apng("deep.png", parts, 16, 6)
    # A picture of its own for programs without animations; each frame replaces what was there.
    apart = b"".join(b"\0" + bytes([1, 2, 3, 255] * WIDTH) for _ in range(HEIGHT))
    color = lambda k: lambda x, y: pixel(k, x, y, True)
    parts = [(whole, 1, 0, rows(whole, color(k), False)) for k in range(FRAMES)]
    apng("apart.png", parts, 8, 6, apart=apart, plays=4, clear=True)


main()
