//! The engine side, as a controller sees it: every command, random conversations beside a model of the game,
//! and what stops a program that thinks.

use std::io::{self, Cursor, Read, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use hoshi_core::{
    Color, DeadAndSeki, Game, Move, Point, PointMap, PointSet, Rng as _, Size, SplitMix64,
};
use hoshi_gtp::server::{AnalysisRequest, GoProgram, Question, Records, Server};
use hoshi_gtp::{Analysis, Candidate, Decoder, Genmove, Heard, Limit, Reply};

/// Plays at random.
struct Random(SplitMix64);

impl Random {
    fn new(seed: u64) -> Random {
        Random(SplitMix64::new(seed))
    }

    fn some_move(&mut self, game: &Game, color: Color) -> Move {
        // A game that has come to its end goes on: every empty point may be tried then.
        let legal: Vec<Point> = game.legal_points(color).collect();
        match self.0.below(legal.len() as u32 + 1) as usize {
            0 => Move::Pass,
            nth => Move::Play(legal[nth - 1]),
        }
    }
}

impl GoProgram for Random {
    fn name(&self) -> String {
        "Random\nmover".to_owned()
    }

    fn version(&self) -> String {
        "0.1".to_owned()
    }

    fn supports(&self, size: Size) -> bool {
        size.area() > 1
    }

    fn choose(&mut self, question: &Question<'_>) -> Genmove {
        match self.0.below(50) {
            0 => Genmove::Resign,
            _ => Genmove::Move(self.some_move(question.game, question.color)),
        }
    }

    fn analyze(
        &mut self,
        question: &Question<'_>,
        _request: &AnalysisRequest,
        report: &mut dyn FnMut(&Analysis),
    ) -> Genmove {
        let size = question.game.size();
        for visits in 1..=3 {
            let mv = self.some_move(question.game, question.color);
            let candidate = Candidate {
                mv,
                visits,
                win_rate: 0.5,
                lead: Some(-1.5),
                prior: None,
                line: vec![mv, Move::Pass],
            };
            let ownership = Some(PointMap::new(size, 0.25));
            report(&Analysis { candidates: vec![candidate], ownership });
        }
        self.choose(question)
    }

    fn final_status(&mut self, game: &Game, _stop: &AtomicBool) -> DeadAndSeki {
        let mut marks = DeadAndSeki::new(game.size());
        for block in game.board().blocks() {
            let marked = match self.0.below(4) {
                0 => &mut marks.dead,
                1 => &mut marks.seki,
                _ => continue,
            };
            marked.union_with(&PointSet::of(game.size(), block.stones()));
        }
        marks
    }
}

/// A record keeper for one file.
struct OneFile;

impl Records for OneFile {
    fn load(&mut self, path: &str, before: Option<usize>) -> Result<Game, String> {
        if path != "a game.sgf" {
            return Err("no such\nfile".to_owned());
        }
        let mut game = Game::new(Size::S9, "japanese".parse().expect("rules"));
        for name in ["E5", "C3", "G7"].iter().take(before.map_or(3, |number| number - 1)) {
            game.play(Size::S9.parse_move(name).expect("a move")).expect("legal");
        }
        Ok(game)
    }

    fn to_sgf(&mut self, game: &Game) -> Result<String, String> {
        Ok(format!("(;GM[1]\n\n;SZ[{}])\n", game.size().width()))
    }

    fn save(&mut self, path: &str, _sgf: &str) -> Result<(), String> {
        if path == "here.sgf" { Ok(()) } else { Err(format!("{path}: no such folder")) }
    }
}

/// What is answered to these lines, without the numbers: `= text` or `? text`.
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
    assert!(output.is_empty() || output.ends_with(b"\n\n"), "the last reply is whole");
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
    /// Takes every white stone for dead.
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
        fn final_status(&mut self, game: &Game, _stop: &AtomicBool) -> DeadAndSeki {
            let mut marks = DeadAndSeki::new(game.size());
            for (point, color) in game.board().stones() {
                if color == Color::White {
                    marks.dead.insert(point);
                }
            }
            marks
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
            // C3 stays, so the right side is nobody's.
            "= B+1",
            "="
        ]
    );
}

#[test]
fn the_list_of_commands_is_true() {
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

/// The stones and the ko before a move.
type Before = (Vec<Option<Color>>, Option<(Color, usize)>);

/// Positions by flood fill, without any code of the rules library: simple ko, no suicide.
#[derive(Clone)]
struct Model {
    size: Size,
    komi: String,
    cells: Vec<Option<Color>>,
    ko: Option<(Color, usize)>,
    before: Vec<Before>,
}

impl Model {
    fn new(size: Size, komi: &str) -> Model {
        let cells = vec![None; size.area()];
        Model { size, komi: komi.to_owned(), cells, ko: None, before: Vec::new() }
    }

    fn is_empty(&self) -> bool {
        self.before.is_empty() && self.cells.iter().all(Option::is_none)
    }

    fn beside(&self, at: usize) -> Vec<usize> {
        let (width, height) = (usize::from(self.size.width()), usize::from(self.size.height()));
        let (x, y) = (at % width, at / width);
        let mut beside = Vec::new();
        if x > 0 {
            beside.push(at - 1);
        }
        if x + 1 < width {
            beside.push(at + 1);
        }
        if y > 0 {
            beside.push(at - width);
        }
        if y + 1 < height {
            beside.push(at + width);
        }
        beside
    }

    /// The stones of a block, and the number of its liberties.
    fn block(&self, at: usize) -> (Vec<usize>, usize) {
        let (mut stones, mut liberties) = (vec![at], Vec::new());
        let mut nth = 0;
        while nth < stones.len() {
            for next in self.beside(stones[nth]) {
                match self.cells[next] {
                    None if !liberties.contains(&next) => liberties.push(next),
                    stone if stone == self.cells[at] && !stones.contains(&next) => {
                        stones.push(next);
                    }
                    _ => {}
                }
            }
            nth += 1;
        }
        (stones, liberties.len())
    }

    /// Whether the move is legal; it is made then.
    fn play(&mut self, color: Color, at: Option<usize>) -> bool {
        let mut next = self.clone();
        next.before.push((self.cells.clone(), self.ko));
        next.ko = None;
        if let Some(at) = at {
            if self.cells[at].is_some() || self.ko == Some((color, at)) {
                return false;
            }
            next.cells[at] = Some(color);
            let mut taken = Vec::new();
            for other in next.beside(at) {
                if next.cells[other] == Some(color.opponent()) {
                    let (stones, liberties) = next.block(other);
                    if liberties == 0 {
                        stones.iter().for_each(|&stone| next.cells[stone] = None);
                        taken.extend(stones);
                    }
                }
            }
            let (own, liberties) = next.block(at);
            if liberties == 0 {
                return false;
            }
            if let ([stone], 1, 1) = (&taken[..], own.len(), liberties) {
                next.ko = Some((color.opponent(), *stone));
            }
        }
        *self = next;
        true
    }

    fn stones(&self, color: Color) -> String {
        let points =
            self.size.points().filter(|point| self.cells[self.size.index(*point)] == Some(color));
        points.map(|point| self.size.a1(point).to_string()).collect::<Vec<_>>().join(" ")
    }
}

/// A point of the board as the protocol writes it, in any case of letters; sometimes not on the board.
fn some_vertex(rng: &mut SplitMix64, size: Size) -> String {
    let mut pick = |bound: u8| rng.below(u32::from(bound)) as usize;
    let column = b"ABCDEFGHJKLMNOPQRSTUVWXYZ"[pick(size.width())] as char;
    let row = pick(size.height()) + 1;
    match pick(40) {
        0 => "pass".to_owned(),
        1 => "PASS".to_owned(),
        2 => "I5".to_owned(),
        3 => format!("{column}{}", row + 30),
        4 => "Z0".to_owned(),
        5..10 => format!("{}{row}", column.to_ascii_lowercase()),
        _ => format!("{column}{row}"),
    }
}

/// A command: valid, almost valid, or nonsense.
fn some_command(rng: &mut SplitMix64, size: Size) -> Vec<u8> {
    let vertex = some_vertex(rng, size);
    let mut pick = |words: &[&str]| words[rng.below(words.len() as u32) as usize].to_owned();
    let color = pick(&["b", "w", "black", "white", "B", "White"]);
    let text = match rng.below(100) {
        0..45 => format!("play {color} {vertex}"),
        45..55 => {
            let name = ["genmove", "genmove", "kgs-genmove_cleanup", "reg_genmove"];
            format!("{} {color}", name[rng.below(4) as usize])
        }
        55..62 => "undo".to_owned(),
        62..66 => format!("list_stones {color}"),
        66..68 => "get_komi".to_owned(),
        68..70 => format!("komi {}", ["0", "6.5", "-2", "7.3", "x", "1e99"][rng.below(6) as usize]),
        70 => {
            format!("boardsize {}", ["3", "4 6", "5", "26", "0", "x", "1"][rng.below(7) as usize])
        }
        71 => "clear_board".to_owned(),
        72 => format!("fixed_handicap {}", rng.below(11)),
        73 => format!("place_free_handicap {}", rng.below(11)),
        74 => "set_free_handicap A1 B2 C3".to_owned(),
        75..78 => {
            let name = ["lz-analyze", "kata-analyze", "lz-genmove_analyze", "kata-genmove_analyze"];
            format!("{} {color} 10", name[rng.below(4) as usize])
        }
        78..80 => "final_score".to_owned(),
        80 => "final_status_list dead".to_owned(),
        81 => "showboard".to_owned(),
        82 => ["kgs-rules japanese", "kata-set-rules korean", "kgs-rules chinese"]
            [rng.below(3) as usize]
            .to_owned(),
        83 => "time_settings 300 30 10".to_owned(),
        84 => format!("time_left {color} 20 3"),
        85 => "known_command play".to_owned(),
        86 => "list_commands".to_owned(),
        87 => String::new(),
        88 => "   # a comment".to_owned(),
        89 => "# interrupt".to_owned(),
        90 => format!("Play {color} {vertex}"),
        91 => format!("play {vertex} {color}"),
        92 => format!("play\t{color}\t{vertex} # why not\r"),
        93 => "genmove".to_owned(),
        94 => "x".repeat(70_000),
        95 => "loadsgf".to_owned(),
        _ => {
            let len = rng.below(40);
            let byte = |_| Some(rng.below(256) as u8).filter(|&byte| byte != b'\n').unwrap_or(b' ');
            return (0..len).map(byte).collect();
        }
    };
    text.into_bytes()
}

/// A line as a controller may expect it to be read: the number, if there is one, and the words.
fn as_words(line: &[u8]) -> (Option<u32>, Vec<String>) {
    let text = String::from_utf8_lossy(line).replace('\t', " ");
    let text: String = text.chars().filter(|letter| !letter.is_control()).collect();
    let text = text.split('#').next().unwrap_or_default().to_owned();
    let mut words: Vec<String> = text.split_ascii_whitespace().map(str::to_owned).collect();
    let id = words.first().filter(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
    let id = id.and_then(|word| word.parse().ok());
    if id.is_some() {
        words.remove(0);
    }
    (id, words)
}

/// Follows a command and its answer, and says whether they fit.
fn follow(
    model: &mut Model,
    words: &[String],
    text: &Result<String, String>,
) -> Result<(), String> {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let size = model.size;
    let as_point = |mv: Move| mv.point().map(|point| size.index(point));
    let played = |name: &str| size.parse_move(name).map_err(|error| error.to_string());
    let is_ok = text.is_ok();
    let answer = match text {
        Ok(text) | Err(text) => text.as_str(),
    };
    let expect = |wanted: &str| {
        if answer == wanted { Ok(()) } else { Err(format!("{answer:?}, not {wanted:?}")) }
    };
    match words[..] {
        ["play", color, name, ..] => {
            let (Ok(color), Ok(mv)) = (color.parse::<Color>(), played(name)) else {
                return if is_ok { Err("a move that makes no sense".to_owned()) } else { Ok(()) };
            };
            expect(if model.play(color, as_point(mv)) { "" } else { "illegal move" })
        }
        [
            "genmove" | "kgs-genmove_cleanup" | "lz-genmove_analyze" | "kata-genmove_analyze",
            color,
            ..,
        ] => {
            let last = answer.lines().last().unwrap_or_default().trim_start_matches("play ");
            if last == "resign" {
                return Ok(());
            }
            let (color, mv) = (color.parse::<Color>().unwrap(), played(last)?);
            if model.play(color, as_point(mv)) { Ok(()) } else { Err(format!("{last} is illegal")) }
        }
        ["reg_genmove", ..] if answer != "resign" => played(answer).map(drop),
        ["undo"] => match model.before.pop() {
            Some((cells, ko)) => {
                (model.cells, model.ko) = (cells, ko);
                expect("")
            }
            None => expect("cannot undo"),
        },
        ["list_stones", color] => expect(&model.stones(color.parse().unwrap())),
        ["get_komi"] => expect(&model.komi.clone()),
        ["komi", komi] => {
            match komi {
                "x" | "1e99" => return expect("syntax error"),
                "7.3" => "7.5".clone_into(&mut model.komi),
                komi => komi.clone_into(&mut model.komi),
            }
            expect("")
        }
        ["boardsize", ..] => {
            let sides: Vec<u8> = words[1..].iter().filter_map(|side| side.parse().ok()).collect();
            let size = match sides[..] {
                [side @ 2..=25] => Size::square(side),
                [width, height] => Size::new(width, height),
                _ => None,
            };
            if let Some(size) = size {
                *model = Model::new(size, &model.komi);
            }
            if is_ok == size.is_some() { Ok(()) } else { Err(format!("{answer} to {words:?}")) }
        }
        ["clear_board"] => {
            *model = Model::new(size, &model.komi);
            expect("")
        }
        ["fixed_handicap" | "place_free_handicap", ..] if is_ok => {
            if !model.is_empty() {
                return Err("the board was not empty".to_owned());
            }
            for name in answer.split(' ') {
                let at = as_point(played(name)?).ok_or("a pass")?;
                model.cells[at] = Some(Color::Black);
            }
            Ok(())
        }
        ["set_free_handicap", ..] => {
            if !model.is_empty() {
                return expect("board not empty");
            }
            for name in &words[1..] {
                let at = as_point(played(name)?).ok_or("a pass")?;
                model.cells[at] = Some(Color::Black);
            }
            expect("")
        }
        _ => Ok(()),
    }
}

#[test]
fn random_conversations_never_break_it() {
    for seed in 0..12 {
        let mut rng = SplitMix64::new(seed);
        // The board changes now and then; the points are chosen for one of them.
        let size = Size::square([3, 4, 5, 9][seed as usize % 4]).unwrap();
        let mut lines: Vec<Vec<u8>> = vec![format!("boardsize {}", size.width()).into_bytes()];
        for _ in 0..1000 {
            let mut line = some_command(&mut rng, size);
            if rng.below(3) == 0 {
                line = [format!("{} ", rng.below(1000)).as_bytes(), &line].concat();
            }
            lines.push(line);
        }
        for last in ["list_stones black", "list_stones white", "get_komi", "quit"] {
            lines.push(last.as_bytes().to_vec());
        }
        let mut output = Vec::new();
        let mut server = Server::new(Random::new(seed)).with_records(OneFile);
        let input = lines.join(&b'\n');
        server.serve(Cursor::new(input), &mut output).expect("served");
        let mut replies = replies(&output).into_iter();
        let mut model = Model::new(Size::S19, "7.5");
        for (number, line) in lines.iter().enumerate() {
            let (id, words) = as_words(line);
            if id.is_none() && words.is_empty() {
                continue;
            }
            let shown = String::from_utf8_lossy(&line[..line.len().min(80)]).into_owned();
            let context = format!("seed {seed}, line {number}: {shown:?}");
            let reply = replies.next().unwrap_or_else(|| panic!("{context}: no reply"));
            assert_eq!(reply.id, id, "{context}");
            if let Err(why) = follow(&mut model, &words, &reply.text) {
                panic!("{context}: {why}");
            }
        }
        assert_eq!(replies.next(), None, "seed {seed}: a reply to nothing");
    }
}

/// A controller that writes lines when it wants to.
struct Pipe {
    lines: Receiver<Vec<u8>>,
    rest: Vec<u8>,
}

impl Read for Pipe {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.rest.is_empty() {
            let Ok(line) = self.lines.recv() else { return Ok(0) };
            self.rest = line;
        }
        let len = buffer.len().min(self.rest.len());
        buffer[..len].copy_from_slice(&self.rest[..len]);
        self.rest.drain(..len);
        Ok(len)
    }
}

#[derive(Clone, Default)]
struct Screen(Arc<Mutex<Vec<u8>>>);

impl Screen {
    fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }

    fn wait_for(&self, part: &str) {
        for _ in 0..60_000 {
            if self.text().contains(part) {
                return;
            }
            thread::sleep(Duration::from_millis(1));
        }
        panic!("{part:?} never came: {}", self.text());
    }
}

impl Write for Screen {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Thinks until it is stopped, and remembers what it was asked.
#[derive(Clone, Default)]
struct Patient(Arc<Mutex<Vec<String>>>);

impl Patient {
    fn ask(&self, question: &Question<'_>) {
        let Question { color, clock, is_cleanup, is_regression, .. } = question;
        let clock = clock.map(|(limit, left)| {
            assert!(matches!(limit, Limit::Absolute { .. }));
            (left.time.as_secs() + u64::from(left.time.subsec_nanos() > 0), left.stones)
        });
        let text = format!("{color} {clock:?} {is_cleanup} {is_regression}");
        self.0.lock().unwrap().push(text);
    }
}

impl GoProgram for Patient {
    fn name(&self) -> String {
        "Patient".to_owned()
    }

    fn version(&self) -> String {
        String::new()
    }

    fn choose(&mut self, question: &Question<'_>) -> Genmove {
        self.ask(question);
        while !question.stop.load(Ordering::Relaxed) {
            thread::sleep(Duration::from_millis(1));
        }
        Genmove::Move(Move::Pass)
    }

    fn analyze(
        &mut self,
        question: &Question<'_>,
        _request: &AnalysisRequest,
        report: &mut dyn FnMut(&Analysis),
    ) -> Genmove {
        self.ask(question);
        let candidate = Candidate {
            mv: Move::Pass,
            visits: 1,
            win_rate: 0.5,
            lead: None,
            prior: None,
            line: Vec::new(),
        };
        while !question.stop.load(Ordering::Relaxed) {
            report(&Analysis { candidates: vec![candidate.clone()], ownership: None });
            thread::sleep(Duration::from_millis(1));
        }
        Genmove::Move(Move::Pass)
    }

    fn final_status(&mut self, game: &Game, _stop: &AtomicBool) -> DeadAndSeki {
        DeadAndSeki::new(game.size())
    }
}

/// A server that runs; what it is sent, what it writes, what its program was asked.
fn started() -> (Sender<Vec<u8>>, Screen, Patient, thread::JoinHandle<io::Result<()>>) {
    let (send, lines) = mpsc::channel();
    let (screen, patient) = (Screen::default(), Patient::default());
    let (output, program) = (screen.clone(), patient.clone());
    let pipe = Pipe { lines, rest: Vec::new() };
    let server = thread::spawn(move || Server::new(program).serve(pipe, output));
    (send, screen, patient, server)
}

#[test]
fn the_next_line_stops_an_analysis() {
    let (send, screen, patient, server) = started();
    send.send(b"time_settings 60 0 0\n5 lz-analyze white 1\n".to_vec()).unwrap();
    let info = "=5\ninfo move pass visits 1 winrate 5000 order 0 pv pass\ninfo ";
    screen.wait_for(info);
    send.send(b"6 name\n".to_vec()).unwrap();
    screen.wait_for("pass\n\n=6 Patient\n\n");
    // An empty line is enough.
    send.send(b"7 kata-analyze 1\n".to_vec()).unwrap();
    screen.wait_for("=7\ninfo move pass visits 1 winrate 0.500000 order 0 pv pass\n");
    send.send(b"\n".to_vec()).unwrap();
    let ended =
        |text: String| replies(text.as_bytes()).last().is_some_and(|last| last.id == Some(7));
    while !screen.text().ends_with("\n\n") || !ended(screen.text()) {
        thread::sleep(Duration::from_millis(1));
    }
    // So is the end of the input.
    send.send(b"8 lz-analyze 1\n".to_vec()).unwrap();
    screen.wait_for("=8\ninfo ");
    drop(send);
    server.join().unwrap().unwrap();
    assert!(screen.text().ends_with("pv pass\n\n"));
    let asked = patient.0.lock().unwrap().clone();
    assert_eq!(asked, ["White None false true", "Black None false true", "Black None false true"]);
}

#[test]
fn a_move_is_stopped_by_an_interrupt_only() {
    let (send, screen, patient, server) = started();
    send.send(b"time_settings 60 0 0\ntime_left w 25 0\n1 genmove w\n".to_vec()).unwrap();
    screen.wait_for("=\n\n=\n\n");
    while patient.0.lock().unwrap().is_empty() {
        thread::sleep(Duration::from_millis(1));
    }
    send.send(b"2 name\n".to_vec()).unwrap();
    thread::sleep(Duration::from_millis(20));
    assert!(!screen.text().contains("=1"), "it is still thinking");
    send.send(b"# interrupt\n".to_vec()).unwrap();
    screen.wait_for("=1 pass\n\n=2 Patient\n\n");
    send.send(b"3 kgs-genmove_cleanup b\n# interrupt\n4 lz-genmove_analyze b 1\n".to_vec())
        .unwrap();
    screen.wait_for("=3 pass\n\n=4\ninfo ");
    send.send(b"# interrupt\n".to_vec()).unwrap();
    screen.wait_for("\nplay pass\n\n");
    // The input ends while it thinks: it thinks on, until somebody stops it.
    send.send(b"5 reg_genmove b\n# interrupt".to_vec()).unwrap();
    drop(send);
    server.join().unwrap().unwrap();
    assert!(screen.text().ends_with("=5 pass\n\n"), "{}", screen.text());
    let asked = patient.0.lock().unwrap().clone();
    let wanted = [
        "White Some((25, 0)) false false",
        "Black Some((60, 0)) true false",
        "Black Some((60, 0)) false false",
        "Black None false true",
    ];
    assert_eq!(asked, wanted);
}

#[test]
fn a_closed_output_ends_it_quietly() {
    /// Takes so many bytes.
    struct Short(usize, io::ErrorKind);
    impl Write for Short {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            match self.0.checked_sub(bytes.len()) {
                Some(rest) => self.0 = rest,
                None => return Err(self.1.into()),
            }
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    for room in [0, 3, 20] {
        let serve = |kind| {
            let lines = Cursor::new("name\nversion\nshowboard\n");
            Server::new(Random::new(1)).serve(lines, Short(room, kind))
        };
        serve(io::ErrorKind::BrokenPipe).unwrap();
        assert_eq!(
            serve(io::ErrorKind::StorageFull).unwrap_err().kind(),
            io::ErrorKind::StorageFull
        );
        // In the middle of an analysis that nothing else would stop.
        let (send, lines) = mpsc::channel();
        send.send(b"lz-analyze 1\n".to_vec()).unwrap();
        let pipe = Pipe { lines, rest: Vec::new() };
        Server::new(Patient::default())
            .serve(pipe, Short(room, io::ErrorKind::BrokenPipe))
            .unwrap();
        drop(send);
    }
}

#[test]
fn a_komi_that_is_rounded_is_said() {
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
        fn final_status(&mut self, game: &Game, _stop: &AtomicBool) -> DeadAndSeki {
            DeadAndSeki::new(game.size())
        }
    }
    let lines = "genmove b\nreg_genmove w\ngenmove w\nlz-genmove_analyze w\nlist_stones w\n";
    assert_eq!(
        answers(Stubborn, lines),
        [
            "= A1",
            "= A1",
            "? the program chose A1, which is illegal: there is a stone already",
            "= play resign",
            "="
        ]
    );
}
