//! What one visitor, and all of them together, may take.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Bytes of a message on a socket, apart from those that may be long: comments, markup, stones to set up, and paths in
/// long records.
pub(crate) const FRAME: usize = 1 << 10;
/// Bytes of a message that may be long.
pub(crate) const COMMENT_FRAME: usize = 16 << 10;
/// Bytes of an address with a whole game in it.
pub(crate) const ADDRESS: usize = 8 << 10;
/// Bytes of a few words that a page sends, such as the terms of a game.
pub(crate) const POSTED: usize = 4 << 10;
/// Bytes of a record that is opened.
pub(crate) const UPLOAD: usize = 1 << 20;
/// Sockets from one address.
pub(crate) const SOCKETS: usize = 64;
/// Sockets in all.
pub(crate) const ALL_SOCKETS: usize = 4096;
/// Connections from one address that are not sockets.
pub(crate) const CONNECTIONS: usize = 64;
/// Bytes of a request before its body.
pub(crate) const HEAD: usize = 24 << 10;
/// Records that are received at a time, those from one address among them.
pub(crate) const UPLOADS: usize = 8;
pub(crate) const UPLOADS_OF_ONE: usize = 2;
/// The time that one may take to arrive.
pub(crate) const UPLOAD_IN: Duration = Duration::from_secs(20);
/// The time that the commands and messages of a socket are counted over.
pub(crate) const COMMANDS_IN: Duration = Duration::from_secs(20);
/// Messages that a socket may send for each command that it may send; more end it.
pub(crate) const MESSAGES: u32 = 5;
/// The time that [`Limits::opened`] is counted over.
pub(crate) const OPENED_IN: Duration = Duration::from_secs(600);
/// The most milliseconds that a move is given back for its way here.
pub(crate) const LAG: u64 = 500;
/// Boards that are open at a time, and those among them at which a program plays.
pub(crate) const BOARDS: usize = 2000;
pub(crate) const PROGRAMS: usize = 32;
/// Boards with a program that one address opens.
pub(crate) const PROGRAMS_OF_ONE: usize = 4;
/// Nodes of a record that is opened for review, and nodes from its first one to the end of a line. Each step through it
/// is told with all moves of the line.
pub(crate) const NODES_OF_RECORD: usize = 50_000;
pub(crate) const NODES_OF_LINE: usize = 5_000;
/// Nodes of all such records that are open, those that one address opened among them.
pub(crate) const NODES: usize = 1_000_000;
pub(crate) const NODES_OF_ONE: usize = 250_000;
/// Nodes of a record that whoever sits at this machine opens whatever others have open.
pub(crate) const NODES_OF_SMALL: usize = 2_000;
/// Estimates that are computed at a time; others wait.
pub(crate) const ESTIMATES: usize = 1;
/// Estimates that may wait, those of one address among them.
pub(crate) const WAITING: usize = 16;
pub(crate) const WAITING_OF_ONE: usize = 2;
/// Pictures, records and pages of them that one address is sent in this time: each is replayed or drawn.
pub(crate) const DRAWN: u32 = 300;
pub(crate) const DRAWN_IN: Duration = Duration::from_secs(60);
/// Whoever waits longer than this for one is refused.
pub(crate) const DRAWN_WITHIN: Duration = Duration::from_secs(10);

/// How many of them are made at a time.
pub(crate) fn draws() -> usize {
    2 * std::thread::available_parallelism().map_or(2, std::num::NonZero::get)
}

/// What a visitor may do. Measurements and tests need more than people do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Commands of a socket in twenty seconds.
    pub commands: u32,
    /// Games and records that an address opens in ten minutes.
    pub opened: u32,
    /// Connections that are not sockets, from all addresses together.
    pub connections: usize,
    /// A connection says what it wants within this time.
    pub silence: Duration,
    /// A page that takes nothing for so long is gone.
    pub stuck: Duration,
    /// Programs that think at a time, at all boards together. The others wait for their turn.
    pub thinkers: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            commands: 120,
            opened: 60,
            connections: 1024,
            silence: Duration::from_secs(10),
            stuck: Duration::from_secs(20),
            thinkers: std::thread::available_parallelism().map_or(2, |cores| cores.get().max(2)),
        }
    }
}

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
#[derive(Debug)]
pub(crate) struct Visitors {
    pub(crate) limits: Limits,
    /// The proxy whose connections are those of many.
    proxy: Option<IpAddr>,
    taken: Mutex<Taken>,
}

#[derive(Debug, Default)]
struct Taken {
    by_address: HashMap<IpAddr, Visitor>,
    /// What all have together.
    all: [usize; KINDS],
}

#[derive(Debug)]
struct Visitor {
    /// Of each [`Kind`].
    held: [usize; KINDS],
    opened: Budget,
    drawn: Budget,
}

/// What can be held open.
#[derive(Clone, Copy, Debug)]
enum Kind {
    Socket,
    Connection,
    /// An estimate that waits or is computed.
    Estimate,
    /// A record that is received.
    Upload,
}

/// How many kinds there are.
const KINDS: usize = 4;

impl Kind {
    /// How many one address may have, and all together.
    fn most(self, limits: Limits) -> (usize, usize) {
        match self {
            Kind::Socket => (SOCKETS, ALL_SOCKETS),
            Kind::Connection => (CONNECTIONS, limits.connections),
            Kind::Estimate => (WAITING_OF_ONE, WAITING),
            Kind::Upload => (UPLOADS_OF_ONE, UPLOADS),
        }
    }
}

impl Visitors {
    pub(crate) fn new(limits: Limits, proxy: Option<IpAddr>) -> Visitors {
        Visitors { limits, proxy, taken: Mutex::default() }
    }

    /// One more socket of an address, unless it has too many; it is given back when it is dropped.
    pub(crate) fn socket(self: &Arc<Self>, from: IpAddr) -> Option<Permit> {
        self.hold(from, Kind::Socket)
    }

    /// One more connection that is not a socket, likewise.
    pub(crate) fn connection(self: &Arc<Self>, from: IpAddr) -> Option<Permit> {
        self.hold(from, Kind::Connection)
    }

    /// One more estimate that waits, likewise.
    pub(crate) fn estimate(self: &Arc<Self>, from: IpAddr) -> Option<Permit> {
        self.hold(from, Kind::Estimate)
    }

    /// One more record that is received, likewise.
    pub(crate) fn upload(self: &Arc<Self>, from: IpAddr) -> Option<Permit> {
        self.hold(from, Kind::Upload)
    }

    /// Whether an address may be one proxy that many come through: the one that is trusted, or one on this machine.
    fn may_be_many(&self, from: IpAddr) -> bool {
        from.is_loopback() || self.proxy == Some(from)
    }

    fn hold(self: &Arc<Self>, from: IpAddr, kind: Kind) -> Option<Permit> {
        let (most, all) = kind.most(self.limits);
        let most = if self.may_be_many(from) { all } else { most };
        let from = network(from);
        let nth = kind as usize;
        let mut taken = self.lock();
        if taken.all[nth] >= all {
            return None;
        }
        let visitor = taken.visitor(from, self.limits);
        if visitor.held[nth] >= most {
            return None;
        }
        visitor.held[nth] += 1;
        taken.all[nth] += 1;
        Some(Permit { visitors: Arc::clone(self), from, nth })
    }

    /// How many sockets there are.
    pub(crate) fn sockets(&self) -> usize {
        self.lock().all[Kind::Socket as usize]
    }

    /// Whether an address may open one more game or record now.
    pub(crate) fn may_open(&self, from: IpAddr, now: Instant) -> bool {
        self.lock().visitor(network(from), self.limits).opened.take(now)
    }

    /// Whether an address may be sent one more picture or record now.
    pub(crate) fn may_draw(&self, from: IpAddr, now: Instant) -> bool {
        self.may_be_many(from) || self.lock().visitor(network(from), self.limits).drawn.take(now)
    }

    fn lock(&self) -> MutexGuard<'_, Taken> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Taken {
    fn visitor(&mut self, from: IpAddr, limits: Limits) -> &mut Visitor {
        // Whoever has nothing open is forgotten when there are very many.
        if self.by_address.len() > 10_000 && !self.by_address.contains_key(&from) {
            self.by_address.retain(|_, visitor| visitor.held != [0; KINDS]);
        }
        let new = || Visitor {
            held: [0; KINDS],
            opened: Budget::new(limits.opened, OPENED_IN),
            drawn: Budget::new(DRAWN, DRAWN_IN),
        };
        self.by_address.entry(from).or_insert_with(new)
    }
}

/// What counts as one address: with IPv6 a whole network of 64 bits, which is what one visitor has.
pub(crate) fn network(from: IpAddr) -> IpAddr {
    match from.to_canonical() {
        IpAddr::V6(ip) if !ip.is_loopback() => IpAddr::V6((u128::from(ip) >> 64 << 64).into()),
        other => other,
    }
}

/// The right to hold a socket or a connection open, to wait for an estimate, or to send a record.
#[derive(Debug)]
pub(crate) struct Permit {
    visitors: Arc<Visitors>,
    pub(crate) from: IpAddr,
    nth: usize,
}

impl Drop for Permit {
    fn drop(&mut self) {
        let mut taken = self.visitors.lock();
        taken.all[self.nth] -= 1;
        if let Some(visitor) = taken.by_address.get_mut(&self.from) {
            visitor.held[self.nth] -= 1;
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
        let visitors = Arc::new(Visitors::new(Limits::default(), None));
        let from: IpAddr = "192.0.2.7".parse().unwrap();
        let held: Vec<_> = (0..SOCKETS).map(|_| visitors.socket(from).unwrap()).collect();
        assert!(visitors.socket(from).is_none());
        assert!(visitors.socket("192.0.2.8".parse().unwrap()).is_some());
        drop(held);
        assert!(visitors.socket(from).is_some());
    }

    #[test]
    fn a_visitor_waits_for_few_estimates_and_is_drawn_few_pictures() {
        let proxy: IpAddr = "192.0.2.1".parse().unwrap();
        let visitors = Arc::new(Visitors::new(Limits::default(), Some(proxy)));
        let from: IpAddr = "192.0.2.7".parse().unwrap();
        let waiting: Vec<_> = (0..5).filter_map(|_| visitors.estimate(from)).collect();
        assert_eq!(waiting.len(), WAITING_OF_ONE);
        let others: Vec<_> = (0..50).filter_map(|_| visitors.estimate(proxy)).collect();
        assert_eq!(others.len(), WAITING - WAITING_OF_ONE);
        drop(waiting);
        assert!(visitors.estimate(from).is_some());
        let now = Instant::now();
        let drawn = |from, now| (0..1000).filter(|_| visitors.may_draw(from, now)).count();
        assert_eq!((drawn(from, now), drawn(from, now + DRAWN_IN)), (300, 300));
        assert_eq!(drawn(proxy, now), 1000);
    }

    #[test]
    fn the_trusted_proxy_holds_the_connections_of_many() {
        let [proxy, other] = ["192.0.2.1", "192.0.2.2"].map(|from| from.parse().unwrap());
        let visitors = Arc::new(Visitors::new(Limits::default(), Some(proxy)));
        let connections =
            |from| (0..100).filter_map(|_| visitors.connection(from)).collect::<Vec<_>>().len();
        assert_eq!((connections(proxy), connections(other)), (100, CONNECTIONS));
    }

    #[test]
    fn a_network_of_ipv6_is_one_address() {
        let visitors = Arc::new(Visitors::new(Limits::default(), None));
        let held: Vec<_> = (0..2 * CONNECTIONS)
            .filter_map(|nth| visitors.connection(format!("2001:db8::{nth:x}").parse().unwrap()))
            .collect();
        assert_eq!(held.len(), CONNECTIONS);
        assert!(visitors.connection("2001:db8:0:1::1".parse().unwrap()).is_some());
        assert_eq!(
            network("::ffff:192.0.2.7".parse().unwrap()),
            network("192.0.2.7".parse().unwrap())
        );
    }

    #[test]
    fn all_together_have_a_limit_too() {
        let visitors = Arc::new(Visitors::new(Limits::default(), None));
        let held: Vec<_> = (0..ALL_SOCKETS + 10)
            .filter_map(|_| visitors.socket("127.0.0.1".parse().unwrap()))
            .collect();
        assert_eq!(held.len(), ALL_SOCKETS);
        assert!(visitors.socket("192.0.2.7".parse().unwrap()).is_none());
    }
}
