//! `hoshi gtp`: a program that plays, behind the Go Text Protocol. The protocol is `hoshi_gtp::server`; here
//! are standard input and output, and the records that it does not know.

mod bot;

use std::io::{self, ErrorKind, Read, Write};
use std::path::Path;

use anyhow::{Context as _, Result, bail};
use hoshi_core::Game;
use hoshi_gtp::server::{GoProgram, Records, Server};
use hoshi_record::kifu::{About, Kifu};
use hoshi_record::replay::{Terms, replay_brief};

use super::Answer;
use crate::cli::{CharsetOptions, Gtp};
use crate::files;
use crate::out::{self, Out};
use crate::records;
use crate::signals;
use bot::BotProgram;

/// Serves the bot on standard input and output.
pub(crate) fn run(options: &Gtp, out: &mut Out) -> Result<Answer> {
    signals::end_on_signal()?;
    serve(BotProgram::new(options), io::stdin(), Wire(out)).context(out::NOT_WRITTEN)?;
    Ok(Answer::Yes)
}

fn serve(
    program: impl GoProgram,
    input: impl Read + Send + 'static,
    output: impl Write,
) -> io::Result<()> {
    let mut server =
        Server::new(program).with_records(Sgf).with_talk(|text| out::talk(format!("{text}\n")));
    server.serve(input, output)
}

/// Standard output, as the protocol needs it.
struct Wire<'a>(&'a mut Out);

/// The error of the system behind an error of the output.
fn system(error: &anyhow::Error) -> io::Error {
    let kind = error.root_cause().downcast_ref().map_or(ErrorKind::Other, io::Error::kind);
    io::Error::new(kind, error.to_string())
}

impl Write for Wire<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.bytes(bytes).map_err(|error| system(&error))?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush().map_err(|error| system(&error))
    }
}

/// Records of any format that hoshi reads, and SGF to write.
struct Sgf;

impl Records for Sgf {
    fn load(&mut self, path: &str, before: Option<usize>) -> Result<Game, String> {
        let load = || -> Result<Game> {
            let record = records::load(Path::new(path), None, &CharsetOptions::default())?;
            let tree = records::game(&record, 1)?;
            if let Some(other) = tree.other_game() {
                bail!("{path}: this is {other}, not Go");
            }
            let number = before.map(|number| number.saturating_sub(1));
            let node = records::node(tree, number, None)?;
            Ok(replay_brief(node, &Terms::of(tree)).game)
        };
        load().map_err(|error| format!("{error:#}"))
    }

    fn to_sgf(&mut self, game: &Game) -> Result<String, String> {
        let write = || -> Result<String> {
            let application = concat!("hoshi:", env!("CARGO_PKG_VERSION")).to_owned();
            let about = About { application, ..About::default() };
            let mut kifu = Kifu::begin(game, &about)?;
            for (color, mv) in game.moves() {
                let _ = kifu.play(color, mv, None)?;
            }
            Ok(String::from_utf8(kifu.to_bytes())?)
        };
        write().map_err(|error| format!("{error:#}"))
    }

    fn save(&mut self, path: &str, sgf: &str) -> Result<(), String> {
        let written = files::write(Path::new(path), sgf.as_bytes(), false);
        written.map(drop).map_err(|error| format!("{error:#}"))
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;
    use std::sync::atomic::AtomicBool;

    use hoshi_core::{DeadAndSeki, Move};
    use hoshi_gtp::server::{AnalysisRequest, Question};
    use hoshi_gtp::{Analysis, Genmove};

    use super::*;

    /// Passes.
    struct Passer;

    impl GoProgram for Passer {
        fn name(&self) -> String {
            "Passer".to_owned()
        }

        fn version(&self) -> String {
            String::new()
        }

        fn choose(&mut self, _question: &Question<'_>) -> Genmove {
            Genmove::Move(Move::Pass)
        }

        fn analyze(
            &mut self,
            question: &Question<'_>,
            _request: &AnalysisRequest,
            _report: &mut dyn FnMut(&Analysis),
        ) -> Genmove {
            self.choose(question)
        }

        fn final_status(&mut self, game: &Game, _stop: &AtomicBool) -> Option<DeadAndSeki> {
            Some(DeadAndSeki::new(game.size()))
        }
    }

    fn answers(lines: String) -> String {
        let mut output = Vec::new();
        serve(Passer, Cursor::new(lines), &mut output).expect("served");
        String::from_utf8(output).expect("text")
    }

    #[test]
    fn records_are_written_and_read_back() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a game.sgf").display().to_string();
        let lines = format!(
            "boardsize 9\nkomi 0.5\nkgs-rules japanese\nset_free_handicap C3 G7\nplay w E5\ngenmove b\n\
             printsgf\nprintsgf {path}\nprintsgf {path}\nclear_board\nkomi 7\nloadsgf {path}\nlist_stones b\n\
             list_stones w\nget_komi\nloadsgf {path} 1\nlist_stones w\nloadsgf {path} 9\nloadsgf /nowhere/x.sgf\n"
        );
        let answers = answers(lines);
        let answers: Vec<&str> = answers.split("\n\n").collect();
        let sgf = answers[6];
        for part in
            ["= (;GM[1]FF[4]", "SZ[9]", "KM[0.5]", "RU[Japanese]", "HA[2]", ";W[ee]", ";B[]"]
        {
            assert!(sgf.contains(part), "{part} is not in {sgf}");
        }
        assert_eq!(answers[7], "=");
        // A file that is there is not replaced.
        assert!(answers[8].starts_with("? cannot save file: "), "{}", answers[8]);
        assert_eq!(answers[11..15], ["= white", "= G7 C3", "= E5", "= 0.5"]);
        // Before the first move.
        assert_eq!(answers[15..17], ["= white", "="]);
        for refused in &answers[17..19] {
            assert!(refused.starts_with("? cannot load file: "), "{refused}");
        }
    }
}
