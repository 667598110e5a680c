"""The settings: environment variables with the prefix TAPROOM_, or a `.env` file.

Lines of the file that set nothing are reported, with what was probably meant: see `settings_file_slips`. No
such sentence contains a value, as it may be the token. An invalid value is shown where its type is not a
secret's: see `setting_faults`.
"""

from __future__ import annotations

import io
import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Annotated, Final, Literal, get_args, get_origin

from dotenv import dotenv_values
from dotenv.parser import Binding, parse_stream
from pydantic import BeforeValidator, Field, SecretStr, ValidationError, ValidationInfo, field_validator
from pydantic.fields import FieldInfo
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict
from yarl import URL

from bot.cluster.shards import Shards
from bot.ops.location import DatabaseLocation, parse_location

PREFIX: Final = "TAPROOM_"

FILE: Final = Path(".env")
"""The settings file: in the folder where the bot, or one of its commands, is started."""

_NAMED: Final = re.compile(
    r"""\s*(?:(?:export|set|setx|\$env:)\s*)?["']?(?P<name>[A-Za-z_][\w-]*)["']?\s*(?P<sign>[:=]?)"""
)
"""How a line begins that was meant to set something, in the style of shells, YAML and Windows."""

_NAME: Final = re.compile(r"[\w.-]+")
"""The characters of a setting's name, ours or another program's."""

_ALIKE: Final = 0.8
"""The similarity, from 0 to 1, from which a name is taken for a setting's."""

_EXCEPTED: Final = {"*", "discord.com"}
"""What NO_PROXY has to name for Discord to be reached without a proxy."""

_TOKENS: Final = {"DISCORD_TOKEN", "BOT_TOKEN", "DISCORD_BOT_TOKEN", "DISCORD_API_TOKEN"}
"""Other bots' names for the token."""


def _parse_database(value: object) -> object:
    """Parse the location of the database, if it is given as text."""
    return parse_location(value) if isinstance(value, str) else value


@dataclass(frozen=True, slots=True)
class Links:
    """Addresses of the host, for `/about`: the source code that runs, and where players get help."""

    source: str = ""
    support: str = ""


class Settings(BaseSettings):
    """The settings with their defaults; `.env.example` is `settings_template`."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX, env_file=".env", env_file_encoding="utf-8", extra="ignore", frozen=True
    )

    token: SecretStr = Field(
        default=SecretStr(""), description="The bot's token from Discord; empty: playground"
    )
    database: Annotated[DatabaseLocation, NoDecode, BeforeValidator(_parse_database)] = Field(
        default=Path("taproom.db"),
        description="The SQLite file that keeps the tables, or postgresql://user:password@host/database",
    )
    shards: str = Field(
        default="",
        description="The shards of how many that this process runs, such as 0-3/16; empty: all of them",
    )
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
    requests: int = Field(
        default=50,
        ge=10,
        description="How many requests a second Discord allows the bot; more only where it has granted that",
    )
    idle_days: int = Field(
        default=30,
        ge=0,
        le=3650,
        description="After how many days an idle table is asked about; 0: never",
    )
    idle_grace_days: int = Field(
        default=14, ge=1, le=3650, description="How many days later it is closed, unless it is kept"
    )
    backups: str = Field(
        default="", description="The folder for a copy of the database every night; empty: none is made"
    )
    backups_kept: int = Field(default=14, ge=1, description="How many of these copies are kept")
    status_port: int = Field(
        default=0,
        ge=0,
        le=65535,
        description="A port that tells health, status and metrics; 0: there is none",
    )
    status_address: str = Field(
        default="127.0.0.1",
        description="Where that port is open; 127.0.0.1: for this machine alone",
    )

    web_url: str = Field(
        default="",
        description="Where people open boards in a browser, as https://play.example.org; empty: nowhere",
    )
    web_port: int = Field(
        default=8380, ge=0, le=65535, description="The port of these pages on this machine; 0: any free one"
    )
    web_address: str = Field(
        default="127.0.0.1",
        description="Where that port is open; 127.0.0.1: for this machine alone, such as a proxy with TLS",
    )
    web_secret: SecretStr = Field(
        default=SecretStr(""),
        description="The application's client secret from Discord, to log in to these pages; empty: no login",
    )

    web_proxies: str = Field(
        default="",
        description="Proxies in front of that port whose X-Forwarded-For is believed, as 127.0.0.1 or"
        " 10.0.0.0/8, with commas between; empty: none",
    )

    activity: bool = Field(
        default=False,
        description="Open boards inside Discord, as an Activity; needs the address and the secret above",
    )

    hello: bool = Field(default=True, description="Say hello, once, in a server that the bot joins")
    source: str = Field(default="", description="The address of the source code that runs here, for /about")
    support: str = Field(default="", description="The address where people get help, for /about")

    @field_validator("shards")
    @classmethod
    def _are_shards(cls, value: str, info: ValidationInfo) -> str:
        """Refuse invalid shards, and several processes on one file; raises `ValueError`."""
        shards = Shards.read(value) if value.strip() else None
        if shards is not None and not shards.is_all and isinstance(info.data.get("database"), Path):
            raise ValueError(
                "a file of SQLite is for one process; set TAPROOM_DATABASE to postgresql://... to share it"
            )
        return value

    @field_validator("source", "support")
    @classmethod
    def _is_an_address(cls, value: str) -> str:
        """Refuse an address that Discord does not accept for a button; raises `ValueError`."""
        if value and not re.fullmatch(r"https?://\S{1,500}", value):
            raise ValueError("an address is wanted here, such as https://example.org")
        return value

    @field_validator("web_url")
    @classmethod
    def _is_a_web_address(cls, value: str) -> str:
        """Refuse an address that no page can have; raises `ValueError`."""
        if value and not re.fullmatch(r"https?://[^\s?#]{1,200}", value):
            raise ValueError("an address is wanted here, such as https://play.example.org")
        address = value.rstrip("/")
        if address.endswith("/login/back"):
            raise ValueError("leave out /login/back, which belongs to the redirect at Discord alone")
        return address

    @field_validator("web_port")
    @classmethod
    def _is_a_port_of_its_own(cls, value: int, info: ValidationInfo) -> int:
        """Refuse a port that the bot opens for something else; raises `ValueError`."""
        is_playground = not info.data["token"].get_secret_value().strip()
        if not value or not (is_playground or info.data.get("web_url")):  # any free port, or no pages
            return value
        others = ("status_port", *(["playground_port"] if is_playground else []))
        for other in others:
            if info.data.get(other) == value:
                name = f"{PREFIX}{other.upper()} ({source_of(other)})"
                raise ValueError(f"{name} is the same port; set two different ones")
        return value

    @field_validator("web_secret")
    @classmethod
    def _has_pages(cls, value: SecretStr, info: ValidationInfo) -> SecretStr:
        """Refuse a login where there are no pages to log in to; raises `ValueError`."""
        if value.get_secret_value().strip() and info.data.get("web_url") == "":
            raise ValueError("there are no pages to log in to; set TAPROOM_WEB_URL, or leave this empty")
        return value

    @field_validator("activity")
    @classmethod
    def _has_login(cls, value: bool, info: ValidationInfo) -> bool:
        """Refuse an Activity whose people could not be told apart; raises `ValueError`."""
        secret = info.data.get("web_secret")
        if value and secret is not None and not secret.get_secret_value().strip():
            raise ValueError("an Activity needs TAPROOM_WEB_URL and TAPROOM_WEB_SECRET; set both first")
        return value

    @field_validator("web_proxies")
    @classmethod
    def _are_networks(cls, value: str) -> str:
        """Refuse what is no list of networks; raises `ValueError`."""
        for name in filter(None, map(str.strip, value.split(","))):
            try:
                ip_network(name)
            except ValueError:
                raise ValueError("addresses or networks are wanted here, as 127.0.0.1, 10.0.0.0/8") from None
        return value

    @field_validator("database", "backups")
    @classmethod
    def _is_a_place(cls, value: DatabaseLocation | str) -> DatabaseLocation | str:
        """Refuse a path that only a shell would expand, differently for each user; raises `ValueError`."""
        if str(value).startswith("~"):
            raise ValueError("write the whole path, as ~ is not expanded here")
        if isinstance(value, Path) and not value.name:
            raise ValueError("a file is wanted here, such as taproom.db")
        return value

    @property
    def own_shards(self) -> Shards | None:
        """The shards of this process; None: as many as Discord asks for."""
        return Shards.read(self.shards) if self.shards.strip() else None

    @property
    def proxies(self) -> tuple[IPv4Network | IPv6Network, ...]:
        """The networks of the proxies whose forwarding headers are trusted."""
        return tuple(ip_network(name) for name in map(str.strip, self.web_proxies.split(",")) if name)

    @property
    def links(self) -> Links:
        """The host's addresses."""
        return Links(self.source, self.support)

    @property
    def backup_folder(self) -> Path | None:
        """The folder of nightly backups; None if they are off."""
        return Path(self.backups) if self.backups.strip() else None

    @property
    def thinkers(self) -> int:
        """The number of search processes: by default one less than there are cores."""
        return self.workers or max(1, (os.cpu_count() or 1) - 1)

    @property
    def secret(self) -> str:
        """The token without blanks around it; empty if there is none."""
        return self.token.get_secret_value().strip()

    @property
    def client_secret(self) -> str:
        """The application's secret without blanks around it; empty: no login to pages."""
        return self.web_secret.get_secret_value().strip()


def outward_proxy() -> URL | None:
    """Return the proxy to Discord from HTTPS_PROXY or ALL_PROXY, in the environment or in `.env`.

    None if there is none, or if NO_PROXY excepts Discord. Raises `ValueError` for an invalid one.
    """
    environment = (dotenv_values(FILE) if FILE.is_file() else {}) | dict(os.environ)
    variables = {name.lower(): value.strip() for name, value in environment.items() if value}
    address = variables.get("https_proxy") or variables.get("all_proxy") or ""
    excepted = {name.strip().lstrip(".").lower() for name in variables.get("no_proxy", "").split(",")}
    if not address or excepted & _EXCEPTED:
        return None
    try:
        url = URL(address if "://" in address else f"http://{address}")
    except ValueError:
        url = URL()
    if url.scheme not in {"http", "https"} or not url.host:
        raise ValueError("an address is wanted here, such as http://proxy.example.org:3128")
    return url


def setting_faults(error: ValidationError) -> list[str]:
    """Return a line for each invalid setting: its name and value, where it is set, and what is wanted.

    A value is left out if the setting's type is not one of those that are never secret, or if it may be a
    token or an address with a password, in the wrong line.
    """
    lines = []
    for fault in error.errors(include_url=False):
        name = str(fault["loc"][0]).lower()
        field = Settings.model_fields[name]
        is_ours = fault["type"] == "value_error"
        sentence = fault["msg"].removeprefix("Value error, ") if is_ours else _expected_text(field)
        lines.append(
            f"{PREFIX}{name.upper()}{_value_text(field, fault['input'])} ({source_of(name)}): {sentence}"
        )
    return lines


_LONGEST_SHOWN: Final = 30
"""The most characters of a value that is shown: all client secrets and tokens are longer."""


def _value_text(field: FieldInfo, value: object) -> str:
    """Return `="value"`, or its first line, for a value that cannot be secret; else an empty text."""
    is_open = field.annotation in {int, bool, str} or get_origin(field.annotation) is Literal
    text, *more = str(value).splitlines() or [""]
    if not is_open or len(text) > _LONGEST_SHOWN or "@" in text or not text.isprintable():
        return ""
    return f'="{text}{"…" if more else ""}"'


def _expected_text(field: FieldInfo) -> str:
    """Return which values a setting can have, by its type."""
    if field.annotation is bool:
        return "true or false is wanted here"
    if get_origin(field.annotation) is Literal:
        *others, last = get_args(field.annotation)
        return f"{', '.join(others)} or {last} is wanted here"
    if field.annotation is not int:
        return "text in UTF-8 is wanted here"
    least, most = (
        next((getattr(one, bound) for one in field.metadata if hasattr(one, bound)), None)
        for bound in ("ge", "le")
    )
    limits = f"of at least {least}" if most is None else f"from {least} to {most}"
    return f"a whole number {limits} is wanted here"


def source_of(name: str) -> str:
    """Return where a setting gets its value: from the environment, which wins, or a line of the file."""
    name = f"{PREFIX}{name.upper()}"
    if name in map(str.upper, os.environ):
        return "environment"
    line = _lines_of(_read_lines()).get(name)
    return f"{FILE}, line {line}" if line else "its default"


def settings_template() -> str:
    """Return a settings file with every setting at its default, and what it is for."""
    defaults = Settings.model_construct()
    texts = ["# Every setting of Taproom with its default. Copy to .env and change what you need.\n"]
    for name, field in Settings.model_fields.items():
        value = getattr(defaults, name)
        shown = value.get_secret_value() if isinstance(value, SecretStr) else value
        choices = get_args(field.annotation) if get_origin(field.annotation) is Literal else ()
        about = f"{field.description}{': ' if choices else ''}{', '.join(choices)}"
        texts.append(f"# {about}\n{PREFIX}{name.upper()}={shown}\n")
    return "\n".join(texts)


def settings_file() -> Path | None:
    """Return the whole path of the settings file that is read; None if there is none."""
    return FILE.absolute() if FILE.is_file() else None


def other_token_names() -> list[str]:
    """Return names in the environment by which other bots get their token, and this one does not."""
    return sorted(name for name in os.environ if name.upper() in _TOKENS)


def unknown_settings() -> list[str]:
    """Return a sentence for each name in the environment that begins like a setting and is none."""
    names = sorted(name for name in os.environ if name.upper().startswith(PREFIX))
    return [_unknown_setting(name) for name in names if name.upper() not in _setting_names()]


def settings_file_slips() -> list[str]:
    """Return a sentence for each line of the settings file without effect, with what was probably meant.

    Names that are not like ours may be another program's, and are ignored. Raises `OSError` and
    `UnicodeError` if the file cannot be read.
    """
    lines = _read_lines()
    lines_of = _lines_of(lines)
    numbered = ((_number(line), _line_slip(line, lines_of)) for line in lines)
    return [f"{FILE}, line {number}: {slip}" for number, slip in numbered if slip]


def _read_lines() -> list[Binding]:
    """Read the settings file, if there is one; raises `OSError` and `UnicodeError`."""
    if not os.path.lexists(FILE):
        return []
    if not FILE.is_file():  # a container makes a folder where a file is to be mounted that is not there
        raise OSError("it is a folder" if FILE.is_dir() else "it is no file, or a link to none")
    text = FILE.read_text(encoding="utf-8")
    if "\0" in text:
        raise UnicodeError("UTF-16 without a mark")
    return list(parse_stream(io.StringIO(text)))


def _lines_of(lines: Iterable[Binding]) -> dict[str, int]:
    """Return where each name, in capitals, is set last: that line holds."""
    return {
        line.key.upper(): _number(line) for line in lines if line.key is not None and line.value is not None
    }


def _number(line: Binding) -> int:
    """Return the number of a line, from 1; to the parser, blank lines before it belong to it."""
    text = line.original.string
    return line.original.line + len(re.findall(r"\r\n|\n|\r", text[: len(text) - len(text.lstrip())]))


def _line_slip(line: Binding, lines_of: Mapping[str, int]) -> str:
    """Return what is wrong with a line, or an empty text. `lines_of`: where each name is set last."""
    if line.key is None and not line.error:  # blank, or a comment
        return ""
    if line.key is None or line.value is None or not _NAME.fullmatch(line.key):
        return _unreadable(line.original.string)
    name = line.key.upper()
    if name in _setting_names():
        last = lines_of[name]
        if last != _number(line):
            return f"{name} is set again in line {last}, and that one holds."
        return _value_slip(line.original.string.partition("=")[2].strip(), line.value)
    meant = _similar_setting(name)
    if name.startswith(PREFIX) or (meant and meant not in {*lines_of, *map(str.upper, os.environ)}):
        return _unknown_setting(line.key)
    return ""


def _value_slip(written: str, value: str) -> str:
    """Return what is wrong with a value as it is written in the file, or an empty text."""
    if "\n" in value:
        return "the value goes on in the next line. Close its quotes in this one, or leave them out."
    if "${" in value:
        return (
            "a variable's value is put in for ${…}. Write %24 for a $ in an address, or use the environment."
        )
    if "#" in value and "://" not in value and written[0] not in "\"'":
        return "write a blank before the # of a remark, or quotes around a value that has a #."
    return ""


def _unreadable(text: str) -> str:
    """Return what is wrong with a line that sets nothing at all."""
    match = _NAMED.match(text)
    meant = _similar_setting(match["name"].upper()) if match else ""
    if not match or not meant:
        return "this sets nothing. Write NAME=value, or # before a remark."
    if match["sign"] == ":":
        return f"this sets nothing. Write {meant}=… with an equals sign and not with a colon."
    if match["sign"] == "=" and text.lstrip().startswith(match["name"]):
        return f"this sets nothing. Close the quotes of {meant}, or leave them out."
    if match["sign"] == "=":
        return f"this sets nothing. Write {meant}=… and nothing before it."
    return f"this sets nothing. Write {meant}=…"


def _unknown_setting(name: str) -> str:
    """Return a sentence for an unknown name, with the setting that was probably meant."""
    meant = _similar_setting(name.upper())
    return f"{name} is unknown. {meant} was meant, perhaps." if meant else f"{name} is unknown."


def _similar_setting(name: str) -> str:
    """Return the setting most similar to a name in capitals; empty if none is."""
    name = name.replace("-", "_")
    if name in _setting_names():
        return name
    if name in _TOKENS:
        return f"{PREFIX}TOKEN"
    if f"{PREFIX}{name}" in _setting_names():
        return f"{PREFIX}{name}"
    return next(iter(get_close_matches(name, _setting_names(), 1, _ALIKE)), "")


def _setting_names() -> list[str]:
    return [f"{PREFIX}{field.upper()}" for field in Settings.model_fields]
