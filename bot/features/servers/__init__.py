"""The settings of a server by its managers, and the greeting in a new one."""

from __future__ import annotations

from typing import Final

from bot.features.servers import greeting, page
from bot.features.servers.english import ENGLISH
from bot.kernel.feature import Feature

SERVERS: Final = Feature(
    key="servers",
    english=ENGLISH,
    controls={**page.CONTROLS, **greeting.CONTROLS},
    commands=(page.SERVER,),
    on_joined=greeting.greet,
)
