"""Pillow as a judge of icons: decodes the picture of one size.

Usage: icon.py FILE WIDTH HEIGHT OUT. Writes the RGBA bytes of the picture to OUT.
"""
import sys

from PIL import Image

name, width, height, out = sys.argv[1:]
with Image.open(name) as image, open(out, "wb") as file:
    file.write(image.ico.getimage((int(width), int(height))).convert("RGBA").tobytes())
