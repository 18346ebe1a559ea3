"""The table, and what is wrong in words."""

HEAD = (f"{'':22}{'sent':>8}{'answered':>10}{'refused':>9}{'wrong':>7}{'recovered s':>13}"
        f"{'slowest s':>11}")


def row(result):
    recovered = "-" if result.recovered_seconds is None else f"{result.recovered_seconds:.2f}"
    return (f"{result.name:22}{result.sent:>8}{result.answered:>10}{result.refused:>9}"
            f"{result.wrong:>7}{recovered:>13}{result.slowest_seconds:>11.2f}")


def details(result):
    """Indented lines below a row."""
    lines = [f"    WRONG: {complaint}" for complaint in result.complaints]
    for kind, reasons in result.kinds.items():
        for reason, count in reasons.items():
            if reason.startswith("wrong: "):
                lines.append(f"    WRONG: {kind}: {count} × {reason.removeprefix('wrong: ')}")
    return lines + [f"    {note}" for note in result.notes]


def refusals(result):
    """Which refusals, by kind, for those who look closer."""
    lines = []
    for kind, reasons in result.kinds.items():
        found = [f"{count} × {reason.partition(': ')[2]}" for reason, count in reasons.items()
                 if reason.startswith("refused: ") or "nonces were gone" in reason]
        if found:
            lines.append(f"    {kind}: " + ", ".join(found))
    return lines
