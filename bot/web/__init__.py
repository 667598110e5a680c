"""Boards in a browser: a page that shows a table as Discord does, with clickable pieces.

It is another surface over the same session. Presses on it are handled like clicks in Discord
(`bot.web.page_requests`), and moves are shown in the channel. Imported only if the host has enabled it. See
docs/decisions/web-boards.md.
"""
