"""Reads the censuses that hoshi wrote, by docs/formats/census.md alone: every field, digest and sum. Bits and
ko masks of small boards are computed again. The argument is a folder of folders, each a census `NAME` with
its exports `NAME.csv` and `NAME.npy` beside it; exit code 1 if anything differs."""

import json
import struct
import sys
from pathlib import Path

import numpy
import xxhash
import zstandard

KINDS = ("none", "loose", "strict")
PARTS = {"packed": 64 * 3**10, "seed": 2**30}


def digest(data):
    return xxhash.xxh3_64_intdigest(bytes(data))


def unpressed(data):
    return zstandard.ZstdDecompressor().decompressobj().decompress(data)


def same(what, found, wanted):
    if found != wanted:
        raise ValueError(f"{what}: {found!r:.200}, not {wanted!r:.200}")


class Board:
    """The rules, one serial at a time."""

    def __init__(self, width, height):
        self.width, self.height, self.points = width, height, width * height
        self.beside = [
            [
                other
                for other in range(self.points)
                if abs(other % width - p % width) + abs(other // width - p // width) == 1
            ]
            for p in range(self.points)
        ]
        self.images = set()
        for number in range(8):
            if number & 4 and width != height:
                continue
            image = []
            for p in range(self.points):
                x, y = p % width, p // width
                x = width - 1 - x if number & 1 else x
                y = height - 1 - y if number & 2 else y
                x, y = (y, x) if number & 4 else (x, y)
                image.append(y * width + x)
            self.images.add(tuple(image))

    def colors(self, serial):
        return [serial // 3**p % 3 for p in range(self.points)]

    def is_legal(self, colors):
        alive = {p for p in range(self.points) if any(colors[q] == 0 for q in self.beside[p])}
        waiting = [p for p in alive if colors[p]]
        while waiting:
            p = waiting.pop()
            for q in self.beside[p]:
                if colors[q] == colors[p] and q not in alive:
                    alive.add(q)
                    waiting.append(q)
        return all(not colors[p] or p in alive for p in range(self.points))

    def orbit(self, colors):
        return {sum(colors[q] * 3**p for p, q in enumerate(image)) for image in self.images}

    def mask(self, colors, kind):
        mask = 0
        for p in range(self.points):
            if colors[p] or any(colors[q] != 2 for q in self.beside[p]):
                continue
            for stone in self.beside[p]:
                if any(colors[q] != 1 for q in self.beside[stone] if q != p):
                    continue
                before = list(colors)
                before[p], before[stone] = 1, 0
                if kind == "loose" or self.is_legal(before):
                    mask |= 1 << p
        return mask


class Totals:
    """What is known of some serials."""

    def __init__(self, points):
        self.legal = self.reduced = self.in_orbits = 0
        self.heat, self.weighted = [0] * points, [0] * points
        self.most, self.with_most, self.serials = 0, 0, []

    def add_ko(self, heat, weighted, most, with_most, serials):
        self.heat = [a + b for a, b in zip(self.heat, heat)]
        self.weighted = [a + b for a, b in zip(self.weighted, weighted)]
        if most > self.most:
            self.most, self.with_most, self.serials = most, 0, []
        if most and most == self.most:
            self.with_most += with_most
            self.serials = sorted(self.serials + serials)[:1000]


def naive(board, kind, serials):
    """The same, worked out."""
    bits, masks, totals = [], {}, Totals(board.points)
    for serial in range(serials):
        colors = board.colors(serial)
        is_legal = board.is_legal(colors)
        totals.legal += is_legal
        if not is_legal or min(orbit := board.orbit(colors)) != serial:
            continue
        bits.append(serial)
        totals.reduced += 1
        totals.in_orbits += len(orbit)
        mask = 0 if kind == "none" else board.mask(colors, kind)
        if mask:
            masks[serial] = mask
            heat = [mask >> p & 1 for p in range(board.points)]
            weighted = [one * len(orbit) for one in heat]
            totals.add_ko(heat, weighted, sum(heat), 1, [serial])
    return bits, masks, totals


def read_packed(folder, board, kind, serials, parts, found):
    """Yields parts: number, digest, set bits, masks."""
    part_len, points = PARTS["packed"], board.points
    row = 3 ** min(5, points)
    for path in sorted(folder.glob("*.census")):
        data = path.read_bytes()
        same("magic", data[:8], b"HOSHICEN")
        version, *about, first, many, distinct, length, of_data = struct.unpack_from("<I4BQIIQQ", data, 8)
        same("version", version, 1)
        same("board", about, [board.width, board.height, KINDS.index(kind), 0])
        same("name", path.stem, f"{first:06}-{first + many - 1:06}")
        table = [struct.unpack_from("<6Q2I", data, 48 + 56 * at) for at in range(many)]
        at = 48 + 56 * many
        ko = None
        if kind != "none":
            heat = list(struct.unpack_from(f"<{points}Q", data, at))
            weighted = list(struct.unpack_from(f"<{points}Q", data, at + 8 * points))
            most, listed, with_most = struct.unpack_from("<IIQ", data, at + 16 * points)
            at += 16 * points + 16
            ko = (heat, weighted, most, with_most, list(struct.unpack_from(f"<{listed}Q", data, at)))
            found.add_ko(*ko)
            at += 8 * listed
        same("head", struct.unpack_from("<Q", data, at)[0], digest(data[:at]))
        at += 8
        same("data", digest(data[at:]), of_data)
        rows = numpy.frombuffer(unpressed(data[at : at + length]), numpy.uint8).reshape(-1, 32)
        at += length
        same("rows", len(rows), distinct)
        same("row 0", rows[0].any(), numpy.False_)
        rows = numpy.unpackbits(rows, axis=1, bitorder="little")
        same("padding", rows[:, row:].any(), numpy.False_)
        points_here = [0] * points
        for part, entry in enumerate(table, first):
            legal, reduced, in_orbits, ko_points, of_bits, of_masks, row_bytes, mask_bytes = entry
            start, end = part * part_len, min((part + 1) * part_len, serials)
            width = numpy.dtype("<u4" if distinct > 65536 else "<u2")
            ids = numpy.zeros((end - start) // row, width)
            if row_bytes:
                same("ids", len(numbers := unpressed(data[at : at + row_bytes])), len(ids) * width.itemsize)
                ids = numpy.frombuffer(numbers, width)
            at += row_bytes
            bits = rows[ids][:, :row].reshape(-1)
            same("bits", digest(numpy.packbits(bits, bitorder="little")), of_bits)
            same("reduced", int(bits.sum()), reduced)
            masks = {}
            if mask_bytes:
                packed = unpressed(data[at : at + mask_bytes])
                place, offset, offsets = 4, 0, []
                for _ in range(struct.unpack_from("<I", packed)[0]):
                    shift = 0
                    while True:
                        byte = packed[place]
                        place += 1
                        offset += (byte & 0x7F) << shift
                        shift += 7
                        if byte < 0x80:
                            break
                    offsets.append(offset)
                words = struct.unpack_from(f"<{len(offsets)}I", packed, place)
                same("mask bytes", place + 4 * len(words), len(packed))
                masks = dict(zip(offsets, words))
            at += mask_bytes
            pairs = b"".join(struct.pack("<II", *pair) for pair in masks.items())
            same("masks", digest(pairs), of_masks)
            same("ko points", sum(mask.bit_count() for mask in masks.values()), ko_points)
            for mask in masks.values():
                points_here = [sum + (mask >> p & 1) for p, sum in enumerate(points_here)]
            found.legal += legal
            found.reduced += reduced
            found.in_orbits += in_orbits
            yield part, of_bits, start, bits, masks
        same("length", at, len(data))
        if ko:
            same("heat", ko[0], points_here)


def read_seed(folder, board, kind, serials, parts, found):
    for part in range(parts):
        start, end = part * 2**30, min((part + 1) * 2**30, serials)
        about = json.loads((folder / f"{part:04}.json").read_text(encoding="utf-8"))
        checksum = about.pop("checksum")
        text = json.dumps(about, separators=(",", ":"))
        same("checksum", checksum, f"{digest(text.encode()):016x}")
        same("part", [about["index"], about["first"], about["serials"]], [part, str(start), str(end - start)])
        data = (folder / f"{part:04}.bits").read_bytes()
        same("digest", f"{digest(data):016x}", about["digest"])
        same("bytes", len(data), (end - start + 7) // 8)
        bits = numpy.unpackbits(numpy.frombuffer(data, numpy.uint8))
        same("padding", bits[end - start :].any(), numpy.False_)
        bits = bits[: end - start]
        same("reduced", str(int(bits.sum())), about["reduced"])
        masks = {}
        same("ko", "ko" in about, kind != "none")
        if kind != "none":
            ko = about["ko"]
            data = (folder / f"{part:04}.ko").read_bytes()
            same("ko digest", f"{digest(data):016x}", ko["digest"])
            words = numpy.frombuffer(data, "<u4")
            same("ko words", len(words), end - start)
            masks = {int(at): int(words[at]) for at in words.nonzero()[0]}
            ints = [[int(one) for one in ko[name]] for name in ("heat", "weighted", "serials")]
            found.add_ko(ints[0], ints[1], ko["most"], int(ko["with_most"]), ints[2])
        found.legal += int(about["legal"])
        found.reduced += int(about["reduced"])
        found.in_orbits += int(about["in_orbits"])
        yield part, int(about["digest"], 16), start, bits, masks


def read(folder):
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    same("format", [manifest["format"], manifest["version"]], ["hoshi census", 1])
    board = Board(manifest["width"], manifest["height"])
    kind, layout, serials = manifest["ko"], manifest["layout"], 3**board.points
    parts = -(-serials // PARTS[layout])
    numbers = [manifest[name] for name in ("serials", "part_serials", "parts")]
    same("manifest", numbers, [str(serials), str(PARTS[layout]), str(parts)])
    found = Totals(board.points)
    reader = read_packed if layout == "packed" else read_seed
    all_bits, all_masks, digests, next_part = [], {}, [], 0
    for part, of_bits, start, bits, masks in reader(folder, board, kind, serials, parts, found):
        same("part", part, next_part)
        next_part += 1
        digests.append(struct.pack("<Q", of_bits))
        all_bits.append(bits.nonzero()[0] + start)
        all_masks.update((start + offset, mask) for offset, mask in masks.items())
    same("parts", next_part, parts)
    all_bits = numpy.concatenate(all_bits)
    told = json.loads((folder.parent / f"{folder.name}.json").read_text(encoding="utf-8"))
    same("whole digest", told["digest"], f"{digest(b''.join(digests)):016x}")
    same("told", [told["legal"], told["reduced"]], [str(found.legal), str(found.reduced)])
    same("orbits", found.in_orbits, found.legal)
    if serials <= 3**9:
        bits, masks, totals = naive(board, kind, serials)
        same("bits", all_bits.tolist(), bits)
        same("masks", all_masks, masks)
        same("totals", vars(found), vars(totals))
    masks = [all_masks.get(serial, 0) for serial in all_bits.tolist()]
    array = numpy.load(folder.parent / f"{folder.name}.npy")
    same("npy", array.dtype.descr, [("serial", "<u8"), ("ko", "<u4")])
    same("npy serials", bool((array["serial"] == all_bits).all()) and len(array), len(all_bits))
    same("npy masks", array["ko"].tolist(), masks)
    csv = folder.parent / f"{folder.name}.csv"
    same("csv", csv.open(encoding="ascii").readline(), "serial,ko\n")
    table = numpy.loadtxt(csv, dtype=numpy.uint64, delimiter=",", skiprows=1, ndmin=2)
    same("csv serials", table[:, 0].tolist(), all_bits.tolist())
    same("csv masks", table[:, 1].tolist(), masks)
    return serials


def main():
    count = total = 0
    wrong = []
    for manifest in sorted(Path(sys.argv[1]).glob("*/manifest.json")):
        count += 1
        try:
            total += read(manifest.parent)
        except (ValueError, KeyError, OSError, struct.error, zstandard.ZstdError) as error:
            wrong.append(f"{manifest.parent.name}: {error}")
    print(f"counted: {count} censuses with {total} serials read by Python")
    print("\n".join(wrong))
    if wrong or count == 0:
        sys.exit(1)


main()
