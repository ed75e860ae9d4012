//! Random conversations, checked against a model of the game that shares no code with the rules
//! library.

use std::io::Cursor;

use hoshi_core::{Color, Move, Rng as _, Size, SplitMix64};
use hoshi_gtp::server::Server;

use crate::programs::{OneFile, Random};
use crate::replies;

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

    /// Plays the move; false if it is illegal.
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

/// A vertex in the notation of the protocol, in upper or lower case; sometimes off the board.
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
        83 => [
            "time_settings 300 30 10",
            "time_settings 18446744073709549568 0 0",
            "time_settings 10 10 5",
            "kata-time_settings fischer 10 1e19",
            "kgs-time_settings byoyomi 10 100000000000 4294967295",
            "kgs-time_settings canadian 0 1e19 4294967295",
        ][rng.below(6) as usize]
            .to_owned(),
        84 => {
            let time = ["20", "0", "-1", "3000000000000000000", "18446744073709549568"];
            format!("time_left {color} {} {}", time[rng.below(5) as usize], rng.below(4))
        }
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

/// Applies a command to the model, and checks the answer.
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
                return if is_ok { Err("an invalid move was accepted".to_owned()) } else { Ok(()) };
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
    // Legal moves, refused ones, moves that the program chose, moves taken back.
    let mut seen = [0; 4];
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
            let kind = match words.first().map(String::as_str) {
                Some("play") => Some(usize::from(reply.text.is_err())),
                Some("genmove") => Some(2),
                Some("undo") => Some(3),
                _ => None,
            };
            if let Some(kind) = kind {
                seen[kind] += 1;
            }
            if let Err(why) = follow(&mut model, &words, &reply.text) {
                panic!("{context}: {why}");
            }
        }
        assert_eq!(replies.next(), None, "seed {seed}: a reply to nothing");
    }
    assert!(seen.iter().all(|&count| count > 200), "{seen:?}");
}
