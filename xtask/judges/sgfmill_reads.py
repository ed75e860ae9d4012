"""Reads hoshi's files with sgfmill, and compares them with the list beside them: the same
games, nodes, moves, stones and texts. The argument is the folder; exit code 1 if anything differs."""

import sys
from pathlib import Path

from sgfmill import sgf_grammar

KEYS = ("B", "W", "AB", "SZ")
TEXTS = ("C", "PB", "PW")


def expectations(folder):
    """Yields each file's name and its games: a number of nodes, values and texts."""
    name, games = None, []
    for line in (folder / "list.txt").read_text(encoding="ascii").splitlines():
        word, rest = line.split(" ", 1)
        if word == "file":
            if name is not None:
                yield name, games
            name, games = rest, []
        elif word == "game":
            games.append((int(rest), [], []))
        else:
            key, _, value = rest.partition(" ")
            games[-1][1 if word == "value" else 2].append((key, bytes.fromhex(value)))
    if name is not None:
        yield name, games


def nodes(tree):
    """Yields the nodes of a coarse tree in the order of the file."""
    waiting = [tree]
    while waiting:
        tree = waiting.pop()
        yield from tree.sequence
        waiting.extend(reversed(tree.children))


def read(path):
    games = []
    for tree in sgf_grammar.parse_sgf_collection(path.read_bytes()):
        count, values, texts = 0, [], []
        for node in nodes(tree):
            count += 1
            for keys, into in ((KEYS, values), (TEXTS, texts)):
                for key in keys:
                    for raw in node.get(key, []):
                        into.append((key, sgf_grammar.text_value(raw)))
        games.append((count, values, texts))
    return games


def main():
    folder = Path(sys.argv[1])
    files = total = 0
    wrong = []
    for name, expected in expectations(folder):
        files += 1
        try:
            found = read(folder / name)
        except ValueError as error:
            wrong.append(f"{name}: sgfmill refuses it: {error}")
            continue
        total += sum(game[0] for game in found)
        if len(found) != len(expected):
            wrong.append(f"{name}: {len(found)} games, not {len(expected)}")
            continue
        for number, (game, wanted) in enumerate(zip(found, expected)):
            for what, here, there in zip(("nodes", "values", "texts"), game, wanted):
                # Texts are listed for files in UTF-8 only.
                if here != there and not (what == "texts" and not there):
                    wrong.append(f"{name}: game {number}: {what}: {here!r:.300}, not {there!r:.300}")
    print(f"counted: {files} files with {total} nodes read by sgfmill")
    if wrong:
        print("\n".join(wrong[:40]))
        print(f"{len(wrong)} differences")
    if wrong or files == 0:
        sys.exit(1)


main()
