//! The choice for a new game, as the start page sends it and as a side file keeps it.

use hoshi_session::host::program::{NewGame, Own};
use serde::{Deserialize, Serialize};

/// The choice for a new game.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(crate) struct Choice {
    pub(crate) size: String,
    pub(crate) opponent: String,
    pub(crate) color: String,
    pub(crate) rules: String,
    #[serde(default)]
    pub(crate) komi: String,
    #[serde(default)]
    pub(crate) handicap: u32,
    pub(crate) time: String,
    #[serde(default)]
    pub(crate) help: bool,
    /// Whether big mistakes of a person are named, in a game against a program.
    #[serde(default)]
    pub(crate) teach: bool,
    /// `bot`, `link` or `here`.
    #[serde(default)]
    pub(crate) how: String,
    /// Whether the start page lists the game.
    #[serde(default)]
    pub(crate) listed: bool,
    /// The names of two people at one screen.
    #[serde(default, skip_serializing)]
    pub(crate) black: String,
    #[serde(default, skip_serializing)]
    pub(crate) white: String,
}

impl Choice {
    pub(crate) fn of(game: &NewGame) -> Choice {
        let NewGame { size, opponent, color, rules, komi, handicap, time, help, teach, .. } =
            game.clone();
        let color = match color {
            Own::Black => "black",
            Own::White => "white",
            Own::Nigiri => "nigiri",
        };
        let how = if opponent == "human" { "link" } else { "bot" };
        let (color, how) = (color.to_owned(), how.to_owned());
        let (black, white) = (String::new(), String::new());
        let listed = false;
        Choice {
            size,
            opponent,
            color,
            rules,
            komi,
            handicap,
            time,
            help,
            teach,
            how,
            listed,
            black,
            white,
        }
    }

    /// Whether no program plays.
    pub(crate) fn is_between_people(&self) -> bool {
        self.how == "link" || self.how == "here" || self.opponent == "human"
    }

    /// Whether two people play, each by a link.
    pub(crate) fn is_by_link(&self) -> bool {
        self.how == "link"
    }

    /// Whether the start page has this opponent: the bot with a level and nothing else, or an engine of its list.
    /// Options of the bot could take all of the machine.
    pub(crate) fn is_listed_in(&self, engines: &[String]) -> bool {
        let is_bot = self.opponent.strip_prefix("bot:").is_some_and(|level| {
            matches!(level.parse(), Ok(1..=10_u8))
                && level.bytes().all(|byte| byte.is_ascii_digit())
        });
        self.is_between_people()
            || is_bot
            || self.opponent == "bot"
            || engines.contains(&self.opponent)
    }

    /// The game that it means.
    pub(crate) fn game(&self) -> NewGame {
        let choice = self.clone();
        NewGame {
            opponent: if self.is_between_people() { "human".to_owned() } else { choice.opponent },
            size: choice.size,
            color: match choice.color.as_str() {
                "white" => Own::White,
                "nigiri" => Own::Nigiri,
                _ => Own::Black,
            },
            rules: choice.rules,
            komi: choice.komi,
            handicap: choice.handicap,
            time: choice.time,
            help: choice.help,
            teach: choice.teach,
            transcript: (choice.how == "here").then_some([choice.black, choice.white]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_and_its_game_say_the_same() {
        let game = NewGame {
            size: "9x7".to_owned(),
            color: Own::White,
            rules: "japanese".to_owned(),
            handicap: 2,
            teach: true,
            ..NewGame::default()
        };
        let choice = Choice::of(&game);
        assert_eq!(choice.game(), game);
        // As a side file keeps it.
        let text = serde_json::to_string(&choice).unwrap();
        assert!(serde_json::from_str::<Choice>(&text).unwrap().teach);
    }

    #[test]
    fn only_what_is_listed_is_chosen() {
        let engines = ["gnugo".to_owned()];
        let may = |opponent: &str| {
            let game = NewGame { opponent: opponent.to_owned(), ..NewGame::default() };
            Choice { how: "bot".to_owned(), ..Choice::of(&game) }.is_listed_in(&engines)
        };
        for opponent in ["bot", "bot:1", "bot:10", "gnugo", "human"] {
            assert!(may(opponent), "{opponent}");
        }
        for opponent in [
            "bot:11",
            "bot:5,playouts=1000000000",
            "bot:+5",
            "gtp:sh",
            "table:/etc/passwd",
            "pachi",
            "random",
            "",
        ] {
            assert!(!may(opponent), "{opponent}");
        }
    }
}
