"""Boards in a browser: a page that shows a table as Discord does, and where its pieces can be clicked.

It is another surface over the same session. Whatever is pressed on it goes the way of a click in Discord
(`bot.web.page_requests`), and what is played is shown in the channel. Imported only where a host wants it.
See docs/decisions/web-boards.md.
"""
