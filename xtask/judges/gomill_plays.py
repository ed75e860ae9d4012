"""Plays a game through gomill's client with the engine whose command is given, on both sides.

gomill is strict about the protocol: it checks every byte of a response. It was written for Python 2, so it is
translated when it is loaded; only the channel to the process is our own.
"""

import builtins
import importlib.abc
import importlib.util
import pathlib
import re
import subprocess
import sys

from fissix.refactor import RefactoringTool, get_fixers_from_package

# gomill refuses unicode strings; there is no such type here, and all that it is given is ASCII.
builtins.unicode = type("unicode", (), {})
FIXES = set(get_fixers_from_package("fissix.fixes")) - {"fissix.fixes.fix_unicode"}
TOOL = RefactoringTool(sorted(FIXES))
MOVES = 120


class Translated(importlib.abc.SourceLoader):
    """Loads a module of gomill as Python 3."""

    def __init__(self, path):
        self.path = path

    def get_filename(self, _name):
        return str(self.path)

    def get_data(self, path):
        text = pathlib.Path(path).read_text(encoding="utf-8") + "\n"
        text = text.replace("StandardError", "Exception")
        return str(TOOL.refactor_string(text, str(path))).encode()

    # Nothing is kept of the translation.
    def path_stats(self, path):
        raise OSError(path)


class Finder(importlib.abc.MetaPathFinder):
    def find_spec(self, name, paths, _target=None):
        if not name.startswith("gomill."):
            return None
        path = pathlib.Path(list(paths)[0]) / (name.split(".")[-1] + ".py")
        return importlib.util.spec_from_loader(name, Translated(path))


sys.meta_path.insert(0, Finder())

from gomill import gtp_controller  # noqa: E402


class Pipe(gtp_controller.Linebased_gtp_channel):
    """A process, as gomill's own channel has it."""

    def __init__(self, command):
        super().__init__()
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="ascii"
        )

    def send_command_line(self, command):
        try:
            self.process.stdin.write(command)
            self.process.stdin.flush()
        except BrokenPipeError:
            raise gtp_controller.GtpChannelClosed("the engine has closed the channel")

    def get_response_line(self):
        return self.process.stdout.readline()

    def get_response_byte(self):
        return self.process.stdout.read(1)

    def close(self):
        self.process.stdin.close()
        if self.process.wait(10) != 0:
            raise gtp_controller.GtpTransportError("the engine failed")


def refused(engine, *words):
    try:
        engine.do_command(*words)
    except gtp_controller.BadGtpResponse as error:
        return error.gtp_error_message
    raise AssertionError(f"{words} was not refused")


def main(command):
    sides = {"b": gtp_controller.Gtp_controller(Pipe(command), "black")}
    sides["w"] = gtp_controller.Gtp_controller(Pipe(command), "white")
    for engine in sides.values():
        engine.check_protocol_version()
        for word in ["boardsize 9", "clear_board", "komi 7.5"]:
            assert engine.do_command(*word.split()) == "", word
        for name in ["play", "genmove", "undo", "final_status_list", "time_left"]:
            assert engine.known_command(name), name
        assert not engine.known_command("sing")
        assert set(engine.list_commands()) >= {"name", "version", "quit", "reg_genmove"}
        assert refused(engine, "play", "b", "Z9") == "invalid coordinates"
        assert refused(engine, "boardsize", "99") == "unacceptable size"
        assert refused(engine, "sing") == "unknown command"
    passes = moves = 0
    while passes < 2 and moves < MOVES:
        color = "bw"[moves % 2]
        move = sides[color].do_command("genmove", color).lower()
        if move == "resign":
            break
        assert re.fullmatch(r"[a-hj][1-9]|pass", move), move
        for other in sides:
            if other != color:
                sides[other].do_command("play", color, move)
        passes = passes + 1 if move == "pass" else 0
        moves += 1
    boards = {
        tuple(engine.do_command("list_stones", color) for color in "bw") for engine in sides.values()
    }
    assert len(boards) == 1, "both have the same board"
    for engine in sides.values():
        assert re.fullmatch(r"[BW]\+[0-9.]+|0", engine.do_command("final_score"))
        dead = engine.do_command("final_status_list", "dead").split()
        assert all(re.fullmatch(r"[A-HJ][1-9]", point) for point in dead), dead
        engine.do_command("undo")
        engine.close()
        assert engine.retrieve_error_messages() == []
    print(f"{moves} moves")


if __name__ == "__main__":
    main(sys.argv[1:])
