"""What an answer is worth: answered, refused (try again later, rightly said), or wrong."""

import time
from dataclasses import dataclass

from . import proofs
from .exchange import NoAnswer
from .weather import GATEWAY

ANSWERED, REFUSED, WRONG = "answered", "refused", "wrong"
ISSUER = "countersign"
GRACE_SECONDS = 172_800
# The server's clock is this machine's; times are cut to whole seconds.
CLOCK_SLACK_SECONDS = 2
CODES = {429: "RATE_LIMITED", 503: "SERVICE_UNAVAILABLE", 504: "DEADLINE_EXCEEDED"}
# Only these say how long to wait: docs/http-api.md, "Errors".
WITH_RETRY_AFTER = (429, 503)
# A definite answer, though 429: docs/http-api.md, "POST /v1/deactivate".
QUOTA_EXCEEDED = "UNBIND_QUOTA_EXCEEDED"
# Begins the reason where no answer came.
NO_CONNECTION = "connection "


@dataclass(frozen=True)
class Verdict:
    kind: str
    reason: str


def answered(reason="ok"):
    return Verdict(ANSWERED, reason)


def refused(reason):
    return Verdict(REFUSED, reason)


def wrong(reason):
    return Verdict(WRONG, reason)


def without_answer(answer, weather):
    if answer.reason == "silent":
        return wrong("no answer in time")
    if weather.lacked(GATEWAY, answer.sent, answer.received):
        return refused(NO_CONNECTION + answer.reason)
    return wrong(f"{NO_CONNECTION}{answer.reason}, with the gateway there")


def problem_fault(answer):
    """What is amiss with a problem document; None: nothing."""
    body = answer.body or {}
    if not answer.headers.get("content-type", "").startswith("application/problem+json"):
        return "no problem document"
    if body.get("status") != answer.status or not isinstance(body.get("code"), str):
        return "a problem document of another form"
    if body.get("request_id") != answer.headers.get("countersign-request-id"):
        return "a problem document without its request's id"
    return None


def temporary(answer, weather):
    """The verdict on what is no answer proper: none at all, 429, 503, 504, 500; else None."""
    if isinstance(answer, NoAnswer):
        return without_answer(answer, weather)
    if not answer.headers.get("countersign-request-id", "").startswith("req_"):
        return wrong("an answer without a request id")
    if answer.status < 300:
        return None if answer.body is not None else wrong("a body that is no JSON object")
    if fault := problem_fault(answer):
        return wrong(f"{answer.status}: {fault}")
    if answer.status >= 500 and answer.status not in CODES:
        return wrong(f"{answer.status} {answer.body['code']}")
    return refusal(answer) if answer.status in CODES and not is_over_quota(answer) else None


def is_over_quota(answer):
    return answer.status == 429 and answer.body["code"] == QUOTA_EXCEEDED and says_when(answer)


def says_when(answer):
    wait = answer.headers.get("retry-after", "")
    return wait.isdigit() and int(wait) >= 1


def refusal(answer):
    code = answer.body["code"]
    if code != CODES[answer.status]:
        return wrong(f"{answer.status} {code}")
    if answer.status in WITH_RETRY_AFTER and not says_when(answer):
        return wrong(f"{answer.status} without Retry-After")
    return refused(f"{answer.status} {code}")


def unexpected(answer):
    """A definite answer that was not due."""
    code = (answer.body or {}).get("code", "")
    return wrong(f"{answer.status} {code} was not due")


def epoch_of(text):
    import calendar
    return calendar.timegm(time.strptime(text, "%Y-%m-%dT%H:%M:%SZ"))


@dataclass(frozen=True)
class Expected:
    """What a credential must say."""

    app: str
    license: str
    device: str
    nonce: str
    code: str = "VALID"
    # Whether the request said that it can read a batch proof: this version gives one, then.
    batch: bool = False


def credential_fault(answer, expected, keys):
    """Why the credential is not the one that is due; None: it is."""
    body = answer.body
    try:
        claims = proofs.claims_of(body.get("credential"), keys, expected.batch)
        made = epoch_of(body["server_time"])
    except proofs.Unproven as fault:
        return f"credential: {fault}"
    except (KeyError, ValueError, TypeError):
        return "no server_time"
    due = {"iss": ISSUER, "aud": expected.app, "sub": expected.license,
           "device": expected.device, "nonce": expected.nonce, "code": expected.code,
           "iat": made,
           "exp": made + GRACE_SECONDS if expected.code == "VALID" else made}
    for name, value in due.items():
        if claims.get(name) != value:
            return f"credential: another {name}"
    ago = time.monotonic() - answer.sent
    if not time.time() - ago - CLOCK_SLACK_SECONDS <= made <= time.time() + CLOCK_SLACK_SECONDS:
        return "credential: of another time"
    return None
