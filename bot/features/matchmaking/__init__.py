"""*Find an opponent*: people of all servers that take part are brought together.

- `model`, `storage`: searches on disk, and the table of two who were found
- `pairing`: who plays whom; pure
- `service`: what people do, and what the bot brings about
- `page`: the panel of `/play`; `settings`: what stands in `/settings` and `/server`
- `matching`: the look at who fits whom, every few seconds

That a table is shown in two servers is the kernel's: `bot.kernel.second_boards`.
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
