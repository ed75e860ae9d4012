//! A lesson: one page leads, all others follow, and the leader can hand control of the board to one who follows.
//! Those who follow have no secret of a seat, so each page makes up a secret of its own; it is known again by
//! that after a lost connection.

use hoshi_session::plain_name;
use serde::{Deserialize, Serialize};

use crate::token::Seal;

/// Why the leader of a lesson cannot play: this guest has control of the board.
#[derive(Debug)]
pub(crate) struct HandedOver(pub(crate) String);

impl std::fmt::Display for HandedOver {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} has control of the board; take it back first.", self.0)
    }
}

/// Those who follow and can be given control. More may watch.
const GUESTS: usize = 100;
/// Characters of a name.
const NAME: usize = 40;

/// What a page wants.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Wish {
    /// The lesson begins.
    Start,
    /// It ends; control is with the leader.
    End,
    /// Control goes back to the leader.
    Take,
    /// Whether this page asks for control.
    Ask(bool),
    /// Control goes to this page.
    Hand(u32),
    /// What this page is called.
    Name(String),
}

/// Who a page is in a lesson.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// It has the secret of the board.
    Leader,
    /// It follows, and may be given control.
    Guest(Seal),
    /// It follows.
    Watcher,
}

/// A lesson at a board.
#[derive(Debug, Default)]
pub(crate) struct Lesson {
    is_open: bool,
    guests: Vec<Guest>,
    /// Who has control, if it is not the leader.
    holder: Option<u32>,
    /// The number of the last guest.
    numbers: u32,
}

#[derive(Debug)]
struct Guest {
    number: u32,
    key: Seal,
    name: String,
    /// Its connections.
    pages: usize,
    asks: bool,
}

/// What a page is told.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(crate) struct View {
    /// Whether there is a lesson.
    open: bool,
    /// `leader`, `holder`, `guest` or `watcher`.
    you: &'static str,
    /// The own number.
    #[serde(skip_serializing_if = "Option::is_none")]
    number: Option<u32>,
    /// Who has control, if it is not the leader.
    holder: Option<Named>,
    /// Those who follow: for whoever can hand over control.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    guests: Vec<Named>,
}

/// One who follows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Named {
    number: u32,
    name: String,
    asks: bool,
    here: bool,
}

type Refusal = (&'static str, &'static str);

impl Lesson {
    /// A page comes.
    pub(crate) fn enter(&mut self, role: &Role) {
        let Role::Guest(key) = role else { return };
        if let Some(guest) = self.guests.iter_mut().find(|guest| guest.key == *key) {
            guest.pages += 1;
            return;
        }
        if self.guests.len() >= GUESTS {
            return;
        }
        self.numbers += 1;
        let (number, name) = (self.numbers, format!("Guest {}", self.numbers));
        self.guests.push(Guest { number, key: key.clone(), name, pages: 1, asks: false });
    }

    /// A page leaves. Whoever has control keeps it: the connection may only be lost, and the leader can take it.
    pub(crate) fn leave(&mut self, role: &Role) {
        if let Some(guest) = self.guest_mut(role) {
            guest.pages = guest.pages.saturating_sub(1);
        }
        let holder = self.holder;
        self.guests.retain(|guest| guest.pages > 0 || Some(guest.number) == holder);
    }

    pub(crate) fn is_open(&self) -> bool {
        self.is_open
    }

    /// Whether a page that follows has control.
    pub(crate) fn is_holder(&self, role: &Role) -> bool {
        self.is_open && self.guest(role).is_some_and(|guest| Some(guest.number) == self.holder)
    }

    /// The name of whoever has control, if it is not the leader.
    pub(crate) fn holder(&self) -> Option<&str> {
        let holder = self.holder.filter(|_| self.is_open)?;
        self.guests.iter().find(|guest| guest.number == holder).map(|guest| guest.name.as_str())
    }

    /// Does what a page wants.
    ///
    /// # Errors
    /// With a code and a sentence, if it cannot be.
    pub(crate) fn wish(&mut self, role: &Role, wish: Wish) -> Result<(), Refusal> {
        let is_leader = *role == Role::Leader;
        let has_control = is_leader || self.is_holder(role);
        match wish {
            Wish::Start | Wish::End if !is_leader => return Err(NOT_LEADER),
            Wish::Start => self.is_open = true,
            _ if !self.is_open => return Err(("no_lesson", "There is no lesson at this board.")),
            Wish::End => {
                (self.is_open, self.holder) = (false, None);
                self.guests.retain(|guest| guest.pages > 0);
                self.guests.iter_mut().for_each(|guest| guest.asks = false);
            }
            Wish::Take | Wish::Hand(_) if !has_control => return Err(NOT_LEADER),
            Wish::Take => {
                self.holder = None;
                self.guests.retain(|guest| guest.pages > 0);
            }
            Wish::Hand(number) => {
                let guest = self.guests.iter_mut().find(|guest| guest.number == number);
                let guest = guest.ok_or(("no_guest", "Nobody here has that number."))?;
                guest.asks = false;
                self.holder = Some(number);
                self.guests.retain(|guest| guest.pages > 0 || guest.number == number);
            }
            Wish::Ask(asks) => self.guest_mut(role).ok_or(NO_GUEST)?.asks = asks,
            Wish::Name(name) => {
                let name = plain_name(&name, NAME);
                let guest = self.guest_mut(role).ok_or(NO_GUEST)?;
                guest.name = if name.is_empty() { format!("Guest {}", guest.number) } else { name };
            }
        }
        Ok(())
    }

    /// What a page is told.
    pub(crate) fn view(&self, role: &Role) -> View {
        let named = |guest: &Guest| Named {
            number: guest.number,
            name: guest.name.clone(),
            asks: guest.asks,
            here: guest.pages > 0,
        };
        let is_holder = self.is_holder(role);
        let can_hand_over = *role == Role::Leader || is_holder;
        let holder = self.holder.filter(|_| self.is_open);
        View {
            open: self.is_open,
            you: match role {
                _ if is_holder => "holder",
                Role::Leader => "leader",
                Role::Guest(_) => "guest",
                Role::Watcher => "watcher",
            },
            number: self.guest(role).map(|guest| guest.number),
            holder: self.guests.iter().find(|guest| Some(guest.number) == holder).map(named),
            guests: if self.is_open && can_hand_over {
                self.guests.iter().map(named).collect()
            } else {
                Vec::new()
            },
        }
    }

    fn guest(&self, role: &Role) -> Option<&Guest> {
        let Role::Guest(key) = role else { return None };
        self.guests.iter().find(|guest| guest.key == *key)
    }

    fn guest_mut(&mut self, role: &Role) -> Option<&mut Guest> {
        let Role::Guest(key) = role else { return None };
        self.guests.iter_mut().find(|guest| guest.key == *key)
    }
}

const NOT_LEADER: Refusal = ("not_leader", "Somebody else leads here.");
const NO_GUEST: Refusal = ("no_guest", "This page only watches.");

#[cfg(test)]
mod tests {
    use super::*;

    fn guest(key: &str) -> Role {
        Role::Guest(Seal::of(key))
    }

    /// A lesson with two who follow.
    fn lesson() -> (Lesson, Role, Role) {
        let mut lesson = Lesson::default();
        let (one, two) = (guest("one"), guest("two"));
        lesson.wish(&Role::Leader, Wish::Start).unwrap();
        lesson.enter(&one);
        lesson.enter(&two);
        (lesson, one, two)
    }

    #[test]
    fn control_goes_from_hand_to_hand_and_back() {
        let (mut lesson, one, two) = lesson();
        assert!(!lesson.is_holder(&one) && lesson.holder().is_none());
        assert_eq!(lesson.wish(&one, Wish::Hand(1)), Err(NOT_LEADER));
        lesson.wish(&one, Wish::Ask(true)).unwrap();
        lesson.wish(&one, Wish::Name(" \u{202e}Bob\n".into())).unwrap();
        let view = lesson.view(&Role::Leader);
        assert_eq!((view.guests.len(), view.guests[0].asks), (2, true));
        lesson.wish(&Role::Leader, Wish::Hand(1)).unwrap();
        assert_eq!(lesson.holder(), Some("Bob"));
        assert!(lesson.is_holder(&one) && !lesson.is_holder(&two));
        // Whoever has control hands it on, and gives it back.
        lesson.wish(&one, Wish::Hand(2)).unwrap();
        assert!(lesson.is_holder(&two));
        assert_eq!(lesson.wish(&one, Wish::Take), Err(NOT_LEADER));
        lesson.wish(&two, Wish::Take).unwrap();
        assert_eq!(lesson.holder(), None);
        assert!(lesson.wish(&Role::Leader, Wish::Hand(7)).is_err());
    }

    #[test]
    fn a_lost_connection_keeps_control_until_it_is_taken() {
        let (mut lesson, one, two) = lesson();
        lesson.wish(&Role::Leader, Wish::Hand(1)).unwrap();
        lesson.leave(&one);
        lesson.leave(&two);
        let view = lesson.view(&Role::Leader);
        assert_eq!(view.holder.as_ref().map(|named| named.here), Some(false));
        assert_eq!(view.guests.len(), 1);
        lesson.enter(&one);
        assert!(lesson.is_holder(&one));
        lesson.leave(&one);
        lesson.wish(&Role::Leader, Wish::Take).unwrap();
        assert!(lesson.view(&Role::Leader).guests.is_empty());
    }

    #[test]
    fn only_the_leader_begins_and_ends_it_and_few_learn_who_is_there() {
        let (mut lesson, one, _) = lesson();
        assert_eq!(lesson.wish(&one, Wish::End), Err(NOT_LEADER));
        assert!(lesson.view(&one).guests.is_empty());
        assert!(lesson.wish(&Role::Watcher, Wish::Ask(true)).is_err());
        lesson.wish(&Role::Leader, Wish::Hand(1)).unwrap();
        lesson.wish(&Role::Leader, Wish::End).unwrap();
        assert!(!lesson.is_holder(&one));
        assert_eq!(lesson.wish(&one, Wish::Ask(true)).unwrap_err().0, "no_lesson");
    }

    #[test]
    fn guests_have_a_limit() {
        let mut lesson = Lesson::default();
        for nth in 0..2 * GUESTS {
            lesson.enter(&guest(&nth.to_string()));
        }
        assert_eq!(lesson.guests.len(), GUESTS);
    }
}
