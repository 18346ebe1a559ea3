"""Whether memory is flat: a line through the samples, and what their noise could explain."""

import time

SAMPLE_SECONDS = 2
# The greater of the two, over the second half of the run.
RISE_MIB = 0.5
RISE_SHARE = 0.02
# Standard errors of a slope that noise may explain.
CONFIDENCE = 2.0
JUDGED = ("gateway", "verification", "activation", "renewal", "admin")


def watch(cluster, load, every=SAMPLE_SECONDS):
    """[(seconds, {kind: MiB})] while a load test runs, up to the limit that it has."""
    start, samples = time.monotonic(), []
    while load.process.poll() is None and time.monotonic() < load.gives_up_at:
        samples.append((time.monotonic() - start, cluster.rss()))
        time.sleep(every)
    return samples


def slope(points):
    """Least squares through (seconds, MiB): the rise from first to last, and its standard error."""
    n = len(points)
    if n < 3:
        return 0.0, 0.0
    middle = sum(x for x, _ in points) / n
    mean = sum(y for _, y in points) / n
    width = sum((x - middle) ** 2 for x, _ in points)
    rise = sum((x - middle) * (y - mean) for x, y in points) / width
    rest = sum((y - mean - rise * (x - middle)) ** 2 for x, y in points)
    span = points[-1][0] - points[0][0]
    return rise * span, (rest / (n - 2) / width) ** 0.5 * span


def rises(samples):
    """[(kind, MiB at the end, rise, its doubt, limit)]; the first half of the run warms up."""
    found, half = [], samples[-1][0] / 2
    for kind in samples[-1][1]:
        points = [(when, sizes[kind]) for when, sizes in samples if when >= half]
        rise, error = slope(points)
        size = points[-1][1]
        found.append((kind, size, rise, CONFIDENCE * error, max(RISE_MIB, RISE_SHARE * size)))
    return found


def fault(kind, rise, doubt, limit):
    """Why it is not flat; None: it is. The stores hold what is activated and may grow."""
    if kind not in JUDGED or rise - doubt <= limit:
        return None
    return f"memory of {kind} rises {rise:.2f} MiB in the second half; {limit:.2f} allowed"
