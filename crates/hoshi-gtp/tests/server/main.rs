//! The engine side, as a controller sees it: every command, random conversations checked against a
//! model of the game, and stopping a program that thinks.

mod programs;
mod random;
mod stop;

use std::io::{self, Cursor};
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

use hoshi_core::{Color, DeadAndSeki, Game, Move};
use hoshi_gtp::server::{AnalysisRequest, GoProgram, Question, Server};
use hoshi_gtp::{Analysis, Decoder, Genmove, Heard, Reply};

use programs::{OneFile, Random};

/// The answers to these lines, without the numbers: `= text` or `? text`.
fn answers(program: impl GoProgram, lines: &str) -> Vec<String> {
    let mut output = Vec::new();
    let mut server = Server::new(program).with_records(OneFile);
    server.serve(Cursor::new(lines.to_owned()), &mut output).expect("served");
    replies(&output)
        .into_iter()
        .map(|reply| match reply.text {
            Ok(text) => format!("={}{text}", if text.is_empty() { "" } else { " " }),
            Err(text) => format!("? {text}"),
        })
        .collect()
}

/// Everything that the client side reads in an output; it must be nothing but replies.
fn replies(output: &[u8]) -> Vec<Reply> {
    let mut decoder = Decoder::default();
    decoder.feed(output);
    let replies = decoder
        .by_ref()
        .filter_map(|heard| match heard {
            Heard::Reply(reply) => Some(reply),
            Heard::Line(_) => None,
            Heard::Stray(text) => panic!("outside any reply: {text}"),
        })
        .collect();
    assert!(output.is_empty() || output.ends_with(b"\n\n"), "the last reply is complete");
    replies
}

/// Each line with its answer.
fn hold(conversation: &[(&str, &str)]) {
    let lines: Vec<&str> = conversation.iter().map(|(line, _)| *line).collect();
    let answers = answers(Random::new(1), &(lines.join("\n") + "\n"));
    assert_eq!(answers.len(), lines.len(), "{answers:#?}");
    for ((line, wanted), answer) in conversation.iter().zip(answers) {
        assert_eq!(answer, *wanted, "{line}");
    }
}

#[test]
fn settings() {
    hold(&[
        ("protocol_version", "= 2"),
        ("name", "= Random mover"),
        ("version", "= 0.1"),
        ("known_command lz-analyze", "= true"),
        ("known_command Genmove", "= false"),
        ("known_command", "= false"),
        ("nonsense", "? unknown command"),
        ("17", "? unknown command"),
        ("boardsize 9", "="),
        ("boardsize 26", "? unacceptable size"),
        ("boardsize 0", "? unacceptable size"),
        ("boardsize 300", "? unacceptable size"),
        // The program does not support it.
        ("boardsize 1", "? unacceptable size"),
        ("boardsize", "? syntax error"),
        ("boardsize nine", "? syntax error"),
        ("boardsize -9", "? syntax error"),
        ("boardsize 5 7", "="),
        ("play b E7", "="),
        ("play b F1", "? invalid coordinates"),
        ("rectangular_boardsize 7 5", "="),
        ("rectangular_boardsize 7", "? syntax error"),
        ("play b G5", "="),
        ("play b G6", "? invalid coordinates"),
        ("komi 5.5", "="),
        ("clear_board", "="),
        ("get_komi", "= 5.5"),
        ("komi 6.75", "="),
        ("get_komi", "= 7"),
        ("komi -3", "="),
        ("komi x", "? syntax error"),
        ("komi nan", "? syntax error"),
        ("komi", "? syntax error"),
        ("get_komi", "= -3"),
        ("kgs-rules japanese", "="),
        ("kata-set-rule ko POSITIONAL", "="),
        (
            "kata-get-rules",
            "= {\"hasButton\":false,\"ko\":\"POSITIONAL\",\"scoring\":\"TERRITORY\",\"suicide\":false,\
             \"tax\":\"SEKI\",\"whiteHandicapBonus\":\"0\",\"friendlyPassOk\":true}",
        ),
        ("kata-set-rules poker", "? unknown rules"),
        ("kata-set-rule ko", "? syntax error"),
        ("kata-set-rule ko none", "? unknown rule"),
        ("get_komi", "= -3"),
        ("time_settings 60 0 0", "="),
        ("time_settings 60 0", "? syntax error"),
        ("kgs-time_settings byoyomi 60 10 3", "="),
        ("kgs-time_settings never", "? syntax error"),
        ("kata-time_settings fischer 60 0.5", "="),
        ("time_left b 30 0", "="),
        ("time_left red 30 0", "? invalid color"),
        ("time_left b 30", "? syntax error"),
        ("gogui-interrupt", "="),
        ("quit", "="),
    ]);
}

#[test]
fn moves() {
    hold(&[
        ("boardsize 9", "="),
        ("play black E5", "="),
        ("play W e5", "? illegal move"),
        ("play white j9", "="),
        ("play white I9", "? invalid coordinates"),
        ("play white", "? syntax error"),
        ("play green E5", "? invalid color"),
        ("play", "? syntax error"),
        ("play b PASS", "="),
        ("play b pass", "="),
        ("play b A1", "="),
        ("list_stones black", "= E5 A1"),
        ("list_stones white", "= J9"),
        ("list_stones", "? syntax error"),
        ("undo", "="),
        ("list_stones black", "= E5"),
        ("undo", "="),
        ("undo", "="),
        ("undo", "="),
        ("undo", "="),
        ("undo", "? cannot undo"),
        (
            "showboard",
            "= A B C D E F G H J\n\
             9 . . . . . . . . . 9\n8 . . . . . . . . . 8\n7 . . + . . . + . . 7\n6 . . . . . . . . . 6\n\
             5 . . . . + . . . . 5\n4 . . . . . . . . . 4\n3 . . + . . . + . . 3\n2 . . . . . . . . . 2\n\
             1 . . . . . . . . . 1\nA B C D E F G H J\n\
             Black to move, komi 7.5, rules chinese, captured by Black 0, by White 0",
        ),
        ("fixed_handicap 3", "= C3 G7 C7"),
        ("fixed_handicap 3", "? board not empty"),
        ("clear_board", "="),
        ("fixed_handicap 1", "? invalid number of stones"),
        ("fixed_handicap 10", "? invalid number of stones"),
        ("fixed_handicap", "? syntax error"),
        ("set_free_handicap C3", "? bad vertex list"),
        ("set_free_handicap C3 pass", "? bad vertex list"),
        ("set_free_handicap C3 c3", "? bad vertex list"),
        ("set_free_handicap C3 D4 E5", "="),
        ("list_stones b", "= E5 D4 C3"),
        ("undo", "? cannot undo"),
        ("clear_board", "="),
        ("place_free_handicap 2", "= C3 G7"),
        ("place_free_handicap 2", "? board not empty"),
        ("clear_board", "="),
        ("place_free_handicap 81", "? invalid number of stones"),
        ("place_free_handicap 1", "? invalid number of stones"),
        ("boardsize 5", "="),
        ("place_free_handicap 3", "= B4 D4 C3"),
        ("boardsize 9", "="),
        ("genmove", "? syntax error"),
        ("genmove x", "? invalid color"),
        ("lz-analyze what", "? syntax error"),
        ("loadsgf a game.sgf", "= white"),
        ("list_stones black", "= G7 E5"),
        ("get_komi", "= 6.5"),
        ("loadsgf a game.sgf 2", "= white"),
        ("list_stones black", "= E5"),
        ("loadsgf b.sgf", "? cannot load file: no such file"),
        ("loadsgf", "? syntax error"),
        ("printsgf", "= (;GM[1]\n;SZ[9])"),
        ("printsgf here.sgf", "="),
        ("printsgf there.sgf", "? cannot save file: there.sgf: no such folder"),
    ]);
}

#[test]
fn scores() {
    /// Considers every white stone dead.
    struct WhiteIsDead;
    impl GoProgram for WhiteIsDead {
        fn name(&self) -> String {
            String::new()
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
            let mut marks = DeadAndSeki::new(game.size());
            for (point, color) in game.board().stones() {
                if color == Color::White {
                    marks.dead.insert(point);
                }
            }
            Some(marks)
        }
    }
    let lines = "boardsize 3\nkomi 0\nplay b B1\nplay b B2\nplay w C3\nfinal_score\nfinal_status_list dead\n\
                 final_status_list alive\nfinal_status_list seki\nfinal_status_list white_territory\n\
                 final_status_list\nfinal_status_list half\nkata-set-rules tromp-taylor\nfinal_score\n\
                 final_status_list dead\n";
    let answers = answers(WhiteIsDead, lines);
    assert_eq!(
        answers[5..],
        [
            "= B+9",
            "= C3",
            "= B2 B1",
            "=",
            "=",
            "? syntax error",
            "? invalid status",
            "=",
            // C3 stays, so the right side is neutral.
            "= B+1",
            "="
        ]
    );
}

#[test]
fn the_list_of_commands_is_correct() {
    let list = answers(Random::new(1), "list_commands\n").remove(0);
    let names: Vec<&str> = list.trim_start_matches("= ").lines().collect();
    for name in names.iter().copied().filter(|name| *name != "quit") {
        let answers = answers(Random::new(1), &format!("{name}\nknown_command {name}\n"));
        assert_ne!(answers[0], "? unknown command", "{name}");
        assert_eq!(answers[1], "= true", "{name}");
    }
    let mandatory = "protocol_version name version known_command list_commands quit boardsize clear_board komi \
                     play genmove";
    assert!(mandatory.split(' ').all(|name| names.contains(&name)), "{names:?}");
    // Without records there are no commands for them.
    let mut output = Vec::new();
    let lines = Cursor::new("loadsgf a game.sgf\nprintsgf\nknown_command loadsgf\nlist_commands\n");
    Server::new(Random::new(1)).serve(lines, &mut output).expect("served");
    let text = String::from_utf8(output).expect("text");
    assert!(text.starts_with("? unknown command\n\n? unknown command\n\n= false\n\n"), "{text}");
    assert!(!text.contains("sgf"));
}

#[test]
fn a_rounded_komi_is_reported() {
    let said = Mutex::new(Vec::new());
    let talk = |text: &str| said.lock().unwrap().push(text.to_owned());
    let lines = Cursor::new("komi 6.75\nkomi 6.5\n");
    Server::new(Random::new(1)).with_talk(talk).serve(lines, io::sink()).unwrap();
    let said = said.into_inner().unwrap();
    assert_eq!(said, ["komi 6.75 is rounded to 7: hoshi counts in half points"]);
}

#[test]
fn an_illegal_choice_is_not_played() {
    /// Always plays the same point.
    struct Stubborn;
    impl GoProgram for Stubborn {
        fn name(&self) -> String {
            String::new()
        }
        fn version(&self) -> String {
            String::new()
        }
        fn choose(&mut self, question: &Question<'_>) -> Genmove {
            Genmove::Move(question.game.size().parse_move("A1").unwrap())
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
    let lines = "genmove b\nreg_genmove w\ngenmove w\nlz-genmove_analyze w\nlist_stones w\n";
    assert_eq!(
        answers(Stubborn, lines),
        [
            "= A1",
            "= A1",
            "? the program chose A1, which is illegal: the point is occupied",
            "= play resign",
            "="
        ]
    );
}
