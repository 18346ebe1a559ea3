"""Whether kinds of requests were answered all through a span: all but a few, and without a pause."""

# No more than this share is refused, and one request: of few one is a great share.
REFUSED_SHARE = 0.1
REFUSED_ONCE = 1
# Between two good answers, and to both borders of the span.
GAP_SECONDS = 2
# A client may be held so long, by the gateway's own limit, by what it sent before the span.
HELD_SECONDS = 5


def faults(tally, kinds, start, end, when):
    """One line for each kind that was not; `when` begins it."""
    return [f"{when} {complaint}" for kind in kinds
            for complaint in (*refused_faults(tally, kind, start, end),
                              *gap_faults(tally, kind, start, end))]


def refused_faults(tally, kind, start, end):
    good, sent = tally.share_answered(kind, start, end)
    if sent - good > REFUSED_ONCE + REFUSED_SHARE * sent:
        yield f"only {good} of {sent} {kind} requests were answered"


def gap_faults(tally, kind, start, end):
    start = min(tally.first_sent(kind, start), start + HELD_SECONDS)
    if start >= end:
        return
    gap = longest_gap(tally.answers(kind, start, end), start, end)
    if gap > GAP_SECONDS:
        yield f"no {kind} request was answered for {gap:.1f} s; {GAP_SECONDS} s are allowed"


def longest_gap(moments, start, end):
    """`moments` ascending, between the two."""
    borders = [start, *moments, end]
    return max(after - before for before, after in zip(borders, borders[1:]))
