//! The screens, one module each. A screen changes itself on events and returns effects.

pub(crate) mod choose;
pub(crate) mod game;
pub(crate) mod history;
pub(crate) mod home;
pub(crate) mod new_game;
pub(crate) mod open;
pub(crate) mod study;
pub(crate) mod who;

use std::time::Instant;

use ratatui::Frame;
use ratatui::layout::Rect;

use crate::theme::Theme;
use crate::widgets::Pairs;

/// The current screen.
#[derive(Debug)]
pub(crate) enum Screen {
    Home(home::Home),
    NewGame(new_game::Form),
    History(Box<history::Browser>),
    Open(open::Open),
    Choose(choose::Choose),
    Who(who::Who),
    Study(Box<study::Study>),
    Game(Box<game::Game>),
}

impl Screen {
    /// The keys of the last line, which can be clicked.
    pub(crate) fn pairs(&self) -> Pairs {
        match self {
            Screen::Home(home) => home.pairs(),
            Screen::NewGame(form) => form.pairs(),
            Screen::History(browser) => browser.pairs(),
            Screen::Open(open) => open.pairs(),
            Screen::Choose(choose) => choose.pairs(),
            Screen::Who(who) => who.pairs(),
            Screen::Study(study) => study.pairs(),
            Screen::Game(game) => game.pairs(),
        }
    }

    /// The width of these keys.
    pub(crate) fn keys_width(&self, area: Rect) -> u16 {
        match self {
            Screen::Game(game) => game.keys_width(area),
            _ => area.width,
        }
    }

    pub(crate) fn draw(&self, frame: &mut Frame<'_>, theme: Theme, now: Instant) {
        match self {
            Screen::Home(home) => home.draw(frame, theme),
            Screen::NewGame(form) => form.draw(frame, theme),
            Screen::History(browser) => browser.draw(frame, theme),
            Screen::Open(open) => open.draw(frame, theme),
            Screen::Choose(choose) => choose.draw(frame, theme),
            Screen::Who(who) => who.draw(frame, theme),
            Screen::Study(study) => study.draw(frame, theme),
            Screen::Game(game) => game.draw(frame, theme, now),
        }
    }
}
