//! A file that another program wrote, kept as it was before it is changed for the first time. A record
//! has no place for everything that such a file may hold, such as text around its games.

use std::io;
use std::path::{Path, PathBuf};

use hoshi_record::sgf::{Collection, GameTree, NodeRef};

use super::save::{end_of, failed};
use super::{Note, Recorder, SaveError};
use crate::mend::MAX_MOVE;

/// So many names may be taken by what cannot be read.
const MOST: u32 = 1000;

/// Who wrote a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Author {
    /// hoshi, or there is no file yet.
    Hoshi,
    /// Another program began it. It is laid out as hoshi does it, so if there is an original beside it,
    /// hoshi has continued it since.
    Continued,
    /// Another program, or a person: hoshi would write it in another way.
    Other,
}

impl Author {
    /// Who wrote these bytes, which hold this.
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

/// Whether a file that hoshi wrote may end so, behind what is sure: with brackets, or with what a write
/// that was cut short has left of a move.
fn is_end(bytes: &[u8]) -> bool {
    let others = || bytes.iter().filter(|&&byte| byte != 0);
    let is_of_move = |byte: &u8| {
        byte.is_ascii_alphanumeric() || byte.is_ascii_whitespace() || b";[]().".contains(byte)
    };
    let is_closer = |byte: &u8| *byte == b')' || byte.is_ascii_whitespace();
    // Behind a bracket, words alone are somebody's text.
    let is_cut = || bytes.first().is_some_and(u8::is_ascii_alphanumeric);
    let has_marks = || bytes.iter().any(|byte| b";[]\0".contains(byte));
    let is_torn = || (is_cut() || has_marks()) && others().all(is_of_move);
    bytes.iter().all(is_closer) || (others().count() <= MAX_MOVE && is_torn())
}

/// The name of an original: `game.sgf.orig`, or with a number behind it.
fn name(path: &Path, number: u32) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(if number == 1 { ".orig".to_owned() } else { format!(".orig-{number}") });
    name.into()
}

impl Recorder {
    /// Keeps the file as it is, if hoshi did not write it. `now` is what it holds, where that is known.
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
                        // The file itself is gone.
                        Err(error) if error.kind() == io::ErrorKind::NotFound && now.is_none() => {
                            break;
                        }
                        Err(error) => return Err(failed(path, DOING)(error)),
                    }
                }
                Ok(_) => continue,
                // Something that is not a file has the name.
                Err(_) if number < MOST => continue,
                Err(error) => return Err(failed(path, DOING)(error)),
            }
            // Before the file is replaced: at no time is the original nowhere. A name that could not be
            // synced is given again.
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
        ] {
            assert_eq!(author(text.as_bytes()), Author::Other, "{text:?}");
        }
    }
}
