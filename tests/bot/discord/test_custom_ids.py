"""What a control says about itself comes back from its custom_id."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.discord.keyboard import Control, Verb, parse_control
from bot.features import FEATURES
from bot.ui.controls import controls_of

CONTROLS = st.builds(
    Control,
    st.integers(0, 10**15 - 1),
    st.integers(0, 10**9 - 1),
    st.sampled_from(Verb),
    st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=60),
)


@given(CONTROLS)
def test_a_control_is_read_back(control: Control) -> None:
    assert parse_control(str(control)) == control


@pytest.mark.parametrize(
    "custom_id",
    ["", "t1", "t1.2.go", "x1.2.go.", "t1.2.GO.", "t.2.go.", "t1..go.", f"t{10**15}.1.go."],
)
def test_other_ids_are_not_ours(custom_id: str) -> None:
    assert parse_control(custom_id) is None


@given(st.text(max_size=100))
def test_any_text_is_read_or_refused(custom_id: str) -> None:
    control = parse_control(custom_id)
    assert (
        control is None
        or str(control) == custom_id
        or control.table == int(custom_id[1:].split(".", maxsplit=1)[0])
    )


def test_an_id_that_is_too_long_is_a_fault_of_ours() -> None:
    assert len(str(Control(1, 1, Verb.PLAY, "x" * 89))) <= 100
    with pytest.raises(ValueError, match="101 characters"):
        str(Control(1, 1, Verb.PLAY, "x" * 91))


@pytest.mark.parametrize(
    "custom_id",
    [
        *("t7.3.plan.", "t7.3.planlike.1", "t7.3.plando.1", "t7.3.planchange.1", "t7.3.np.2:step e"),
        *("t7.3.consult.", "t7.1.vote.2", "t7.1.votepick.", "t7.1.votedo.0"),
        *("t1.0.cup.join", "t1.0.cupsure.withdraw"),
        *("t7.3.luck.", "t7.3.card.", "t7.3.review.", "t7.3.review.2.1.answer", "t7.0.highlights.all"),
        *("t7.3.better.2", "t7.3.bg.2.0:G1", "t7.3.bk.2.0:0:", "t7.3.bt.2.0:0:~", "t7.3.bp.2.0:dG1-G2"),
        "t7.3.ba.2.1:resign",
        *("t0.0.try.", "t0.0.help.playing", "t0.0.stats.month", "t0.0.statspick.day", "t0.0.statsshare.day"),
        *("t0.0.settings.hours", "t0.0.settingspick.remind", "t0.0.settingsform.digest"),
        *("t0.0.settings.quiet", "t0.0.privacy.", "t0.0.data.", "t0.0.forget.yes"),
        *("t0.0.server.record:yes", "t0.0.serverpick.openers", "t0.0.serverform.limit"),
        *("t0.0.how.thud", "t0.0.why.thud:shove-2"),
        *("t7.3.undo.", "t7.3.undoyes.2", "t7.3.undoask.2"),
        *("t7.3.undoagree.2", "t7.3.undodecline.2", "t7.3.undowithdraw.2"),
        *("t7.3.fair.", "t7.3.verify.", "t7.3.salt.", "t7.3.salted.", "t7.3.close.playing"),
    ],
)
def test_messages_from_before_keep_their_controls(custom_id: str) -> None:
    """They stand in channels, letter for letter, whatever the code calls them now."""
    control = parse_control(custom_id)
    assert control is not None
    assert control.verb in controls_of(FEATURES)
