"""Pillow as a judge of GIMP's palettes: prints red, green and blue of each colour of a file."""
import sys

from PIL import GimpPaletteFile

with open(sys.argv[1], "rb") as file:
    colours, mode = GimpPaletteFile.GimpPaletteFile(file).getpalette()
# Pillow fills the palette to 256 colours with grey steps; how many are meant, the caller knows.
print(mode, colours.hex())
