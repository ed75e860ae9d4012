//! A line editor below the output of the program, with a history. The program owns the loop: keys arrive on its own
//! channel, and it hides the line before it prints. So a message that arrives during typing appears above the line,
//! and the prompt can change. Editors that read a complete line themselves can do neither.

use std::fmt;
use std::io::{self, Write};
use std::thread;

use ratatui::crossterm::cursor::MoveToColumn;
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use ratatui::crossterm::queue;
use ratatui::crossterm::style::Print;
use ratatui::crossterm::terminal::{Clear, ClearType, size};
use ratatui::style::Style;
use unicode_width::UnicodeWidthStr as _;

use crate::line::{LineEdit, Typed};
use crate::terminal;
use crate::widgets::clip;

/// The maximum number of lines in the history.
const MOST: usize = 200;

/// The maximum length of a line in the history, in bytes.
const LONG: usize = 500;

/// The result of a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entered {
    /// A line was entered.
    Line(String),
    /// Ctrl-D on an empty line, or the terminal is gone.
    End,
    /// Ctrl-C.
    Interrupt,
    /// Ctrl-Z.
    Stop,
}

/// An event of the terminal, for [`Prompt::take`].
#[derive(Debug)]
pub struct Key(Option<Event>);

/// The line editor. It holds the terminal as long as it lives.
pub struct Prompt {
    edit: LineEdit,
    prompt: String,
    is_shown: bool,
    history: Vec<String>,
    /// The index of the history line on the screen; the length for the new line.
    at: usize,
    /// The new line, while a line of the history is on the screen.
    draft: String,
    /// The length of the history at the start.
    known: usize,
    words: &'static [&'static str],
}

impl fmt::Debug for Prompt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Prompt").field("edit", &self.edit).finish_non_exhaustive()
    }
}

impl Prompt {
    /// Takes the terminal and reads it on a separate thread. Every key is passed to `send`, which returns whether to
    /// continue. `history` has the oldest line first. Tab completes `words`.
    ///
    /// # Errors
    /// If the terminal cannot be set up.
    pub fn start(
        history: &str,
        words: &'static [&'static str],
        send: impl Fn(Key) -> bool + Send + 'static,
    ) -> io::Result<Prompt> {
        terminal::enter_lines()?;
        thread::spawn(move || {
            while let Ok(event) = event::read() {
                if !send(Key(Some(event))) {
                    return;
                }
            }
            send(Key(None));
        });
        Ok(Prompt::of(history, words))
    }

    fn of(history: &str, words: &'static [&'static str]) -> Prompt {
        let history = lines_of(history);
        Prompt {
            edit: LineEdit::default(),
            prompt: String::new(),
            is_shown: false,
            at: history.len(),
            known: history.len(),
            history,
            draft: String::new(),
            words,
        }
    }

    /// Handles a key, and redraws the line if it is on the screen.
    ///
    /// # Errors
    /// If the terminal cannot be written.
    pub fn take(&mut self, key: Key) -> io::Result<Option<Entered>> {
        let Some(event) = key.0 else { return Ok(Some(Entered::End)) };
        let entered = match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.key(key),
            Event::Resize(..) => None,
            _ => return Ok(None),
        };
        if self.is_shown {
            // The entered line stays on the screen.
            self.draw(&mut io::stdout())?;
            if entered.is_some() {
                self.is_shown = false;
                writeln!(io::stdout())?;
            }
        }
        if matches!(entered, Some(Entered::Line(_))) {
            self.edit = LineEdit::default();
        }
        Ok(entered)
    }

    fn key(&mut self, key: KeyEvent) -> Option<Entered> {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char('c') if control => return Some(Entered::Interrupt),
            KeyCode::Char('z') if control => return Some(Entered::Stop),
            KeyCode::Char('d') if control && self.edit.text().is_empty() => {
                return Some(Entered::End);
            }
            KeyCode::Up => self.walk(-1),
            KeyCode::Down => self.walk(1),
            KeyCode::Char('p') if control => self.walk(-1),
            KeyCode::Char('n') if control => self.walk(1),
            KeyCode::Tab => self.complete(),
            // A pasted line may end with a line feed.
            KeyCode::Char('j') if control => return Some(Entered::Line(self.enter())),
            _ => match self.edit.key(key) {
                Typed::Done => return Some(Entered::Line(self.enter())),
                Typed::Cancelled => self.edit = LineEdit::default(),
                Typed::Edited | Typed::Ignored => {}
            },
        }
        None
    }

    /// Takes the complete line.
    fn enter(&mut self) -> String {
        let text = self.edit.text().to_owned();
        if is_kept(&text) && self.history.last().map(String::as_str) != Some(text.trim()) {
            self.history.push(text.trim().to_owned());
        }
        self.at = self.history.len();
        text
    }

    fn walk(&mut self, by: isize) {
        let to = self.at.saturating_add_signed(by).min(self.history.len());
        if to == self.at {
            return;
        }
        if self.at == self.history.len() {
            self.edit.text().clone_into(&mut self.draft);
        }
        self.at = to;
        let text = self.history.get(to).unwrap_or(&self.draft).clone();
        self.edit = LineEdit::of(text);
    }

    /// Completes the word, as far as all candidates agree.
    fn complete(&mut self) {
        let typed = self.edit.text().to_owned();
        let mut words = self.words.iter().filter(|word| word.starts_with(&typed));
        let Some(&first) = words.next().filter(|_| !typed.is_empty()) else { return };
        let mut common = first.len();
        let mut is_only = true;
        for word in words {
            is_only = false;
            common =
                common.min(first.bytes().zip(word.bytes()).take_while(|(a, b)| a == b).count());
        }
        let end = if is_only { " " } else { "" };
        self.edit = LineEdit::of(format!("{}{end}", &first[..common]));
    }

    /// Shows the line with a prompt, or changes the prompt.
    ///
    /// # Errors
    /// If the terminal cannot be written.
    pub fn show(&mut self, prompt: &str) -> io::Result<()> {
        if self.is_shown && self.prompt == prompt {
            return Ok(());
        }
        self.is_shown = true;
        self.prompt = hoshi_files::visible_line(prompt).into_owned();
        self.draw(&mut io::stdout())
    }

    /// Removes the line from the screen before printing.
    ///
    /// # Errors
    /// If the terminal cannot be written.
    pub fn hide(&mut self) -> io::Result<()> {
        if !std::mem::take(&mut self.is_shown) {
            return Ok(());
        }
        let mut out = io::stdout();
        queue!(out, MoveToColumn(0), Clear(ClearType::FromCursorDown))?;
        out.flush()
    }

    /// Restores the terminal for a while, such as before the process is suspended.
    pub fn release(&mut self) {
        let _ = self.hide();
        terminal::restore_terminal();
    }

    /// Takes the terminal again.
    ///
    /// # Errors
    /// If the terminal cannot be set up.
    pub fn retake(&mut self) -> io::Result<()> {
        self.is_shown = false;
        terminal::enter_lines()
    }

    fn draw(&self, out: &mut impl Write) -> io::Result<()> {
        // The last column stays empty: some terminals wrap when it is written.
        self.draw_in(out, width_of(size().ok()).saturating_sub(1))
    }

    fn draw_in(&self, out: &mut impl Write, width: usize) -> io::Result<()> {
        // A small window cuts the prompt, not the text.
        let prompt = clip(&self.prompt, width.saturating_sub(20).max(width / 2));
        let spans = self.edit.line(width.saturating_sub(prompt.width()), Style::new()).spans;
        let column = prompt.width() + spans.first().map_or(0, |span| span.content.width());
        queue!(out, MoveToColumn(0), Clear(ClearType::FromCursorDown), Print(prompt))?;
        for span in spans {
            queue!(out, Print(span.content))?;
        }
        queue!(out, MoveToColumn(u16::try_from(column).unwrap_or(u16::MAX)))?;
        out.flush()
    }

    /// The history to save: `kept`, which another process may have changed meanwhile, and the new lines.
    #[must_use]
    pub fn history(&self, kept: &str) -> Option<String> {
        let new = &self.history[self.known..];
        if new.is_empty() {
            return None;
        }
        let mut lines = lines_of(kept);
        lines.extend(new.iter().cloned());
        let first = lines.len().saturating_sub(MOST);
        Some(lines[first..].iter().map(|line| format!("{line}\n")).collect())
    }
}

impl Drop for Prompt {
    fn drop(&mut self) {
        self.release();
    }
}

fn lines_of(history: &str) -> Vec<String> {
    let lines = history.lines().filter(|line| is_kept(line));
    let mut lines: Vec<String> = lines.map(str::to_owned).collect();
    lines.drain(..lines.len().saturating_sub(MOST));
    lines
}

/// Whether a line is worth keeping, and safe to show.
fn is_kept(line: &str) -> bool {
    !line.trim().is_empty() && line.len() <= LONG && line.chars().all(hoshi_files::is_visible)
}

/// The columns of a terminal. One that does not know its size, as under some scripts, says 0.
fn width_of(size: Option<(u16, u16)>) -> usize {
    size.filter(|&(columns, _)| columns > 0).map_or(80, |(columns, _)| usize::from(columns))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keys::Press;

    fn press(prompt: &mut Prompt, name: &str) -> Option<Entered> {
        let press: Press = name.parse().unwrap();
        prompt.key(press.event())
    }

    fn enter(prompt: &mut Prompt, text: &str) {
        for letter in text.chars() {
            prompt.key(KeyEvent::from(KeyCode::Char(letter)));
        }
        assert_eq!(press(prompt, "enter"), Some(Entered::Line(text.to_owned())));
        prompt.edit = LineEdit::default();
    }

    #[test]
    fn the_history_is_walked_and_the_new_line_kept() {
        let mut prompt = Prompt::of("D4\nscore\n", &[]);
        enter(&mut prompt, "E5");
        enter(&mut prompt, "E5");
        enter(&mut prompt, "  ");
        prompt.edit = LineEdit::of("comm");
        let mut seen = Vec::new();
        for key in ["up", "up", "ctrl-p", "up", "down", "ctrl-n", "down", "down"] {
            assert_eq!(press(&mut prompt, key), None);
            seen.push(prompt.edit.text().to_owned());
        }
        assert_eq!(seen, ["E5", "score", "D4", "D4", "score", "E5", "comm", "comm"]);
        // Another program has added a line.
        assert_eq!(prompt.history("D4\nscore\nC3\n").unwrap(), "D4\nscore\nC3\nE5\n");
        assert_eq!(Prompt::of("D4\n", &[]).history("D4\n"), None);
    }

    #[test]
    fn a_history_is_short_and_cannot_control_the_terminal() {
        let many: String = (0..500).map(|number| format!("comment {number}\n")).collect();
        assert_eq!(Prompt::of(&many, &[]).history.len(), MOST);
        let mut prompt = Prompt::of("a\x1b[31m\n\nb\n", &[]);
        assert_eq!(prompt.history, ["b"]);
        enter(&mut prompt, &"long".repeat(LONG));
        assert_eq!(prompt.history, ["b"]);
        let mut full = Prompt::of("", &[]);
        enter(&mut full, "new");
        let kept = full.history(&many).unwrap();
        assert_eq!(kept.lines().count(), MOST);
        assert!(kept.ends_with("comment 499\nnew\n"), "{kept}");
    }

    #[test]
    fn keys_that_leave() {
        let mut prompt = Prompt::of("", &["undo", "unpause", "score"]);
        assert_eq!(press(&mut prompt, "ctrl-d"), Some(Entered::End));
        assert_eq!(press(&mut prompt, "ctrl-c"), Some(Entered::Interrupt));
        assert_eq!(press(&mut prompt, "ctrl-z"), Some(Entered::Stop));
        prompt.edit = LineEdit::of("sc");
        assert_eq!(press(&mut prompt, "ctrl-d"), None);
        press(&mut prompt, "tab");
        assert_eq!(prompt.edit.text(), "score ");
        prompt.edit = LineEdit::of("u");
        press(&mut prompt, "tab");
        assert_eq!(prompt.edit.text(), "un");
        press(&mut prompt, "esc");
        assert_eq!(prompt.edit.text(), "");
    }

    #[test]
    fn the_line_stays_on_one_row() {
        let mut prompt = Prompt::of("", &[]);
        prompt.prompt = "Black (Black 10:00, White 0:24 (3))> ".to_owned();
        let mut checked = 0;
        for text in ["", "D4", "囲碁囲碁囲碁", &"comment ".repeat(30)] {
            prompt.edit = LineEdit::of(text);
            for width in [1, 2, 10, 40, 79, 200] {
                let mut bytes = Vec::new();
                prompt.draw_in(&mut bytes, width).unwrap();
                let shown = String::from_utf8(bytes).unwrap();
                assert!(!shown.contains('\n'), "{shown:?}");
                let mut parts = shown.split('\x1b').map(|part| {
                    part.trim_start_matches('[').trim_start_matches(|c: char| c.is_ascii_digit())
                });
                let widest = parts.by_ref().map(|part| part.width().saturating_sub(1)).max();
                assert!(widest <= Some(width.max(4)), "{width}: {shown:?}");
                checked += 1;
            }
        }
        assert_eq!(checked, 24);
    }

    #[test]
    fn a_terminal_of_no_width_is_an_unknown_one() {
        assert_eq!([None, Some((0, 0)), Some((100, 30))].map(width_of), [80, 80, 100]);
    }
}
