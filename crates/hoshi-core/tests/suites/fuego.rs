//! Fuego's regression scripts: every position they load, and every question that the rules alone
//! answer. This file reads them and checks legality; life and score are in their own files.
//!
//! `loadsgf FILE N` is the position before move N is played (the repetition suite says so too: with
//! any other reading its answers don't fit), without a number the end of the main line. A line
//! `#? [regex]` answers the command before it; a star after it means that Fuego itself fails.

use std::path::Path;

use hoshi_core::{Color, Game, Ko, Move, Point, Preset, Refusal, Rules};

use super::data::{Place, Report, files, folder, read, read_text};
use super::sgf::{Applied, Record, What};
use super::{fuego_life, fuego_score};

/// A command of a script, the answer it wants, and the position it is asked about.
pub(crate) struct Question<'a> {
    pub(crate) place: Place,
    /// The command without its number.
    pub(crate) words: Vec<&'a str>,
    /// The text between the brackets of the answer.
    pub(crate) answer: &'a str,
    /// Whether Fuego itself gives another answer.
    pub(crate) starred: bool,
    /// The game under simple ko.
    pub(crate) game: &'a Game,
    /// The ko rule that is asked about.
    ko: Ko,
}

impl Question<'_> {
    pub(crate) fn command(&self) -> String {
        self.words.join(" ")
    }
}

/// No record and no answer of these suites is a suicide.
fn rules(ko: Ko) -> Rules {
    Rules { ko, ..Rules::of(Preset::Simple) }
}

/// The position before a move of a record, or at its end.
fn load(report: &mut Report, place: &Place, path: &Path, before: Option<usize>) -> Option<Game> {
    let record = match Record::read(&read(path)) {
        Ok(record) => record,
        Err(error) => {
            report.check("records read", false, || place.without_board(error));
            return None;
        }
    };
    let mut game = record.start(&rules(Ko::Simple));
    let mut moves = 0;
    for step in &record.steps {
        if !matches!(step.what, What::Setup(..)) {
            moves += 1;
            if before == Some(moves) {
                report.check("positions loaded", true, String::new);
                return Some(game);
            }
        }
        let applied = step.apply(&mut game);
        let ok = matches!(applied, Applied::Setup | Applied::Played);
        report.check("steps of records", ok, || {
            let what = format!("{:?}", step.what);
            Place::new(path, step.line).failure(
                &what,
                "legal",
                format!("{applied:?}"),
                game.board(),
            )
        });
    }
    let ok = before.is_none_or(|number| number == moves + 1);
    report.check("positions loaded", ok, || place.without_board(format!("only {moves} moves")));
    Some(game)
}

/// Runs every script.
fn run(report: &mut Report, folder: &Path) {
    for script in files(folder, "tst") {
        let text = read_text(&script);
        let mut game = None;
        let mut ko = Ko::Simple;
        let mut lines = text.lines().enumerate().peekable();
        while let Some((index, line)) = lines.next() {
            let place = Place::new(&script, index + 1);
            let mut words: Vec<&str> = line.split_whitespace().collect();
            if words.first().is_some_and(|word| word.parse::<u32>().is_ok()) {
                words.remove(0);
            }
            match words[..] {
                [] => {}
                ["loadsgf", file] => {
                    game = load(report, &place, &folder.join(file), None);
                }
                ["loadsgf", file, number] => {
                    let before = number.parse().expect("a move number");
                    game = load(report, &place, &folder.join(file), Some(before));
                }
                ["go_param_rules", "ko_rule", rule] => {
                    ko = match rule {
                        "simple" => Ko::Simple,
                        "superko" => Ko::Situational,
                        "pos_superko" => Ko::Positional,
                        _ => panic!("{}", place.without_board(line)),
                    };
                }
                [word, ..] if word.starts_with('#') => {}
                _ => {
                    let answer = lines.next_if(|(_, next)| next.starts_with("#?"));
                    let (Some((_, answer)), Some(game)) = (answer, &game) else { continue };
                    let answer = answer.trim_start_matches("#?").trim();
                    let starred = answer.ends_with('*');
                    let answer = answer.trim_end_matches('*');
                    let answer = answer.strip_prefix('[').and_then(|text| text.strip_suffix(']'));
                    let answer = answer.expect("brackets around an answer");
                    let question = Question { place, words, answer, starred, game, ko };
                    ask(report, &question);
                    fuego_life::ask(report, &question);
                    fuego_score::ask(report, &question);
                }
            }
        }
    }
}

fn read_color(question: &Question<'_>, word: &str) -> Color {
    word.parse().unwrap_or_else(|error| panic!("{}", question.place.without_board(error)))
}

/// The same game under another ko rule; `None` if it breaks that rule itself.
fn under(game: &Game, ko: Ko) -> Option<Game> {
    let mut same = Game::from_position(game.start().clone(), rules(ko));
    for (color, mv) in game.moves() {
        let _ = same.resume(color);
        same.play_as(color, mv).ok()?;
    }
    Some(same)
}

/// Whether a play repeats a board of the game: positional superko without `Game`.
fn repeats(game: &Game, color: Color, point: Point) -> bool {
    let mut after = game.board().clone();
    let played = after.play(color, point, game.rules());
    let boards = (0..=game.move_count()).filter_map(|moves| game.board_at(moves));
    played.is_ok() && boards.into_iter().any(|board| board.same_stones(&after))
}

/// The questions about legality, and those that the rules don't answer.
fn ask(report: &mut Report, question: &Question<'_>) {
    let Question { place, game, .. } = question;
    let (board, size) = (game.board(), game.size());
    match question.words[..] {
        ["is_legal", color, point] => {
            let (color, point) =
                (read_color(question, color), size.parse_a1(point).expect("a point"));
            let (what, check) = match under(game, question.ko) {
                Some(same) => ("is_legal", same.check(color, Move::Play(point))),
                None if repeats(game, color, point) => (
                    "is_legal where the record breaks superko",
                    Err(Refusal::Superko { first_seen: 0 }),
                ),
                None => ("is_legal where the record breaks superko", Ok(())),
            };
            let ok = match (question.answer, question.ko) {
                ("1", _) => check.is_ok(),
                ("0", Ko::Simple) => check == Err(Refusal::Ko),
                ("0", _) => matches!(check, Err(Refusal::Superko { .. })),
                _ => false,
            };
            report.check(what, ok, || {
                let what = format!("{} under {} ko", question.command(), question.ko);
                place.failure(&what, question.answer, format!("{check:?}"), board)
            });
        }
        ["reg_genmove", color] => {
            let color = read_color(question, color);
            let mut game = Game::clone(game);
            // Two passes don't keep Fuego from moving.
            let _ = game.resume(color);
            let mut legal = 0;
            for name in question.answer.split('|') {
                let check = game.check(color, size.parse_move(name).expect("a move"));
                if check == Err(Refusal::Occupied) {
                    // Answers are copied from one position to the next; a few have been played.
                    report.count("good moves that are stones already", 1);
                    continue;
                }
                legal += usize::from(check.is_ok());
                report.check("good moves legal", check.is_ok(), || {
                    place.failure(&question.command(), name, format!("{check:?}"), board)
                });
            }
            report.check("reg_genmove", legal > 0, || {
                place.failure(&question.command(), question.answer, "none of them", board)
            });
        }
        ["go_ladder" | "go_static_ladder", ..] => report.not_applicable("ladders: reading"),
        ["sg_compare_float", ..] => report.not_applicable("who is ahead: search"),
        _ => {}
    }
}

#[test]
fn fuego() {
    let Some(folder) = folder("suites/fuego") else { return };
    let mut report = Report::new("fuego");
    run(&mut report, &folder);
    report.finish(&[
        ("positions loaded", 372),
        ("steps of records", 8220),
        ("is_legal", 14),
        ("is_legal where the record breaks superko", 1),
        ("reg_genmove", 61),
        ("go_safe benson", 323),
        ("go_safe benson above 0", 176),
        ("go_safe static is no less", 357),
        ("tromp_taylor_score", 15),
        ("japanese_score", 15),
        ("final_score", 12),
    ]);
}
