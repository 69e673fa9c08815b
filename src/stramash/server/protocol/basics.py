"""What bodies and messages are made of: names, secrets, ids, and the answer to what is refused."""

from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from stramash.server.protocol.forms import Form
from stramash.server.table.people.names import checked_name

Name = Annotated[str, Field(min_length=1, max_length=24), AfterValidator(checked_name)]
Secret = Annotated[str, Field(min_length=16, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
NewSecret = Annotated[
    str, Field(pattern=r"^[A-Za-z0-9_-]{22,64}$", description="At least 128 random bits, URL-safe.")
]
TableId = Annotated[str, Field(min_length=6, max_length=32, pattern=r"^[a-z0-9]+$")]
MessageId = Annotated[
    str, Field(min_length=1, max_length=64, description="Chosen by the client, new each time.")
]
Level = Annotated[str, Field(min_length=1, max_length=32, pattern=r"^[a-z0-9-]+$")]
Number = Annotated[int, Field(ge=0, le=1_000_000_000)]
Hash = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$", description="32 bytes, hexadecimal.")]

ErrorCode = Literal[
    "bad-message", "unknown-table", "unknown-seat", "forbidden", "not-host", "seat-taken", "not-open",
    "not-playing", "not-over", "stale", "other-cards", "illegal", "syntax", "bad-option", "bad-origin",
    "bad-host", "too-many", "too-large", "quarantined", "unavailable", "getting-ready", "stopping",
    "hints-off", "unknown-match", "unknown-path", "version",
]  # fmt: skip


class Problem(Form):
    """What every refused request is answered with."""

    code: ErrorCode
    sentence: str = Field(description="For people; in English.")
    clause: str | None = Field(default=None, description="The clause of the rules, where a rule was broken.")
    option: str | None = Field(default=None, description="The option that makes no sense.")
    retry_after: int | None = Field(
        default=None, description="About how many seconds it takes until it would not be refused."
    )
