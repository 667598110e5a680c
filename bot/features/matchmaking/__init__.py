"""*Find an opponent*: matchmaking between the servers that take part.

- `model`, `storage`: stored searches, and the tables that they lead to
- `pairing`: who plays whom; pure
- `service`: the actions of users and of the bot
- `page`: the panel in `/play`; `settings`: the entries in `/settings` and `/server`
- `matcher`: pairs the searches every few seconds

Showing a table in two servers is the kernel's part: `bot.kernel.second_boards`.
"""

from __future__ import annotations

from typing import Final

from bot.features.matchmaking.english import ENGLISH
from bot.features.matchmaking.matcher import begin_matching
from bot.features.matchmaking.page import CONTROLS, avoid_buttons, find_buttons
from bot.features.matchmaking.service import Matchmaking
from bot.features.matchmaking.settings import CHANNEL, NAME_ELSEWHERE
from bot.features.matchmaking.storage import HOOKS
from bot.kernel.feature import Buttons, Feature

MATCHMAKING: Final = Feature(
    key="matchmaking",
    storage=HOOKS,
    service=Matchmaking,
    controls=CONTROLS,
    english=ENGLISH,
    buttons=Buttons(board=avoid_buttons, play=find_buttons),
    settings=(NAME_ELSEWHERE,),
    server_settings=(CHANNEL,),
    each_look=begin_matching,
)
