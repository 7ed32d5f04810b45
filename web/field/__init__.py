"""The playing field: camera, ground, scenery, bases, overlays, animation and gestures.

The package knows neither the rules nor the browser: its callers pass in a match, the state to show and a canvas.
"""
