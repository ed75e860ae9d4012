//! A random session: a start, the terms, and steps as plain numbers. The numbers are interpreted by
//! the current state, so that a list of steps can be shrunk.

use hoshi_core::{Game, Rules, Size};
use hoshi_record::kifu::Kifu;
use hoshi_record::sgf::Collection;
use hoshi_session::{Contest, Control, Judge, Player, Session, Start, Terms, UndoPolicy};
use proptest::prelude::*;
use proptest::sample::select;

/// The start and the terms of a session.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) begin: Begin,
    pub(crate) width: u8,
    pub(crate) height: u8,
    pub(crate) rules: &'static str,
    pub(crate) time: [&'static str; 2],
    pub(crate) players: [Seated; 2],
    pub(crate) undo: UndoPolicy,
    pub(crate) keep_undone: bool,
    pub(crate) is_recorded: bool,
    pub(crate) lag: u64,
    /// Whether moves of programs may be delayed.
    pub(crate) pace: bool,
    /// The maximum number of moves of a match; `None` is not a match.
    pub(crate) contest: Option<usize>,
    pub(crate) steps: Vec<Step>,
}

/// The source of the first position.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Begin {
    New,
    /// This many handicap stones are placed one by one.
    Placing(u32),
    /// A game is continued: one of [`RECORDS`].
    Resume(usize),
    /// A record is reviewed.
    Review(usize),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Seated {
    Person,
    /// A person who is not present yet.
    Guest,
    Program,
}

/// One step of a session.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    /// Milliseconds that pass before it.
    pub(crate) after: u64,
    pub(crate) act: Act,
    pub(crate) disk: Disk,
    /// Numbers that choose among the options.
    pub(crate) a: u16,
    pub(crate) b: u16,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Act {
    /// A command that makes sense now, by an actor who may give it.
    Sensible,
    /// Any command by anyone.
    Any(Kind, By),
    /// A program answers its request.
    Report(What),
    /// A person comes or goes.
    Attend,
    /// Another player takes a seat.
    Replace,
    /// The session is polled.
    Poll,
    /// The session is polled just before the deadline, and at it.
    Deadline,
}

/// When and how the disk answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Disk {
    Good,
    Bad,
    /// It answers after the next step.
    Slow,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum By {
    Black,
    White,
    Both,
    Spectator,
    /// The side to move, or the actor with both seats.
    Turn,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum What {
    /// A valid answer.
    Good,
    Resign,
    Illegal,
    Pass,
    Failed,
    Unfit,
    Stopped,
    Begun,
    Note,
    /// An answer to another question.
    Other,
    /// The answer to a cancelled request.
    Stale,
}

/// The commands, to choose from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    Play,
    Resign,
    Undo,
    Redo,
    Answer,
    Withdraw,
    Mark,
    Accept,
    Resume,
    Demonstrate,
    Settle,
    Comment,
    Name,
    Result,
    Correct,
    Stop,
    Restart,
    Ask,
    Pause,
    Unpause,
    Review,
    PlayOn,
    Walk,
    SetUp,
    Markup,
    Remove,
    Promote,
}

impl Kind {
    pub(crate) const ALL: [Kind; 27] = [
        Kind::Play,
        Kind::Resign,
        Kind::Undo,
        Kind::Redo,
        Kind::Answer,
        Kind::Withdraw,
        Kind::Mark,
        Kind::Accept,
        Kind::Resume,
        Kind::Demonstrate,
        Kind::Settle,
        Kind::Comment,
        Kind::Name,
        Kind::Result,
        Kind::Correct,
        Kind::Stop,
        Kind::Restart,
        Kind::Ask,
        Kind::Pause,
        Kind::Unpause,
        Kind::Review,
        Kind::PlayOn,
        Kind::Walk,
        Kind::SetUp,
        Kind::Markup,
        Kind::Remove,
        Kind::Promote,
    ];
}

/// Records that are continued or reviewed, some of them strange.
pub(crate) const RECORDS: &[&str] = &[
    "(;GM[1]FF[4]CA[UTF-8]SZ[5]KM[6.5]RU[Japanese]PB[Ann]PW[Bob];B[bb];W[cc];B[bc])",
    "(;SZ[5]RU[Japanese]KM[6.5]TM[60]OT[3x30 byo-yomi];B[bb]BL[50];W[cc]WL[30]OW[2])",
    "(;SZ[5]RU[Chinese]KM[7.5]HOSHIB[human]HOSHIW[random];B[bb];W[cb];B[];W[]HOSHID[cb])",
    "(;SZ[5]RU[Tromp-Taylor]KM[7.5];B[bb];W[])",
    "(;SZ[5]RE[B+R];B[cc]C[centre](;W[bb];B[dd])(;W[dd]TR[cc]LB[aa:x];B[bb](;W[aa])(;W[ab])))",
    "(;SZ[5];B[cc]\n(;)\n(;W[bb];B[dd]))",
    "(;SZ[5]RE[W+3.5];B[cc];W[bb];B[];W[]TW[aa][ab])",
    "(;SZ[5];AB[aa]W[bb])",
    "(;SZ[5];B[cc];AB[aa]W[bb]C[both];B[dd])",
    "(;SZ[5];B[aa];W[zz])",
    "(;SZ[5]B[aa];B[bb];B[cc])",
    "(;SZ[5]AB[aa]B[bb]W[cc];B[dd])",
    "(;SZ[5];B[aa]W[bb];B[aa];C[x];;)",
    "(;SZ[5]HA[2];B[aa];B[bb];W[cc])",
    "(;SZ[5];B[];W[];B[aa];AE[aa];PL[B])",
    "(;SZ[3]AB[aa][ba][ab]AW[cc]PL[W];W[bb])",
];

const RULES: &[&str] = &[
    "simple",
    "tromp-taylor",
    "chinese",
    "japanese",
    "korean",
    "aga",
    "new-zealand",
    "chinese,ko=psk,komi=6.5",
    "japanese,suicide=any",
    "simple,ko=ssk,suicide=multi",
    "tromp-taylor,dead=agreed",
];

const TIMES: &[&str] =
    &["none", "none", "none", "20s", "2s+3x1s", "2s+3/2s", "3s+500ms", "0+1s", "2s/move"];

impl Case {
    pub(crate) fn terms(&self) -> Terms {
        Terms {
            undo: self.undo,
            keep_undone: self.keep_undone,
            is_recorded: self.is_recorded,
            lag: self.lag,
            lag_in_all: 2 * self.lag,
            judge: Judge::default(),
            pace: self.pace,
            contest: self.contest.map(|max_moves| Contest {
                max_moves,
                move_limit: 1_000,
                comments: max_moves % 2 == 0,
            }),
        }
    }

    pub(crate) fn session(&self) -> Session {
        let players = [0, 1].map(|nth| match self.players[nth] {
            Seated::Person => Player::person(["Ann", "Bob"][nth]),
            Seated::Guest => Player::guest(["Ann", "Bob"][nth]),
            Seated::Program => Player::program(["one", "two"][nth], ["One", "Two"][nth]),
        });
        let kifu = |nth: usize| Kifu::of_file(Collection::read(RECORDS[nth]).unwrap()).unwrap();
        match self.begin {
            Begin::Resume(nth) => Session::resume(kifu(nth), players, self.terms()).session,
            Begin::Review(nth) => Session::review(kifu(nth), self.terms()).session,
            Begin::New | Begin::Placing(_) => {
                let size = Size::new(self.width, self.height).unwrap();
                let rules: Rules = self.rules.parse().unwrap();
                let placing = match self.begin {
                    Begin::Placing(total) => Some((total, None)),
                    _ => None,
                };
                let time = self.time.map(|text| text.parse::<Control>().unwrap().0);
                let game = Game::new(size, rules);
                Session::new(Start { placing, time, ..Start::of(game) }, players, self.terms())
            }
        }
    }
}

fn steps(count: std::ops::Range<usize>) -> impl Strategy<Value = Vec<Step>> {
    let by = prop_oneof![
        8 => Just(By::Turn),
        3 => Just(By::Black),
        3 => Just(By::White),
        4 => Just(By::Both),
        1 => Just(By::Spectator),
    ];
    let what = prop_oneof![
        8 => Just(What::Good),
        1 => Just(What::Resign),
        1 => Just(What::Illegal),
        2 => Just(What::Pass),
        1 => Just(What::Failed),
        1 => Just(What::Unfit),
        1 => Just(What::Stopped),
        3 => Just(What::Begun),
        1 => Just(What::Note),
        1 => Just(What::Other),
        1 => Just(What::Stale),
    ];
    let act = prop_oneof![
        20 => Just(Act::Sensible),
        12 => (select(&Kind::ALL[..]), by).prop_map(|(kind, by)| Act::Any(kind, by)),
        14 => what.prop_map(Act::Report),
        2 => Just(Act::Attend),
        1 => Just(Act::Replace),
        2 => Just(Act::Poll),
        1 => Just(Act::Deadline),
    ];
    let disk = prop_oneof![8 => Just(Disk::Good), 1 => Just(Disk::Bad), 1 => Just(Disk::Slow)];
    let after = prop_oneof![6 => 0_u64..200, 1 => 0_u64..3_000];
    let step = (after, act, disk, any::<u16>(), any::<u16>());
    let step = step.prop_map(|(after, act, disk, a, b)| Step { after, act, disk, a, b });
    prop::collection::vec(step, count)
}

/// Random sessions with this many steps.
pub(crate) fn cases(count: std::ops::Range<usize>) -> impl Strategy<Value = Case> {
    let begin = prop_oneof![
        8 => Just(Begin::New),
        2 => (2_u32..5).prop_map(Begin::Placing),
        3 => (0..RECORDS.len()).prop_map(Begin::Resume),
        2 => (0..RECORDS.len()).prop_map(Begin::Review),
    ];
    let side = prop_oneof![3 => 2_u8..6, 1 => 6_u8..10];
    let board = (side.clone(), side, select(RULES), begin);
    let seated = select(vec![Seated::Person, Seated::Person, Seated::Guest, Seated::Program]);
    let people = (
        [seated.clone(), seated],
        prop_oneof![3 => select(TIMES).prop_map(|time| [time; 2]), 1 => [select(TIMES), select(TIMES)]],
        prop_oneof![4 => Just(None), 1 => (2_usize..40).prop_map(Some)],
    );
    let undo = select(vec![UndoPolicy::Free, UndoPolicy::Ask, UndoPolicy::Ask, UndoPolicy::Never]);
    let terms = (
        undo,
        any::<bool>(),
        prop::bool::weighted(0.8),
        select(vec![0, 0, 50, 500]),
        any::<bool>(),
    );
    (board, people, terms, steps(count)).prop_map(|(board, people, terms, steps)| {
        let ((width, height, rules, begin), (players, time, contest)) = (board, people);
        let (undo, keep_undone, is_recorded, lag, pace) = terms;
        // A match is between programs.
        let players = if contest.is_some() { [Seated::Program; 2] } else { players };
        Case {
            begin,
            width,
            height,
            rules,
            time,
            players,
            undo,
            keep_undone,
            is_recorded,
            lag,
            pace,
            contest,
            steps,
        }
    })
}
