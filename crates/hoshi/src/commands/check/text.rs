//! Bytes of a file as a terminal can show them: decoded, without anything that would act on it, and
//! measured in columns.

use hoshi_files::visible_line;
use hoshi_record::charset::Charset;
use hoshi_record::sgf::Collection;

/// The charset of every place of a file: where the first game of each run of games in one charset begins.
pub(super) struct Charsets(Vec<(usize, Charset)>);

impl Charsets {
    pub(super) fn of(file: Option<&Collection>) -> Charsets {
        let mut runs: Vec<(usize, Charset)> = Vec::new();
        for game in file.into_iter().flat_map(Collection::games) {
            let charset = game.charset();
            if runs.last().is_none_or(|(_, last)| *last != charset) {
                runs.push((game.root().offset().unwrap_or(0), charset));
            }
        }
        Charsets(runs)
    }

    /// The charset of the game at an offset.
    pub(super) fn at(&self, offset: usize) -> Charset {
        let later = self.0.partition_point(|&(start, _)| start <= offset);
        let game = self.0.get(later.saturating_sub(1));
        game.map_or(Charset::UTF_8, |&(_, charset)| charset)
    }
}

/// A line for the screen: tabs become spaces, and invisible characters are escaped.
pub(super) fn shown(bytes: &[u8], charset: Charset) -> String {
    visible_line(&charset.decode(bytes).replace('\t', " ")).into_owned()
}

/// How many columns of a terminal a character takes: two for those of East Asia, none for those that
/// are put upon another.
pub(super) fn width(letter: char) -> usize {
    match u32::from(letter) {
        0x300..=0x36f | 0x1ab0..=0x1aff | 0x20d0..=0x20ff | 0xfe00..=0xfe0f | 0xfeff => 0,
        0x1100..=0x115f
        | 0x2e80..=0x303e
        | 0x3041..=0xa4cf
        | 0xa960..=0xa97f
        | 0xac00..=0xd7a3
        | 0xf900..=0xfaff
        | 0xfe30..=0xfe6f
        | 0xff00..=0xff60
        | 0xffe0..=0xffe6
        | 0x1f300..=0x1faff
        | 0x20000..=0x3fffd => 2,
        _ => 1,
    }
}

/// The columns of a text.
pub(super) fn columns(text: &str) -> usize {
    text.chars().map(width).sum()
}

/// What stands for text that was cut off.
pub(super) const CUT: &str = "...";

/// As much of the end of a text as fits into this many columns.
pub(super) fn tail(text: &str, room: usize) -> String {
    match fitting(text.chars().rev(), room) {
        None => text.to_owned(),
        Some(kept) => CUT.chars().chain(kept.into_iter().rev()).collect(),
    }
}

/// As much of the beginning.
pub(super) fn head(text: &str, room: usize) -> String {
    match fitting(text.chars(), room) {
        None => text.to_owned(),
        Some(kept) => kept.into_iter().chain(CUT.chars()).collect(),
    }
}

/// The letters that fit beside the sign for what is cut off; `None` if all of them fit without it.
fn fitting(letters: impl Iterator<Item = char> + Clone, room: usize) -> Option<Vec<char>> {
    if letters.clone().map(width).sum::<usize>() <= room {
        return None;
    }
    let room = room.saturating_sub(CUT.len());
    let mut used = 0;
    let fits = |letter: &char| {
        used += width(*letter);
        used <= room
    };
    Some(letters.take_while(fits).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_characters_are_measured() {
        assert_eq!(columns("PB[柯洁]"), 8);
        assert_eq!(columns("e\u{301}"), 1);
        assert_eq!(tail("本因坊秀策", 7), "...秀策");
        assert_eq!(head("本因坊秀策", 8), "本因...");
        assert_eq!(head("abc", 3), "abc");
    }

    #[test]
    fn nothing_acts_on_the_terminal() {
        let line = shown(b"a\x1b[31m\tb\x07\xe2\x80\xaec", Charset::UTF_8);
        assert_eq!(line, "a\\x1b[31m b\\x07\\u{202e}c");
    }
}
