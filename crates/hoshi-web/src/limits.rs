//! What one visitor, and all of them together, may take.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Bytes of a message on a socket, apart from a comment.
pub(crate) const FRAME: usize = 1 << 10;
/// Bytes of a message with a comment.
pub(crate) const COMMENT_FRAME: usize = 16 << 10;
/// Bytes of an address with a whole game in it.
pub(crate) const ADDRESS: usize = 8 << 10;
/// Bytes of a record that is opened.
pub(crate) const UPLOAD: usize = 1 << 20;
/// Sockets from one address.
pub(crate) const SOCKETS: usize = 64;
/// Sockets in all.
pub(crate) const ALL_SOCKETS: usize = 4096;
/// Commands of a socket in twenty seconds.
pub(crate) const COMMANDS: u32 = 120;
/// The time that [`COMMANDS`] is counted over.
pub(crate) const COMMANDS_IN: Duration = Duration::from_secs(20);
/// Games and records that an address opens in ten minutes.
pub(crate) const OPENED: u32 = 60;
/// The time that [`OPENED`] is counted over.
pub(crate) const OPENED_IN: Duration = Duration::from_secs(600);
/// Boards that are open at a time, and those among them at which a program plays.
pub(crate) const BOARDS: usize = 2000;
pub(crate) const PROGRAMS: usize = 32;
/// Estimates that are computed at a time; others wait.
pub(crate) const ESTIMATES: usize = 1;
/// Estimates that may wait.
pub(crate) const WAITING: usize = 16;

/// So much of something in a time, then no more until that time is over.
#[derive(Debug)]
pub(crate) struct Budget {
    left: u32,
    began: Option<Instant>,
    most: u32,
    time: Duration,
}

impl Budget {
    pub(crate) fn new(most: u32, time: Duration) -> Budget {
        Budget { left: most, began: None, most, time }
    }

    /// Whether there is one more at this time.
    pub(crate) fn take(&mut self, now: Instant) -> bool {
        if self.began.is_none_or(|began| now.saturating_duration_since(began) >= self.time) {
            (self.began, self.left) = (Some(now), self.most);
        }
        let is_there = self.left > 0;
        self.left = self.left.saturating_sub(1);
        is_there
    }
}

/// Who takes what.
#[derive(Debug, Default)]
pub(crate) struct Visitors {
    by_address: Mutex<HashMap<IpAddr, Visitor>>,
}

#[derive(Debug)]
struct Visitor {
    sockets: usize,
    opened: Budget,
}

impl Visitors {
    /// One more socket of an address, unless it has too many; it is given back when it is dropped.
    pub(crate) fn socket(self: &Arc<Self>, from: IpAddr) -> Option<SocketPermit> {
        let mut visitors = self.by_address.lock().unwrap_or_else(PoisonError::into_inner);
        let all: usize = visitors.values().map(|visitor| visitor.sockets).sum();
        let visitor = visitors.entry(from).or_insert_with(Visitor::new);
        // All who come from this machine may come through one proxy.
        let most = if from.is_loopback() { ALL_SOCKETS } else { SOCKETS };
        if visitor.sockets >= most || all >= ALL_SOCKETS {
            return None;
        }
        visitor.sockets += 1;
        Some(SocketPermit { visitors: Arc::clone(self), from })
    }

    /// Whether an address may open one more game or record now.
    pub(crate) fn may_open(&self, from: IpAddr, now: Instant) -> bool {
        let mut visitors = self.by_address.lock().unwrap_or_else(PoisonError::into_inner);
        // Whoever has nothing open and has not come for long is forgotten.
        if visitors.len() > 10_000 {
            visitors.retain(|_, visitor| visitor.sockets > 0);
        }
        visitors.entry(from).or_insert_with(Visitor::new).opened.take(now)
    }
}

impl Visitor {
    fn new() -> Visitor {
        Visitor { sockets: 0, opened: Budget::new(OPENED, OPENED_IN) }
    }
}

/// The right to hold a socket open.
#[derive(Debug)]
pub(crate) struct SocketPermit {
    visitors: Arc<Visitors>,
    from: IpAddr,
}

impl Drop for SocketPermit {
    fn drop(&mut self) {
        let mut visitors = self.visitors.by_address.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(visitor) = visitors.get_mut(&self.from) {
            visitor.sockets -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_is_spent_and_comes_back() {
        let mut budget = Budget::new(2, Duration::from_secs(20));
        let start = Instant::now();
        let after = |seconds| start + Duration::from_secs(seconds);
        let taken: Vec<bool> = [0, 1, 2, 19, 20, 21, 22].map(|at| budget.take(after(at))).into();
        assert_eq!(taken, [true, true, false, false, true, true, false]);
    }

    #[test]
    fn sockets_of_an_address_are_counted_and_given_back() {
        let visitors = Arc::new(Visitors::default());
        let from: IpAddr = "192.0.2.7".parse().unwrap();
        let held: Vec<_> = (0..SOCKETS).map(|_| visitors.socket(from).unwrap()).collect();
        assert!(visitors.socket(from).is_none());
        assert!(visitors.socket("192.0.2.8".parse().unwrap()).is_some());
        drop(held);
        assert!(visitors.socket(from).is_some());
    }
}
