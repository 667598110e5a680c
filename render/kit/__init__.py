"""What every picture uses: the canvas, colours, marks, sprites, captions and labels."""
