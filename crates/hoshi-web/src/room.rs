//! Room for boards: how many may be open at a time, how many of them with a program, and how many nodes their records
//! may have. A place is taken before a board is opened and belongs to the board, so that many who come at the same time
//! get no more than there is.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex};

use crate::board::lock;
use crate::limits;

/// The places for boards.
#[derive(Debug)]
pub(crate) struct Room {
    boards: usize,
    /// The most boards with a program and the most nodes of records, in all and of one visitor.
    all: Share,
    one: Share,
    taken: Mutex<Taken>,
}

/// What is limited for each visitor too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Share {
    programs: usize,
    nodes: usize,
}

/// How many of each there are now.
#[derive(Debug, Default, PartialEq, Eq)]
struct Taken {
    boards: usize,
    all: Share,
    by_visitor: HashMap<IpAddr, Share>,
}

/// Why there is no place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lack {
    /// All are taken.
    Room,
    /// This visitor has as many boards with a program as one may have.
    Programs,
    /// The records that are open are as large together as they may be.
    Nodes,
    /// Those of this visitor are.
    OwnNodes,
}

impl Default for Room {
    fn default() -> Room {
        let all = Share { programs: limits::PROGRAMS, nodes: limits::NODES };
        let one = Share { programs: limits::PROGRAMS_OF_ONE, nodes: limits::NODES_OF_ONE };
        Room { boards: limits::BOARDS, all, one, taken: Mutex::default() }
    }
}

impl Room {
    /// Takes a place for a board of this visitor. Nobody has a share who sits at this machine.
    ///
    /// # Errors
    /// If there is none.
    pub(crate) fn take(self: &Arc<Self>, visitor: Option<IpAddr>) -> Result<Place, Lack> {
        let mut taken = lock(&self.taken);
        if taken.boards >= self.boards {
            return Err(Lack::Room);
        }
        taken.boards += 1;
        Ok(Place { room: Arc::clone(self), visitor, has: Share::default() })
    }
}

/// A place for a board. It is given back when it is dropped.
#[derive(Debug)]
pub(crate) struct Place {
    room: Arc<Room>,
    /// In whose share it counts.
    pub(crate) visitor: Option<IpAddr>,
    /// What it has besides.
    has: Share,
}

impl Place {
    /// Whether it is one for a program too.
    pub(crate) fn has_program(&self) -> bool {
        self.has.programs > 0
    }

    /// Makes it one for a program too.
    ///
    /// # Errors
    /// If there is none.
    pub(crate) fn take_program(&mut self) -> Result<(), Lack> {
        if self.has_program() {
            return Ok(());
        }
        let mut taken = lock(&self.room.taken);
        if taken.of(self.visitor).programs >= self.room.one.programs {
            return Err(Lack::Programs);
        }
        if taken.all.programs >= self.room.all.programs {
            return Err(Lack::Room);
        }
        taken.change(self.visitor, |share| share.programs += 1);
        self.has.programs = 1;
        Ok(())
    }

    /// Takes room for so many nodes of a record. There is always some for small records of whoever sits at this machine.
    ///
    /// # Errors
    /// If there is too little.
    pub(crate) fn take_nodes(&mut self, nodes: usize) -> Result<(), Lack> {
        let mut taken = lock(&self.room.taken);
        if taken.of(self.visitor).nodes + nodes > self.room.one.nodes {
            return Err(Lack::OwnNodes);
        }
        let is_small = self.visitor.is_none() && nodes <= limits::NODES_OF_SMALL;
        if !is_small && taken.all.nodes + nodes > self.room.all.nodes {
            return Err(Lack::Nodes);
        }
        taken.change(self.visitor, |share| share.nodes += nodes);
        self.has.nodes += nodes;
        Ok(())
    }

    /// Now it is known whether a program plays there. One that plays counts in any case.
    pub(crate) fn settle(&mut self, with_program: bool) {
        let mut taken = lock(&self.room.taken);
        match (self.has_program(), with_program) {
            (true, false) => taken.change(self.visitor, |share| share.programs -= 1),
            (false, true) => taken.change(self.visitor, |share| share.programs += 1),
            _ => {}
        }
        self.has.programs = usize::from(with_program);
    }
}

impl Taken {
    /// What a visitor has.
    fn of(&self, visitor: Option<IpAddr>) -> Share {
        visitor.and_then(|visitor| self.by_visitor.get(&visitor)).copied().unwrap_or_default()
    }

    fn change(&mut self, visitor: Option<IpAddr>, change: impl Fn(&mut Share)) {
        change(&mut self.all);
        let Some(visitor) = visitor else { return };
        let own = self.by_visitor.entry(visitor).or_default();
        change(own);
        if *own == Share::default() {
            self.by_visitor.remove(&visitor);
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut taken = lock(&self.room.taken);
        taken.boards -= 1;
        let has = self.has;
        taken.change(self.visitor, |share| {
            share.programs -= has.programs;
            share.nodes -= has.nodes;
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn room(boards: usize, programs: usize, of_one: usize) -> Arc<Room> {
        let all = Share { programs, nodes: 100 };
        let one = Share { programs: of_one, nodes: 50 };
        Arc::new(Room { boards, all, one, taken: Mutex::default() })
    }

    /// A place with a program.
    fn program(room: &Arc<Room>, visitor: Option<IpAddr>) -> Result<Place, Lack> {
        let mut place = room.take(visitor)?;
        place.take_program()?;
        Ok(place)
    }

    #[test]
    fn many_at_once_get_no_more_places_than_there_are() {
        let room = room(50, 5, 5);
        let start = std::sync::Barrier::new(8);
        let take = |with_program| {
            start.wait();
            let take = |_| if with_program { program(&room, None) } else { room.take(None) };
            (0..100).filter_map(|nth| take(nth).ok()).collect::<Vec<_>>()
        };
        let held: Vec<Vec<Place>> = std::thread::scope(|scope| {
            let threads: Vec<_> =
                (0..8).map(|nth| scope.spawn(move || take(nth % 2 == 0))).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        let all: Vec<&Place> = held.iter().flatten().collect();
        assert!(all.len() >= 45 && all.len() <= 50, "{}", all.len());
        assert!(all.iter().filter(|place| place.has_program()).count() <= 5);
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
        assert_eq!(program(&room, ann).unwrap_err(), Lack::Programs);
        held.push(program(&room, bob).unwrap());
        // Whoever sits at this machine has no share.
        held.extend((0..2).map(|_| program(&room, None).unwrap()));
        assert_eq!(program(&room, bob).unwrap_err(), Lack::Room);
        held[0].settle(false);
        held[0].settle(true);
        let programs = |share: &Share| share.programs;
        assert_eq!(lock(&room.taken).by_visitor.values().map(programs).sum::<usize>(), 3);
        drop(held);
        assert_eq!(*lock(&room.taken), Taken::default());
    }

    #[test]
    fn records_are_large_together_only_up_to_a_limit() {
        let all = Share { programs: 5, nodes: 5000 };
        let one = Share { programs: 2, nodes: 3000 };
        let room = Arc::new(Room { boards: 10, all, one, taken: Mutex::default() });
        let [ann, bob, carl] = [1, 2, 3].map(|nth| Some(IpAddr::from([192, 0, 2, nth])));
        let record = |visitor, nodes| {
            let mut place = room.take(visitor)?;
            place.take_nodes(nodes).map(|()| place)
        };
        let first = record(ann, 2000).unwrap();
        assert_eq!(record(ann, 1001).unwrap_err(), Lack::OwnNodes);
        let others = [record(ann, 1000).unwrap(), record(bob, 1990).unwrap()];
        assert_eq!(record(bob, 1011).unwrap_err(), Lack::OwnNodes);
        assert_eq!(record(bob, 11).unwrap_err(), Lack::Nodes, "by all together");
        assert_eq!(record(carl, 11).unwrap_err(), Lack::Nodes);
        // At this machine there is no share, and always room for a small record.
        assert_eq!(record(None, 2001).unwrap_err(), Lack::Nodes);
        let own = [record(None, 2000).unwrap(), record(None, 2000).unwrap()];
        drop((first, own));
        drop((record(carl, 2000).unwrap(), others));
        assert_eq!(*lock(&room.taken), Taken::default());
    }
}
