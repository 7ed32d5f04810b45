"""The command line, run with `python -m eden_core`."""

from __future__ import annotations

import sys

from eden_core.cli import main

if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
