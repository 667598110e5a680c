"""What a host can set: environment variables with the prefix TAPROOM_, or a `.env` file."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final, Literal

from pydantic import Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

PREFIX: Final = "TAPROOM_"


class Settings(BaseSettings):
    """The settings with their defaults; `.env.example` lists the same, and a test compares the two."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX, env_file=".env", env_file_encoding="utf-8", extra="ignore", frozen=True
    )

    token: SecretStr = Field(
        default=SecretStr(""), description="The bot's token from Discord; empty: playground"
    )
    database: Path = Field(default=Path("taproom.db"), description="The SQLite file that keeps the tables")
    log_format: Literal["text", "json"] = Field(
        default="text", description="Log lines for people, or as JSON"
    )
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = Field(
        default="INFO", description="The least important lines that are logged"
    )
    playground_port: int = Field(
        default=8377, ge=0, le=65535, description="The playground's port on this machine; 0: any free one"
    )

    workers: int = Field(
        default=0, ge=0, le=64, description="How many processes think for the bots; 0: one core is left free"
    )

    tables_each: int = Field(
        default=20,
        ge=0,
        description="How many tables that one person opened may go on at once; 0: any number",
    )
    idle_days: int = Field(
        default=30,
        ge=0,
        le=3650,
        description="After how many days it is asked about a table that nobody touches; 0: never",
    )
    idle_grace_days: int = Field(
        default=14, ge=1, le=3650, description="How many days later it is closed, if nobody keeps it"
    )

    @property
    def thinkers(self) -> int:
        """How many processes think for the bots: if nobody has said, one less than there are cores."""
        return self.workers or max(1, (os.cpu_count() or 1) - 1)

    @property
    def secret(self) -> str:
        """The token as Discord wants it, without blanks around it; empty if there is none."""
        return self.token.get_secret_value().strip()


class _Nothing(BaseSettings):
    """No setting at all, so that each line of the `.env` file is one too many."""

    model_config = SettingsConfigDict(env_file=".env", env_file_encoding="utf-8", extra="forbid")


def faults(error: ValidationError) -> list[str]:
    """One line for each setting that cannot be, never with the value of the token."""
    lines = []
    for fault in error.errors(include_input=False, include_url=False):
        name = "_".join(map(str, fault["loc"])).upper()
        lines.append(f"{PREFIX}{name.removeprefix(PREFIX)}: {fault['msg']}")
    return lines


def strangers() -> list[str]:
    """Names in the environment or in `.env` that begin like a setting and are none: slips of the pen."""
    names = {name.upper() for name in (*os.environ, *_in_file())}
    known = {f"{PREFIX}{field.upper()}" for field in Settings.model_fields}
    return sorted(name for name in names - known if name.startswith(PREFIX))


def _in_file() -> list[str]:
    """The names in the `.env` file; none if there is no such file."""
    try:
        _Nothing()
    except ValidationError as error:
        return [str(fault["loc"][0]) for fault in error.errors(include_input=False, include_url=False)]
    return []
