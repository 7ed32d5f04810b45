"""PyScript's way in: opens the client on the page."""

from web.app.client import Client
from web.browser import page

Client(page).open()
