"""What PyScript runs on the page: opens the client."""

from web.app.client import Shell

Shell().open()
