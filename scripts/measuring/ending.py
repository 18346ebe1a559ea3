"""An orderly end, whoever asks for it: what was started is taken down."""

import signal
import sys

ENDS = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT)


def end_in_order():
    """From here on a signal unwinds all blocks, as an error does. Of the main thread."""
    for number in ENDS:
        signal.signal(number, end)


def end(number, _):
    """A second signal does not stop that."""
    for other in ENDS:
        signal.signal(other, signal.SIG_IGN)
    sys.exit(128 + number)
