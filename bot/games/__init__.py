"""The games as the bot plays them: pictures, words, menus and help of each."""
