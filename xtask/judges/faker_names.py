"""Writes names of people, places and companies, and sentences, as Faker makes them in several languages, in
the charsets that old programs wrote them in. Nobody who works on hoshi chose these words, so they show how
well a charset is guessed. The argument is the folder that `names.txt` is written into: on each line the
language, the charset, three texts as hexadecimal numbers in that charset, and the same texts as UTF-8."""

import sys
from pathlib import Path

from faker import Faker

RECORDS = 400

# The language, where Faker has it, and charsets: the label, and Python's name for it.
GB = [("GBK", "gbk"), ("GB18030", "gb18030")]
JAPANESE = [("Shift_JIS", "cp932"), ("EUC-JP", "euc_jp"), ("ISO-2022-JP", "iso2022_jp"), ("GB18030", "gb18030")]
CYRILLIC = [("KOI8-R", "koi8_r"), ("windows-1251", "cp1251")]
WESTERN = [("windows-1252", "cp1252"), ("ISO-8859-1", "iso8859_1")]
LANGUAGES = [
    ("simplified Chinese", "zh_CN", GB),
    ("traditional Chinese", "zh_TW", [("Big5", "big5"), ("GB18030", "gb18030")]),
    ("Japanese", "ja_JP", JAPANESE),
    ("Korean", "ko_KR", [("EUC-KR", "cp949")]),
    ("Russian", "ru_RU", CYRILLIC),
    ("German", "de_DE", WESTERN),
    ("French", "fr_FR", WESTERN),
    ("Spanish", "es_ES", WESTERN),
    ("Swedish", "sv_SE", WESTERN),
]


def texts(fake, number):
    """Two players and an event: a place and a company, or a sentence."""
    place, sentence = f"{fake.city()} {fake.company()}", fake.sentence(nb_words=5)
    is_foreign = any(ord(letter) > 127 for letter in sentence)
    return [fake.name(), fake.name(), sentence if number % 2 and is_foreign else place]


def main(folder):
    folder.mkdir(parents=True, exist_ok=True)
    lines = []
    for language, locale, charsets in LANGUAGES:
        fake = Faker(locale)
        fake.seed_instance(20)
        for number in range(RECORDS):
            values = texts(fake, number)
            if all(text.isascii() for text in values[:2]):
                continue
            for label, codec in charsets:
                try:
                    encoded = [text.encode(codec).hex() for text in values]
                except UnicodeEncodeError:
                    continue
                lines.append("\t".join([language, label, *encoded, *values]))
    (folder / "names.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"counted: {len(lines)} records' names")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
