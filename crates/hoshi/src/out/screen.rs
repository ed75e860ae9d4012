//! The terminal that the data goes to: its size, what it can draw, and the pager before it.

use std::env;
use std::io::{self, Write as _};
use std::process::{Command, Stdio};

use hoshi_render::text::{Glyphs, Palette, TextBoard, TextStyle};
use unicode_width::UnicodeWidthChar as _;

use super::{Out, Text};
use crate::cli::{Background, Look, WIDTH};
use crate::signals;

/// The default pager.
const PAGER: &str = "less";

impl Out {
    /// How a board is drawn here.
    pub(crate) fn text_style(&self, look: &Look) -> TextStyle {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].iter().find_map(|name| text(name));
        let locale = locale.unwrap_or_default().to_lowercase();
        let can = self.is_terminal
            && !matches!(text("TERM").as_deref(), Some("dumb" | "linux"))
            && (cfg!(windows) || locale.contains("utf-8") || locale.contains("utf8"));
        let is_unicode = look.unicode || (can && !look.ascii);
        // Terminals for these languages may draw stones and lines two columns wide.
        let is_wide = ["ja", "ko", "zh"].iter().any(|language| locale.starts_with(language));
        let palette = match look.background {
            Some(Background::Light) => Palette::Light,
            Some(Background::Dark) => Palette::Dark,
            None if is_light(&text("COLORFGBG").unwrap_or_default()) => Palette::Light,
            None => Palette::Dark,
        };
        TextStyle {
            glyphs: if is_unicode { Glyphs::Unicode } else { Glyphs::Ascii },
            palette: self.color.then_some(palette),
            coordinates: look.coords,
            is_ambiguous_wide: is_wide && !look.unicode,
            width: self.width(),
        }
    }

    /// How wide the terminal is; `None` where there is none.
    pub(crate) fn width(&self) -> Option<usize> {
        self.is_terminal.then(|| size().map_or(80, |(columns, _)| columns))
    }

    /// Writes a page: with a pager if it is longer than the screen and `pager` allows one.
    pub(crate) fn page(&mut self, page: Text, pager: bool) -> anyhow::Result<()> {
        let size = size().filter(|_| self.is_terminal && pager);
        if let Some((columns, rows)) = size
            && height(page.as_str(), columns) >= rows
            && let Some(command) = pager_command()
        {
            self.flush()?;
            if through(&command, page.as_str()).is_ok() {
                return Ok(());
            }
        }
        self.write(page)
    }
}

/// A board in its colours.
pub(crate) fn board(board: &TextBoard) -> Text {
    let mut text = Text::new();
    for line in &board.lines {
        let mut pieces = Text::new();
        for span in line {
            pieces += Text::painted(span.paint, &span.text);
        }
        text += pieces.trim_end() + "\n";
    }
    for line in board.key.iter().chain(&board.notes) {
        text += Text::from(line) + "\n";
    }
    text
}

/// Words at most so wide; a word that is longer has a line of its own.
pub(crate) fn wrapped(text: &str, width: Option<usize>) -> String {
    width.map_or_else(|| text.to_owned(), |width| broken(text, width, 0))
}

/// A line broken between words; what follows the first line is set in.
fn broken(text: &str, width: usize, indent: usize) -> String {
    let (mut lines, mut room) = (vec![String::new()], width);
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.is_empty() => line.push_str(word),
            Some(line) if columns(line) + 1 + columns(word) <= room => {
                line.push(' ');
                line.push_str(word);
            }
            _ => {
                lines.push(word.to_owned());
                room = width - indent;
            }
        }
    }
    lines.join(&format!("\n{:indent$}", ""))
}

/// A message in lines of at most eighty columns. Lines that are set in quote something, and stay as they are.
pub(crate) fn folded(text: &str) -> String {
    let width = talk_width();
    let fold = |line: &str| {
        if line.starts_with(' ') || columns(line) <= width {
            return line.to_owned();
        }
        broken(line, width, 2)
    };
    let mut folded = text.lines().map(fold).collect::<Vec<_>>().join("\n");
    if text.ends_with('\n') {
        folded.push('\n');
    }
    folded
}

/// Whether every line of a message fits.
pub(crate) fn fits(text: &str) -> bool {
    let width = talk_width();
    text.lines().all(|line| columns(line) <= width)
}

/// How wide messages may be: eighty columns, or less on a narrow terminal.
fn talk_width() -> usize {
    const NARROWEST: usize = 20;
    let width = size_of(io::stderr()).map_or(WIDTH, |(columns, _)| columns);
    width.clamp(NARROWEST, WIDTH)
}

fn text(name: &str) -> Option<String> {
    env::var(name).ok().filter(|value| !value.is_empty())
}

/// Whether COLORFGBG, `ink;ground` in the numbers of a terminal's sixteen colours, names a light
/// ground: white, or light grey.
fn is_light(ink_and_ground: &str) -> bool {
    matches!(ink_and_ground.rsplit(';').next(), Some("7" | "15"))
}

/// The columns and rows of the terminal.
fn size() -> Option<(usize, usize)> {
    size_of(io::stdout())
}

#[cfg(unix)]
pub(super) fn size_of(output: impl std::os::fd::AsFd) -> Option<(usize, usize)> {
    let size = rustix::termios::tcgetwinsize(output).ok()?;
    let size = (usize::from(size.ws_col), usize::from(size.ws_row));
    (size.0 > 0 && size.1 > 0).then_some(size)
}

#[cfg(not(unix))]
pub(super) fn size_of<T>(_: T) -> Option<(usize, usize)> {
    let number = |name| text(name)?.parse().ok().filter(|&number: &usize| number > 0);
    Some((number("COLUMNS")?, number("LINES")?))
}

/// How many columns a line has, without the escape sequences of its colours.
pub(super) fn columns(line: &str) -> usize {
    let mut chars = line.chars();
    let mut columns = 0;
    while let Some(c) = chars.next() {
        if c == '\x1b' {
            chars.by_ref().find(|&c| c == 'm');
        } else {
            columns += c.width().unwrap_or(0);
        }
    }
    columns
}

/// How many rows a text has on a screen.
fn height(text: &str, width: usize) -> usize {
    text.lines().map(|line| columns(line).div_ceil(width).max(1)).sum()
}

/// The pager: `HOSHI_PAGER`, `PAGER`, else less. `cat`, or an empty one, is none.
fn pager_command() -> Option<String> {
    let named = ["HOSHI_PAGER", "PAGER"].iter().find_map(|name| env::var(name).ok());
    let command = named.unwrap_or_else(|| PAGER.to_owned());
    Some(command).filter(|command| !matches!(command.trim(), "" | "cat"))
}

/// Sends a text through a pager. Fails only if the pager cannot be started: it may be closed early.
fn through(command: &str, text: &str) -> io::Result<()> {
    let mut shell = if cfg!(windows) { Command::new("cmd") } else { Command::new("sh") };
    shell.args([if cfg!(windows) { "/C" } else { "-c" }, command]).stdin(Stdio::piped());
    // Colours are shown as such, and what fits on one screen after all is not waited at.
    for (name, value) in [("LESS", "FRX"), ("LV", "-c")] {
        if env::var_os(name).is_none() {
            shell.env(name, value);
        }
    }
    let run = || {
        let mut child = shell.spawn()?;
        if let Some(mut input) = child.stdin.take() {
            // It may be closed before it has read everything.
            let _ = input.write_all(text.as_bytes());
        }
        child.wait()
    };
    let status = signals::lend_terminal(run).map_err(io::Error::other)??;
    // The shell says so when there is no such program.
    if matches!(status.code(), Some(126 | 127)) {
        return Err(io::ErrorKind::NotFound.into());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_wrapped_between_words() {
        assert_eq!(wrapped("a bb ccc", None), "a bb ccc");
        assert_eq!(wrapped("a bb ccc", Some(4)), "a bb\nccc");
        assert_eq!(wrapped("aaaaaaa b 李李", Some(4)), "aaaaaaa\nb\n李李");
    }

    #[test]
    fn messages_are_folded_between_words() {
        let word = "1234567890";
        let long = [word; 15].join(" ");
        let folded = folded(&format!("{long}\n  {long}\n"));
        let lines: Vec<&str> = folded.lines().collect();
        assert_eq!(lines[0], [word; 7].join(" "));
        assert_eq!(lines[1], format!("  {}", [word; 7].join(" ")));
        assert_eq!(lines[2], format!("  {word}"));
        assert_eq!(lines[3], format!("  {long}"));
        assert_eq!(lines.len(), 4);
        assert!(fits(lines[0]) && !fits(&long));
    }

    #[test]
    fn escape_sequences_take_no_room() {
        assert_eq!(columns("\x1b[1;38;5;16mab\x1b[0m李"), 4);
        assert_eq!(height("12345\n\n1\n", 4), 4);
    }

    #[test]
    fn light_grounds() {
        assert!(is_light("0;15") && is_light("0;default;7"));
        assert!(!is_light("15;0") && !is_light(""));
    }
}
