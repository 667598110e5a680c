"""A stand-in of Discord on this machine: bots connect to it over HTTP and websockets.

    from tools.standin.process import Bot
    from tools.standin.standin import StandIn

    async with StandIn(patience=60) as discord:                   # seconds, for a busy machine
        alice, bob = discord.world.person("alice"), discord.world.person("bob")
        games = discord.world.channel(discord.world.server())
        async with Bot(discord, database) as bot:        # the real `python -m bot`, as its own process
            asked = await discord.command(alice, games, "play", game="thud", opponent=bob)
            await asked.wait_for_answer()
            board = asked.messages[0]                             # .text .controls .attachments .pings .edits
            pressed = await discord.press(bob, board, label="Accept")
            await discord.quiet()
            discord.fail(r"POST /interactions/.*/callback", status=503, times=3)
            discord.fail(r"PATCH /webhooks/", retry_after=4.0)    # a 429
            discord.fail(r"POST /webhooks/", cut=True, took_effect=True)
            await discord.end(Break.RECONNECT)                    # or CUT, CLOSE, INVALID
            await bot.kill()
            await bot.start()                                     # servers and messages are still there

Users press controls of a message (`press`), send commands (`command`) and forms (`submit`), each `copies`
times if Discord is to deliver it twice, use context menu commands (`menu`), and get autocomplete choices
while they type (`type`). The result is an `Interaction`: its first answer, its messages, its refused
answers. Options, values of lists and fields of forms are given as objects: users, channels, roles, files
(`Upload`, which the bot can fetch), texts, numbers. Input that is impossible in Discord's client, such as a
choice that is not offered, raises `CannotPress`.

    asked = await discord.command(alice, games, "table verify", file=Upload("game.jsonl", data))
    await discord.press(alice, panel, "who", [bob])               # a list of people
    await discord.submit(form, {"name": "Pawn storm", "kind": ["a", "b"], "files": [Upload("a.txt", b"")]})
    typed = await discord.type(alice, games, "move", "move", "d")  # .choices

Each user has a language and permissions (`world.person("alice", MANAGER, "de")`), a server a language. In
`world.server(joined=False)` and in a `world.group(alice)` the bot is only user-installed: it gets no events
there but interactions. `discord.join` lets it join a server.

`discord.world` has the servers, channels, users and messages: `messages_in`, `messages`, `watchers`,
`violations`; `discord.rest` has the faults, the last calls (`served`) and the calls without a route
(`unknown`). `discord.until(condition)` waits for a condition, `discord.quiet()` until the bot sends no more
requests.

Several processes may be connected, each with `shards="0-3/16"`: events of a server go only to its shard, and
each process gets the answers to its requests. `discord.world.server(shard=(3, 16))` is a server of one shard,
`discord.press(..., shard=0)` a click that is sent to another, `discord.end(Break.CUT, shard=3)` ends one
connection.

It implements what a bot with commands and components needs, and behaves like Discord where the bot could
notice: three seconds for the first answer (10062; `patience` allows more), only one first answer (40060),
fifteen minutes for the token, ephemeral messages that are not in the channel, a nonce that is used once,
attachments that are kept, added and dropped, mentions as far as they are allowed. Requests that no bot
should send are refused as by Discord, by its OpenAPI description and documented limits
(`tools.standin.checks`); leaving the stand-in then raises an `AssertionError` that lists them. It has rate
limits with `StandIn(limited=True)` (`tools.standin.rates`), checks no permissions, and sends no events
about messages, for which the bot does not ask.

This module imports nothing, so that the bot's own process (`tools.standin.bot`) loads none of it.
"""
