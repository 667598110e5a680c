"""A small stand-in for Discord on this machine, for bots over real connections.

    from tools.standin.process import Bot
    from tools.standin.standin import StandIn

    async with StandIn(patience=60) as discord:                   # a busy machine is no fault of the bot's
        alice, bob = discord.world.person("alice"), discord.world.person("bob")
        games = discord.world.channel(discord.world.server())
        async with Bot(discord, database) as bot:        # the real `python -m bot`, as its own process
            asked = await discord.command(alice, games, "play", game="thud", opponent=bob)
            await asked.answered()
            board = asked.messages[0]                             # .text .controls .attachments .pings .edits
            pressed = await discord.press(bob, board, label="Accept")
            await discord.quiet()
            discord.fail(r"POST /interactions/.*/callback", status=503, times=3)
            discord.fail(r"PATCH /webhooks/", retry_after=4.0)    # a 429
            discord.fail(r"POST /webhooks/", cut=True, took_effect=True)
            await discord.end(Break.RECONNECT)                    # or CUT, CLOSE, INVALID
            await bot.kill()
            await bot.start()                                     # the world and its messages are still there

People press what a message offers (`press`), send commands (`command`) and forms (`submit`), each of them
`copies` times if Discord is to deliver it twice, use what stands in the menu of a person (`menu`), and are
offered something while they type (`type`). They get an `Interaction` back: its first answer, its messages,
what of it was refused. Options, values of lists and fields of forms are given as what they are: people,
channels, roles, files (`Upload`, which the bot can fetch), texts, numbers. What Discord's client would not
send, such as a choice that is not offered, raises `CannotPress`.

    asked = await discord.command(alice, games, "table verify", file=Upload("game.jsonl", data))
    await discord.press(alice, panel, "who", [bob])               # a list of people
    await discord.submit(form, {"name": "Pawn storm", "kind": ["a", "b"], "files": [Upload("a.txt", b"")]})
    typed = await discord.type(alice, games, "move", "move", "d")  # .choices

Everybody has a language and permissions (`world.person("alice", MANAGER, "de")`), a server a language. Where
the bot is not, in `world.server(joined=False)` and in a `world.group(alice)`, people have brought it along
for themselves: it hears of nothing there but what they ask. `discord.join` lets it join a server.

`discord.world` holds servers, channels, people and messages: `messages_in`, `messages`, `watchers`,
`violations`; `discord.rest` the faults, the last calls (`served`) and the calls that it does not know
(`unknown`). `discord.until(condition)` waits for something to happen, `discord.quiet()` for nothing to happen
any more.

Several processes may be connected, each with `shards="0-3/16"`: what happens in a server comes to its shard
alone, and each gets what it has asked for. `discord.world.server(shard=(3, 16))` is a server of one,
`discord.press(..., shard=0)` a click that comes to another, `discord.end(Break.CUT, shard=3)` ends one
connection.

It knows what a bot with commands and components needs, and answers as Discord does where the bot minds: three
seconds to the first answer (10062; `patience` gives more, where a machine is slow and a test is about
something else), one first answer (40060), fifteen minutes for the token, private messages that channels do
not know, a nonce that is taken once, attachments that are kept, added and dropped, mentions as far as they
are allowed. What no bot should send is refused as Discord refuses it, by Discord's OpenAPI description and
the limits of its documentation (`tools.standin.checks`); leaving the stand-in then raises an `AssertionError`
that lists it. It limits rates with `StandIn(limited=True)` (`tools.standin.rates`), checks no permissions,
and sends no events about messages, for which the bot does not ask.

Nothing is imported here, so that the bot's own process (`tools.standin.bot`) carries none of it.
"""
