"""Pillow as a judge: decodes a picture and tells its frames.

Usage: decode.py FILE OUT. Writes the RGBA bytes of all frames to OUT, and prints the size and then, for each frame, how long it is
shown in milliseconds, or 0 if the file doesn't say.
"""
import sys

from PIL import Image, ImageSequence

with Image.open(sys.argv[1]) as image, open(sys.argv[2], "wb") as out:
    print(*image.size)
    for frame in ImageSequence.Iterator(image):
        # Some decoders know a frame's duration only after it is decoded.
        pixels = frame.convert("RGBA").tobytes()
        print(round(frame.info.get("duration", 0)))
        out.write(pixels)
