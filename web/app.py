"""What PyScript runs on the page: opens the client."""

from web.shell import Shell

Shell().open()
