//! Keeps the original of a file that another program wrote, before its first change. Such a file may
//! hold things that a record cannot represent, such as text around its games.

use std::io;
use std::path::{Path, PathBuf};

use hoshi_record::sgf::{Collection, GameTree, NodeRef};

use super::known::end_of;
use super::save::failed;
use super::{Note, Recorder, SaveError};
use crate::mend::MAX_MOVE;

/// The maximum number of names tried.
const MOST: u32 = 1000;

/// The author of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Author {
    /// hoshi, or there is no file yet.
    Hoshi,
    /// Another program began it, but its layout is hoshi's: if there is an original beside it, hoshi
    /// has continued it since.
    Continued,
    /// Another program, or a person: hoshi would lay it out differently.
    Other,
}

impl Author {
    /// The author of these bytes, whose content is `file`.
    pub(super) fn of(bytes: &[u8], file: &Collection) -> Author {
        let written = file.to_bytes();
        let end = end_of(&written);
        if !bytes.starts_with(&written[..end]) || !is_end(&bytes[end..]) {
            return Author::Other;
        }
        let root = file.game(0).map(GameTree::root);
        let mut applications = root.into_iter().flat_map(NodeRef::properties);
        let is_hoshi = applications.any(|property| {
            let mut values = property.values();
            property.is("AP") && values.any(|value| value.raw().starts_with(b"hoshi:"))
        });
        if is_hoshi { Author::Hoshi } else { Author::Continued }
    }
}

/// Whether a file that hoshi wrote may end like this: with brackets, or with the remains of a torn
/// move.
fn is_end(bytes: &[u8]) -> bool {
    let others = || bytes.iter().filter(|&&byte| byte != 0);
    let is_of_move = |byte: &u8| {
        byte.is_ascii_alphanumeric() || byte.is_ascii_whitespace() || b";[]().".contains(byte)
    };
    let is_closer = |byte: &u8| *byte == b')' || byte.is_ascii_whitespace();
    // Words alone after a bracket are text that a person added.
    let is_cut = || bytes.first().is_some_and(u8::is_ascii_alphanumeric);
    let has_marks = || bytes.iter().any(|byte| b";[]\0".contains(byte));
    let is_torn = || (is_cut() || has_marks()) && others().all(is_of_move);
    bytes.iter().all(is_closer) || (others().count() - longest_room(bytes) <= MAX_MOVE && is_torn())
}

/// The length of the longest white space: the room for moves, of which there is one.
fn longest_room(bytes: &[u8]) -> usize {
    let runs = bytes.split(|byte| !byte.is_ascii_whitespace());
    runs.map(<[u8]>::len).max().unwrap_or(0)
}

/// The name of an original: `game.sgf.orig`, or with a number after it.
fn name(path: &Path, number: u32) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(if number == 1 { ".orig".to_owned() } else { format!(".orig-{number}") });
    name.into()
}

impl Recorder {
    /// Keeps the original, if hoshi did not write it. `now` is its content, if known.
    pub(super) fn keep_original(
        &mut self,
        path: &Path,
        now: Option<&[u8]>,
    ) -> Result<(), SaveError> {
        const DOING: &str = "cannot keep a copy of the original";
        if self.author == Author::Hoshi {
            return Ok(());
        }
        let disk = self.history.disk.clone();
        let mut number = 0;
        loop {
            number += 1;
            let original = name(path, number);
            match disk.read(&original) {
                // It was kept when hoshi first continued the game.
                Ok(_) if self.author == Author::Continued => break,
                Ok(there) if now == Some(&there) => {}
                Err(error) if error.kind() == io::ErrorKind::NotFound => {
                    match disk.keep(path, &original) {
                        Ok(()) => {}
                        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
                        // The file no longer exists.
                        Err(error) if error.kind() == io::ErrorKind::NotFound && now.is_none() => {
                            break;
                        }
                        Err(error) => return Err(failed(path, DOING)(error)),
                    }
                }
                Ok(_) => continue,
                // The name belongs to something that is not a file.
                Err(_) if number < MOST => continue,
                Err(error) => return Err(failed(path, DOING)(error)),
            }
            // Before the file is replaced, so that the original always has a name. A name that could
            // not be synced is created again.
            if let Err(error) = disk.sync_folder(&self.history.folder) {
                let _ = disk.remove(&original);
                return Err(failed(path, DOING)(error));
            }
            self.notes.push(Note::OriginalKept { path: path.to_owned(), original });
            break;
        }
        self.author = Author::Hoshi;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mend::mend;

    fn author(text: &[u8]) -> Author {
        Author::of(text, &mend(text.to_vec()).unwrap().file)
    }

    #[test]
    fn what_hoshi_wrote_is_known() {
        let game = "(;GM[1]AP[hoshi:0.1.0]SZ[9];B[cc]";
        for end in [
            ")\n",
            "",
            ";",
            ";W",
            ";W[",
            ";W[b",
            ";W[bb]",
            ";W[bb]W",
            ";W[bb]WL[2",
            "\0\0",
            ";W[\0\0\0)\n",
            ")\nb])\n",
            ")\n\0\0]WL[46.868]OW[5])\n",
        ] {
            let text = format!("{game}{end}");
            assert_eq!(author(text.as_bytes()), Author::Hoshi, "{text:?}");
            let text = text.replace("AP[hoshi:0.1.0]", "AP[Other:1]");
            assert_eq!(author(text.as_bytes()), Author::Continued, "{text:?}");
        }
    }

    #[test]
    fn what_a_person_added_is_known() {
        let game = "(;GM[1]AP[hoshi:0.1.0]SZ[9];B[cc])\n";
        for text in [
            format!("My best game!\n{game}"),
            format!("{game}To be continued"),
            format!("{game}-- see [1]; Ann"),
            game.replace(";B", "; B"),
            format!("{game}note\n(;SZ[9])\n"),
            // Lines that mean something to the person who wrote them.
            format!("{game}x]\n{}", "   1.\n".repeat(40)),
        ] {
            assert_eq!(author(text.as_bytes()), Author::Other, "{text:?}");
        }
    }
}
