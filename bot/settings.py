"""What a host can set: environment variables with the prefix TAPROOM_, or a `.env` file."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from pydantic import Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict


class Settings(BaseSettings):
    """The settings with their defaults; `.env.example` lists the same, and a test compares the two."""

    model_config = SettingsConfigDict(
        env_prefix="TAPROOM_", env_file=".env", env_file_encoding="utf-8", extra="ignore", frozen=True
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

    @property
    def has_token(self) -> bool:
        """Whether there is a token to log in with."""
        return bool(self.token.get_secret_value().strip())


def faults(error: ValidationError) -> list[str]:
    """One line for each setting that cannot be, never with the value of the token."""
    lines = []
    for fault in error.errors(include_input=False, include_url=False):
        name = "_".join(map(str, fault["loc"])).upper()
        lines.append(f"TAPROOM_{name.removeprefix('TAPROOM_')}: {fault['msg']}")
    return lines
