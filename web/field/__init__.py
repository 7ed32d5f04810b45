"""The field as it is drawn and touched: projection, ground, scenery, bases, overlay, animation, gestures.

Knows no rule and no browser: it is handed a match, what to show of it, and a canvas context.
"""
