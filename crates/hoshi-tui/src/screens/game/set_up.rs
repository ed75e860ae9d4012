//! Setting up stones in review: changes are collected and written to the record as one node.

use hoshi_core::{Color, Diagram, Point};
use hoshi_session::{Command, Side, Stone};
use ratatui::crossterm::event::{KeyCode, KeyEvent};

use super::{Game, Layer, SetUp};
use crate::effect::Effect;
use crate::words;

impl Game {
    /// Handles a key while stones are set up.
    pub(super) fn set_up_key(&mut self, mut set_up: SetUp, key: KeyEvent) -> Vec<Effect> {
        match key.code {
            KeyCode::Esc => {
                self.say(words::SET_UP_NOTHING);
                return Vec::new();
            }
            KeyCode::Enter => return self.set_up_done(set_up),
            KeyCode::Left | KeyCode::Char('h') => self.move_cursor(-1, 0),
            KeyCode::Right | KeyCode::Char('l') => self.move_cursor(1, 0),
            KeyCode::Up | KeyCode::Char('k') => self.move_cursor(0, -1),
            KeyCode::Down | KeyCode::Char('j') => self.move_cursor(0, 1),
            KeyCode::Char('b') => set_up.put(self.cursor, Some(Color::Black)),
            KeyCode::Char('w') => set_up.put(self.cursor, Some(Color::White)),
            KeyCode::Char('x' | 'e') | KeyCode::Delete | KeyCode::Backspace => {
                set_up.put(self.cursor, None);
            }
            KeyCode::Char(' ') => set_up.put(self.cursor, set_up.kind),
            KeyCode::Char('t') => {
                let turn = set_up.turn.or(self.state.position.turn).unwrap_or(Side::Black);
                set_up.turn = Some(Side::from(Color::from(turn).opponent()));
            }
            _ => {}
        }
        self.over = Some(Layer::SetUp(set_up));
        Vec::new()
    }

    /// Handles a click while stones are set up: puts the last kind of stone, or removes it if it is there.
    pub(super) fn set_up_click(&mut self, point: Point) {
        self.cursor = point;
        let now = self.stone(point);
        if let Some(Layer::SetUp(set_up)) = &mut self.over {
            let kind = set_up.kind.or(Some(Color::Black));
            set_up.changes.insert(point, if now == kind { None } else { kind });
        }
    }

    fn set_up_done(&mut self, set_up: SetUp) -> Vec<Effect> {
        let (mut stones, mut empty) = (Vec::new(), Vec::new());
        for (&point, &stone) in &set_up.changes {
            // The layer is closed, so this is the stone of the record.
            if self.stone(point) == stone {
                continue;
            }
            let at = self.vertex(point);
            match stone {
                Some(color) => stones.push(Stone { color: color.into(), at }),
                None => empty.push(at),
            }
        }
        if stones.is_empty() && empty.is_empty() && set_up.turn.is_none() {
            self.say(words::SET_UP_NOTHING);
            return Vec::new();
        }
        vec![Effect::Send(Command::SetUp { stones, empty, turn: set_up.turn })]
    }

    /// Adds the changes to a diagram.
    pub(super) fn with_set_up(&self, diagram: &mut Diagram) {
        let Some(Layer::SetUp(set_up)) = &self.over else { return };
        for (&point, &stone) in &set_up.changes {
            diagram.put(point, stone);
        }
    }
}

impl SetUp {
    fn put(&mut self, point: Point, stone: Option<Color>) {
        self.kind = stone;
        self.changes.insert(point, stone);
    }
}
