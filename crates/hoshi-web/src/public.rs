//! What a session says, as text for pages. Where things lie on this machine is nobody's business: neither the record
//! nor an engine.

use std::borrow::Cow;
use std::path::{MAIN_SEPARATOR, Path};
use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;
use hoshi_session::{Event, Published, Recording, SeatView, Snapshot};

use crate::message::ToPage;

/// Events for a page.
pub(crate) fn events_text(events: &[Arc<Published>], folder: &str) -> Utf8Bytes {
    let without_paths = |published: &Arc<Published>| {
        let event = match &published.event {
            Event::Recording { recording } => {
                Event::Recording { recording: without_folder(recording.clone(), folder) }
            }
            Event::Note { about, text } => {
                Event::Note { about: *about, text: public_text(text, folder) }
            }
            Event::Seat { color, seat } if seat.program => {
                Event::Seat { color: *color, seat: Box::new(public_seat((**seat).clone())) }
            }
            _ => return Arc::clone(published),
        };
        Arc::new(Published { event, ..(**published).clone() })
    };
    ToPage::Events(&events.iter().map(without_paths).collect::<Vec<_>>()).text()
}

/// A snapshot for a page.
pub(crate) fn snapshot_text(mut snapshot: Box<Snapshot>, folder: &str) -> Utf8Bytes {
    snapshot.recording = without_folder(snapshot.recording, folder);
    for seat in [&mut snapshot.seats.black, &mut snapshot.seats.white] {
        *seat = public_seat(std::mem::take(seat));
    }
    ToPage::Snapshot(snapshot).text()
}

/// The seat of a program, without the path of its engine: neither in its name nor in why it does not play.
pub(crate) fn public_seat(seat: SeatView) -> SeatView {
    if !seat.program {
        return seat;
    }
    let fault = seat.fault.map(|fault| without_paths(&fault));
    SeatView { name: without_paths(&seat.name), fault, ..seat }
}

/// How a game is recorded, without the folder: neither in the name of the file nor in why it is not saved.
fn without_folder(recording: Recording, folder: &str) -> Recording {
    let why = recording.why.map(|why| public_text(&why, folder));
    Recording { file: recording.file.as_deref().map(file_name), why, ..recording }
}

/// A text without the folder of the history and without any other path.
fn public_text(text: &str, folder: &str) -> String {
    let text = text.replace(folder, "");
    let plain = folder.trim_end_matches(MAIN_SEPARATOR);
    if !Path::new(plain).is_absolute() {
        return without_paths(&text);
    }
    let mut shown = String::with_capacity(text.len());
    let mut rest = text.as_str();
    // The folder itself, and not one whose name only begins like it.
    while let Some((before, behind)) = rest.split_once(plain) {
        shown.push_str(before);
        let is_whole = behind.chars().next().is_none_or(|next| ends(next) || next == ':');
        shown.push_str(if is_whole { "the history" } else { plain });
        rest = behind;
    }
    shown.push_str(rest);
    without_paths(&shown)
}

/// The name of a file in the history, which is what it is found again by.
pub(crate) fn file_name(path: &str) -> String {
    path.rsplit(['/', '\\']).next().unwrap_or(path).to_owned()
}

/// What stands before a path, and what ends one.
fn ends(letter: char) -> bool {
    letter.is_whitespace() || "`'\"()[]<>,;|".contains(letter)
}

/// A text in which every absolute path is only the name of its file. A folder of which nothing else is said is `...`.
fn without_paths(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    let mut rest = text;
    while !rest.is_empty() {
        let end = rest.find(ends).unwrap_or(rest.len());
        let end = if path_in(&rest[..end]).is_some() { with_blanks(rest, end) } else { end };
        let (word, behind) = rest.split_at(end);
        shown.push_str(&without_path(word));
        let mark = behind.chars().next().map_or(0, char::len_utf8);
        shown.push_str(&behind[..mark]);
        rest = &behind[mark..];
    }
    shown
}

/// Where a path ends that seems to end at a blank: with the last word behind it that has a separator inside. That may
/// take a word too many, which is better than to tell half a path.
fn with_blanks(text: &str, mut end: usize) -> usize {
    let mut at = end;
    while !text[..at].ends_with(':')
        && let Some(next) = text[at..].strip_prefix(' ')
    {
        let word = &next[..next.find(ends).unwrap_or(next.len())];
        if word.is_empty() || word.starts_with(['/', '-']) {
            break;
        }
        at += 1 + word.len();
        if word.contains(['/', '\\']) {
            end = at;
        }
    }
    end
}

/// Where an absolute path begins in a word, which may have an option before it.
fn path_in(word: &str) -> Option<usize> {
    let drive = |text: &str| {
        let bytes = text.as_bytes();
        bytes.len() > 2 && bytes[0].is_ascii_alphabetic() && bytes[1] == b':' && bytes[2] == b'\\'
    };
    let is_path = |text: &str| text.starts_with('/') || drive(text);
    match word.split_once('=') {
        _ if is_path(word) => Some(0),
        Some((option, path)) if is_path(path) => Some(option.len() + 1),
        _ => None,
    }
}

/// A word without its path, behind which a colon may stand.
fn without_path(word: &str) -> Cow<'_, str> {
    let Some(start) = path_in(word) else { return Cow::Borrowed(word) };
    let (before, path) = word.split_at(start);
    let plain = path.trim_end_matches([':', '.']);
    let tail = &path[plain.len()..];
    match file_name(plain).as_str() {
        // One slash is no path.
        "" if plain.len() < 2 => Cow::Borrowed(word),
        "" => Cow::Owned(format!("{before}...{tail}")),
        name => Cow::Owned(format!("{before}{name}{tail}")),
    }
}

#[cfg(test)]
mod tests {
    use hoshi_session::{Saved, Side, Time};

    use super::*;

    fn published(event: Event) -> Arc<Published> {
        Arc::new(Published { v: 1, seq: 1, at: Time::new(0), saved: true, event })
    }

    #[test]
    fn no_page_hears_of_a_folder() {
        let folder = "/srv/my: games/";
        let path = format!("{folder}2026-01-01.sgf");
        let shown = |file: Option<&str>, why: Option<&str>| {
            let (file, why) = (file.map(str::to_owned), why.map(str::to_owned));
            let shown = without_folder(Recording { file, saved: Saved::No, why }, folder);
            (shown.file, shown.why)
        };
        let (file, why) =
            shown(Some(&path), Some(&format!("{path}: cannot lock it: no space left")));
        assert_eq!(file.as_deref(), Some("2026-01-01.sgf"));
        assert_eq!(why.as_deref(), Some("2026-01-01.sgf: cannot lock it: no space left"));
        assert_eq!(shown(None, Some("the disk is full")).1.as_deref(), Some("the disk is full"));
        // The folder itself, and one that only begins like it.
        let why = |why: &str| shown(None, Some(why)).1.unwrap();
        assert_eq!(why("/srv/my: games: no space left"), "the history: no space left");
        assert_eq!(why("cannot create `/srv/my: games`"), "cannot create `the history`");
        assert_eq!(why("/mnt/other games/x/b.sgf: no space left"), "b.sgf: no space left");
        let text = format!("{path} was changed; the game continues in {folder}b.sgf");
        let event = Event::Note { about: None, text };
        let text = events_text(&[published(event)], folder);
        assert!(text.contains("2026-01-01.sgf was changed; the game continues in b.sgf"), "{text}");
    }

    #[test]
    fn no_page_hears_where_an_engine_lies() {
        let seat = SeatView {
            name: "/opt/my-go/gnugo".to_owned(),
            program: true,
            fault: Some(
                "cannot start /opt/my-go/gnugo: no such file (`--config=/srv/ann/x.cfg`)"
                    .to_owned(),
            ),
            ..SeatView::default()
        };
        let event = Event::Seat { color: Side::White, seat: Box::new(seat) };
        let text = events_text(&[published(event)], "/srv/games/");
        assert!(!text.contains("/opt") && !text.contains("/srv"), "{text}");
        assert!(text.contains("cannot start gnugo: no such file (`--config=x.cfg`)"), "{text}");
    }

    #[test]
    fn only_paths_are_changed() {
        for (text, shown) in [
            ("/usr/games/gnugo", "gnugo"),
            ("in /srv/ann/:", "in ...:"),
            (r"C:\Go\katago.exe gtp", "katago.exe gtp"),
            ("it ended (/bin/sh: no).", "it ended (sh: no)."),
            ("cannot start /opt/my go/engine: no such file", "cannot start engine: no such file"),
            ("/opt/my own go/bin/x -c /srv/a b/c.cfg", "x -c c.cfg"),
            (r"C:\Program Files\Go\katago.exe gtp", "katago.exe gtp"),
            ("/usr/bin/go and more", "go and more"),
        ] {
            assert_eq!(without_paths(text), shown);
        }
        for text in
            ["", "GNU Go 3.8", "10m+25/5m", "black / white", "see https://go.example/x", "/"]
        {
            assert_eq!(without_paths(text), text);
        }
    }
}
