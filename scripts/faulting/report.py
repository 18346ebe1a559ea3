"""The table, and what is wrong in words."""

HEAD = (f"{'':26}{'sent':>8}{'answered':>10}{'refused':>9}{'wrong':>7}{'recovered s':>13}"
        f"{'slowest s':>11}")


def row(result):
    if result.not_run:
        return f"{result.name:26}not run: {result.not_run}"
    recovered = "-" if result.recovered_seconds is None else f"{result.recovered_seconds:.2f}"
    return (f"{result.name:26}{result.sent:>8}{result.answered:>10}{result.refused:>9}"
            f"{result.wrong:>7}{recovered:>13}{result.slowest_seconds:>11.2f}")


def details(result):
    """Indented lines below a row."""
    lines = [f"    WRONG: {complaint}" for complaint in result.complaints]
    for kind, found in result.kinds.items():
        for reason, count in found["reasons"].items():
            if reason.startswith("wrong: "):
                lines.append(f"    WRONG: {kind}: {count} × {reason.removeprefix('wrong: ')}")
    return lines + [f"    {note}" for note in result.notes]


def closer(result):
    """Each kind of request: how many, how slow, and what was said other than what was due."""
    lines = []
    for kind, found in result.kinds.items():
        said = [f"{count} × {reason.partition(': ')[2]}"
                for reason, count in found["reasons"].items() if reason != "answered: ok"]
        lines.append(f"    {kind:12}{found['sent']:>6} sent, slowest {found['slowest']:.2f} s"
                     + "".join(f", {text}" for text in said))
    return lines
