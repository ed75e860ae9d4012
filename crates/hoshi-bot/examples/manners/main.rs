//! The manners of levels 1 to 4, counted in games on 9x9: `cargo run -p hoshi-bot --example manners [GAMES]`.
//! Each level plays so many games (12 unless told) against bot:1, itself and bot:5, with both colours.

mod count;

use std::process::ExitCode;

use count::{Manners, play};
use hoshi_core::{Color, Preset, Rules};

fn main() -> ExitCode {
    let games = match std::env::args().nth(1).map(|word| word.parse::<u64>()) {
        None => 12,
        Some(Ok(games @ 1..)) => games,
        _ => {
            eprintln!("usage: manners [GAMES]");
            return ExitCode::from(2);
        }
    };
    println!(
        "| level | games | moves | 3 stones in atari: missed | self-atari of 4 or more | first line in the \
         first ten moves | behind: hopeless invasions | resigned | passes: dead stones left | different \
         openings |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|");
    for level in 1..=4 {
        let mut manners = Manners::default();
        for game in 0..games {
            let opponent = [1, level, 5][game as usize % 3];
            let color = if game / 3 % 2 == 0 { Color::Black } else { Color::White };
            play(&mut manners, level, opponent, color, &Rules::of(Preset::Chinese), game + 1);
        }
        let of = |bad: u32, all: u32| format!("{bad} of {all}");
        println!(
            "| {level} | {} | {} | {} | {} | {} | {} | {} | {} | {} |",
            manners.games,
            manners.moves,
            of(manners.missed, manners.ataris),
            manners.self_ataris,
            manners.first_line,
            of(manners.invasions, manners.behind),
            manners.resigned,
            of(manners.left_dead, manners.passes),
            manners.openings(),
        );
        if manners.endless > 0 {
            println!("{} games did not end", manners.endless);
        }
    }
    ExitCode::SUCCESS
}
