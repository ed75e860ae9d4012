//! The messages of a socket, as JSON. `docs/web.md` describes them.

use axum::extract::ws::Utf8Bytes;
use hoshi_session::{Actor, Answer, Command, Published, Question, Refused, Snapshot, Step};
use serde::{Deserialize, Deserializer, Serialize};

use crate::hints::Hints;
use crate::{lesson, rematch};

/// What a page says.
#[derive(Debug, Deserialize)]
#[serde(try_from = "Fields")]
pub(crate) enum FromPage {
    /// The first message.
    Hello {
        /// Who comes.
        hello: Hello,
    },
    /// A command. `n` rises with each command of a page, and a command that comes again is answered again, but
    /// not done again.
    Do {
        /// Its number.
        n: u64,
        /// What to do.
        command: Command,
    },
    /// A question.
    Ask {
        /// Its number, for the answer.
        n: u64,
        /// The question.
        ask: Question,
    },
    /// What does the bot think of this position?
    Estimate {
        /// Its number, for the answer.
        n: u64,
    },
    /// One of the fixed greetings.
    Greet {
        /// Which.
        greet: u8,
    },
    /// Another game between the same people.
    Rematch {
        /// Its number, for the answer.
        n: u64,
        /// What this side wants.
        rematch: rematch::Wish,
    },
    /// Whether this side agrees to hints.
    Hints {
        /// Its number, for the answer.
        n: u64,
        /// Yes or no.
        hints: bool,
    },
    /// Something about the lesson.
    Lesson {
        /// Its number, for the answer.
        n: u64,
        /// What this page wants.
        lesson: lesson::Wish,
    },
    /// Is the server there? A page cannot see the pings of a web socket.
    Ping,
    /// Something was missed: all that came after this event, or a snapshot.
    Since {
        /// The last event that the page has.
        since: Option<u64>,
    },
}

/// The fields of a message: one of them tells which it is. Read at once, since trying one message after the other would
/// keep a copy of each.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Fields {
    n: Option<u64>,
    hello: Option<Hello>,
    #[serde(rename = "do")]
    command: Option<Command>,
    ask: Option<Question>,
    estimate: Option<bool>,
    greet: Option<u8>,
    rematch: Option<rematch::Wish>,
    hints: Option<bool>,
    lesson: Option<lesson::Wish>,
    ping: Option<bool>,
    /// It may be there and empty.
    #[serde(deserialize_with = "some")]
    since: Option<Option<u64>>,
}

fn some<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Option<u64>>, D::Error> {
    Deserialize::deserialize(from).map(Some)
}

impl FromPage {
    /// Whether this message may be as long as a comment.
    pub(crate) fn may_be_long(&self) -> bool {
        let FromPage::Do { command, .. } = self else { return false };
        matches!(
            command,
            Command::Comment { .. }
                | Command::Markup { .. }
                | Command::SetUp { .. }
                | Command::Walk { step: Step::Path { .. } }
        )
    }
}

impl TryFrom<Fields> for FromPage {
    type Error = &'static str;

    fn try_from(fields: Fields) -> Result<FromPage, &'static str> {
        let number = fields.n.ok_or("it has no number");
        Ok(match fields {
            Fields { hello: Some(hello), .. } => FromPage::Hello { hello },
            Fields { command: Some(command), .. } => FromPage::Do { n: number?, command },
            Fields { ask: Some(ask), .. } => FromPage::Ask { n: number?, ask },
            Fields { estimate: Some(_), .. } => FromPage::Estimate { n: number? },
            Fields { greet: Some(greet), .. } => FromPage::Greet { greet },
            Fields { rematch: Some(rematch), .. } => FromPage::Rematch { n: number?, rematch },
            Fields { hints: Some(hints), .. } => FromPage::Hints { n: number?, hints },
            Fields { lesson: Some(lesson), .. } => FromPage::Lesson { n: number?, lesson },
            Fields { ping: Some(_), .. } => FromPage::Ping,
            Fields { since: Some(since), .. } => FromPage::Since { since },
            _ => return Err("it says nothing"),
        })
    }
}

/// Who comes.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct Hello {
    /// The secret of a seat.
    pub(crate) token: Option<String>,
    /// A name that the page made up for itself: it finds the answers to its commands again by it.
    pub(crate) page: Option<String>,
    /// Of which run of the server the page knows.
    pub(crate) epoch: Option<String>,
    /// The last event that it has.
    pub(crate) since: Option<u64>,
    /// A secret that the page made up, by which it is known again in a lesson.
    pub(crate) guest: Option<String>,
}

/// What the server says.
#[derive(Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ToPage<'a> {
    /// The first message.
    Welcome {
        /// Who the page is.
        you: Actor,
        /// Which run of the server this is.
        epoch: &'a str,
        /// Whether hints and estimates are allowed while the game goes on.
        help: bool,
        /// How many milliseconds after the start of the session it is now.
        now: u64,
        /// What White gets for handicap stones; empty for nothing.
        bonus: &'a str,
        /// Whether two people agreed on hints and estimates.
        hints: bool,
    },
    /// All there is to know.
    Snapshot(Box<Snapshot>),
    /// What happened.
    Events(&'a [std::sync::Arc<Published>]),
    /// A command is done, and what it led to is on disk. Its events were sent before.
    Ack {
        /// The number of the command.
        n: u64,
        /// The last event that it led to.
        seq: u64,
    },
    /// A command is refused, and nothing has changed.
    No {
        /// The number of the command.
        n: u64,
        /// For programs.
        code: &'a str,
        /// For people.
        text: &'a str,
    },
    /// An answer to a question.
    Answer {
        /// The number of the question.
        n: u64,
        /// The answer.
        answer: Box<Answer>,
    },
    /// What the bot thinks.
    Estimate {
        /// The number of the question.
        n: u64,
        /// How the game stands.
        score: String,
        /// How likely Black wins, in percent.
        black: u8,
        /// Whose each point is, from the top left: 1000 is Black's.
        owners: Vec<i16>,
        /// The best moves, with what they are worth.
        moves: Vec<(String, String)>,
    },
    /// Somebody greets.
    Greet {
        /// Who.
        by: Actor,
        /// How.
        greet: u8,
    },
    /// Whether the links of this game work after a restart. Said when they do not, and when they do again.
    Links(bool),
    /// How far the two have come with another game.
    Rematch(rematch::View),
    /// Whether two people agreed on hints, and who asks for that.
    Hints(Hints),
    /// How the lesson stands.
    Lesson(lesson::View),
    /// The answer to a ping.
    Pong(()),
    /// The session is closed: come again. It has a content, so that it is an object like all others.
    Closed(()),
}

impl ToPage<'_> {
    /// As text.
    pub(crate) fn text(&self) -> Utf8Bytes {
        serde_json::to_string(self).unwrap_or_default().into()
    }
}

/// The answer to a command.
#[derive(Clone, Debug)]
pub(crate) enum Done {
    /// It was done; the last event.
    Ack(u64),
    /// It was refused, with a code and a text.
    No(String, String),
}

impl Done {
    pub(crate) fn of(result: Result<u64, Refused>) -> Done {
        match result {
            Ok(seq) => Done::Ack(seq),
            Err(refused) => Done::No(refused.code().to_owned(), refused.to_string()),
        }
    }

    pub(crate) fn text(&self, n: u64) -> Utf8Bytes {
        match self {
            &Done::Ack(seq) => ToPage::Ack { n, seq }.text(),
            Done::No(code, text) => ToPage::No { n, code, text }.text(),
        }
    }
}

/// The greetings: a number stands for each, and a page has the words.
pub(crate) const GREETINGS: u8 = 4;
