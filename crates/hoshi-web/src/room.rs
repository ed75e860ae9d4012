//! Room for boards: how many may be open at a time, and how many of them with a program. A place is taken before a
//! board is opened and belongs to the board, so that many who come at the same time get no more than there are.

use std::sync::{Arc, Mutex};

use crate::board::lock;
use crate::limits;

/// The places for boards.
#[derive(Debug)]
pub(crate) struct Room {
    /// The most boards, and the most of them with a program.
    boards: usize,
    programs: usize,
    /// How many of each there are now.
    taken: Mutex<(usize, usize)>,
}

impl Default for Room {
    fn default() -> Room {
        Room { boards: limits::BOARDS, programs: limits::PROGRAMS, taken: Mutex::default() }
    }
}

impl Room {
    /// Takes a place for a board, on which a program may play or not; `None` if there is none.
    pub(crate) fn take(self: &Arc<Self>, with_program: bool) -> Option<Place> {
        let mut taken = lock(&self.taken);
        let (boards, programs) = *taken;
        if boards >= self.boards || (with_program && programs >= self.programs) {
            return None;
        }
        *taken = (boards + 1, programs + usize::from(with_program));
        Some(Place { room: Arc::clone(self), with_program })
    }
}

/// A place for a board. It is given back when it is dropped.
#[derive(Debug)]
pub(crate) struct Place {
    room: Arc<Room>,
    with_program: bool,
}

impl Place {
    /// Now it is known whether a program plays there.
    pub(crate) fn settle(&mut self, with_program: bool) {
        let mut taken = lock(&self.room.taken);
        taken.1 = taken.1 - usize::from(self.with_program) + usize::from(with_program);
        self.with_program = with_program;
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut taken = lock(&self.room.taken);
        taken.0 -= 1;
        taken.1 -= usize::from(self.with_program);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn room(boards: usize, programs: usize) -> Arc<Room> {
        Arc::new(Room { boards, programs, taken: Mutex::default() })
    }

    #[test]
    fn many_at_once_get_no_more_places_than_there_are() {
        let room = room(50, 5);
        let start = std::sync::Barrier::new(8);
        let take = |with_program| {
            start.wait();
            (0..100).filter_map(|_| room.take(with_program)).collect::<Vec<_>>()
        };
        let held: Vec<Vec<Place>> = std::thread::scope(|scope| {
            let threads: Vec<_> =
                (0..8).map(|nth| scope.spawn(move || take(nth % 2 == 0))).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        let all: Vec<&Place> = held.iter().flatten().collect();
        assert_eq!(all.len(), 50);
        assert!(all.iter().filter(|place| place.with_program).count() <= 5);
        drop(held);
        assert_eq!(*lock(&room.taken), (0, 0));
    }

    #[test]
    fn a_program_that_does_not_play_leaves_its_place_to_another() {
        let room = room(3, 1);
        let mut first = room.take(true).unwrap();
        assert!(room.take(true).is_none());
        first.settle(false);
        let second = room.take(true).unwrap();
        drop((first, second));
        assert!(room.take(true).is_some());
    }
}
