"""What build.py is made of; none of it goes into the site."""
