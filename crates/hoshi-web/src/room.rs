//! Room for boards: how many may be open at a time, and how many of them with a program. A place is taken before a
//! board is opened and belongs to the board, so that many who come at the same time get no more than there are.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex};

use crate::board::lock;
use crate::limits;

/// The places for boards.
#[derive(Debug)]
pub(crate) struct Room {
    /// The most boards, the most of them with a program, and the most of those that one visitor opens.
    boards: usize,
    programs: usize,
    share: usize,
    taken: Mutex<Taken>,
}

/// How many of each there are now.
#[derive(Debug, Default, PartialEq, Eq)]
struct Taken {
    boards: usize,
    programs: usize,
    by_visitor: HashMap<IpAddr, usize>,
}

/// Why there is no place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lack {
    /// All are taken.
    Room,
    /// This visitor has as many boards with a program as one may have.
    Share,
}

impl Default for Room {
    fn default() -> Room {
        let (boards, programs) = (limits::BOARDS, limits::PROGRAMS);
        Room { boards, programs, share: limits::PROGRAMS_OF_ONE, taken: Mutex::default() }
    }
}

impl Room {
    /// Takes a place for a board.
    ///
    /// # Errors
    /// If there is none.
    pub(crate) fn take(self: &Arc<Self>) -> Result<Place, Lack> {
        let mut taken = lock(&self.taken);
        if taken.boards >= self.boards {
            return Err(Lack::Room);
        }
        taken.boards += 1;
        Ok(Place { room: Arc::clone(self), program: None })
    }
}

/// A place for a board. It is given back when it is dropped.
#[derive(Debug)]
pub(crate) struct Place {
    room: Arc<Room>,
    /// Whether it is one for a program too, and in whose share that counts.
    program: Option<Option<IpAddr>>,
}

impl Place {
    /// Takes a place for a program too, in the share of this visitor.
    ///
    /// # Errors
    /// If there is none.
    pub(crate) fn take_program(&mut self, visitor: Option<IpAddr>) -> Result<(), Lack> {
        let mut taken = lock(&self.room.taken);
        let own = visitor.and_then(|visitor| taken.by_visitor.get(&visitor)).copied();
        if own.is_some_and(|own| own >= self.room.share) {
            return Err(Lack::Share);
        }
        if taken.programs >= self.room.programs {
            return Err(Lack::Room);
        }
        taken.add(visitor);
        self.program = Some(visitor);
        Ok(())
    }

    /// Now it is known whether a program plays there.
    pub(crate) fn settle(&mut self, with_program: bool) {
        let mut taken = lock(&self.room.taken);
        match self.program {
            Some(visitor) if !with_program => {
                taken.remove(visitor);
                self.program = None;
            }
            None if with_program => {
                taken.add(None);
                self.program = Some(None);
            }
            _ => {}
        }
    }
}

impl Taken {
    fn add(&mut self, visitor: Option<IpAddr>) {
        self.programs += 1;
        if let Some(visitor) = visitor {
            *self.by_visitor.entry(visitor).or_default() += 1;
        }
    }

    fn remove(&mut self, visitor: Option<IpAddr>) {
        self.programs -= 1;
        let Some(visitor) = visitor else { return };
        if let Some(own) = self.by_visitor.get_mut(&visitor) {
            *own -= 1;
            if *own == 0 {
                self.by_visitor.remove(&visitor);
            }
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut taken = lock(&self.room.taken);
        taken.boards -= 1;
        if let Some(visitor) = self.program {
            taken.remove(visitor);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn room(boards: usize, programs: usize, share: usize) -> Arc<Room> {
        Arc::new(Room { boards, programs, share, taken: Mutex::default() })
    }

    /// A place with a program.
    fn program(room: &Arc<Room>, visitor: Option<IpAddr>) -> Result<Place, Lack> {
        let mut place = room.take()?;
        place.take_program(visitor)?;
        Ok(place)
    }

    #[test]
    fn many_at_once_get_no_more_places_than_there_are() {
        let room = room(50, 5, 5);
        let start = std::sync::Barrier::new(8);
        let take = |with_program| {
            start.wait();
            let take = |_| if with_program { program(&room, None) } else { room.take() };
            (0..100).filter_map(|nth| take(nth).ok()).collect::<Vec<_>>()
        };
        let held: Vec<Vec<Place>> = std::thread::scope(|scope| {
            let threads: Vec<_> =
                (0..8).map(|nth| scope.spawn(move || take(nth % 2 == 0))).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        let all: Vec<&Place> = held.iter().flatten().collect();
        assert!(all.len() >= 45 && all.len() <= 50, "{}", all.len());
        assert!(all.iter().filter(|place| place.program.is_some()).count() <= 5);
        drop(held);
        assert_eq!(*lock(&room.taken), Taken::default());
    }

    #[test]
    fn a_program_that_does_not_play_leaves_its_place_to_another() {
        let room = room(3, 1, 1);
        let mut first = program(&room, None).unwrap();
        assert_eq!(program(&room, None).unwrap_err(), Lack::Room);
        first.settle(false);
        let second = program(&room, None).unwrap();
        drop((first, second));
        assert!(program(&room, None).is_ok());
    }

    #[test]
    fn no_visitor_takes_the_places_of_all() {
        let room = room(10, 5, 2);
        let [ann, bob] = ["192.0.2.1", "192.0.2.2"].map(|from| Some(from.parse().unwrap()));
        let mut held = vec![program(&room, ann).unwrap(), program(&room, ann).unwrap()];
        assert_eq!(program(&room, ann).unwrap_err(), Lack::Share);
        held.push(program(&room, bob).unwrap());
        // Whoever sits at this machine has no share.
        held.extend((0..2).map(|_| program(&room, None).unwrap()));
        assert_eq!(program(&room, bob).unwrap_err(), Lack::Room);
        held[0].settle(false);
        held[0].settle(true);
        assert_eq!(lock(&room.taken).by_visitor.values().sum::<usize>(), 2);
        drop(held);
        assert_eq!(*lock(&room.taken), Taken::default());
    }
}
