"""The parts of build.py; none of them is part of the site."""
