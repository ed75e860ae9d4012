//! The rules of the lint: one table of codes, names, severities and titles. docs/lint.md explains
//! each, with an example, and [`Rule::explain`] quotes it, so the text exists once.

use std::fmt;
use std::str::FromStr;

/// The documentation of the rules.
const BOOK: &str = include_str!("../../../../docs/lint.md");

/// How much a finding matters.
///
/// ```
/// use hoshi_record::lint::Severity;
///
/// assert!(Severity::Note < Severity::Error);
/// assert_eq!(Severity::Warning.to_string(), "warning");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// Good to know. The file is read alike everywhere.
    Note,
    /// Other programs may interpret the file differently.
    Warning,
    /// Something is lost, other programs may refuse the file, or the rules of the game are broken.
    Error,
}

impl Severity {
    /// The letter that a rule's code begins with.
    ///
    /// ```
    /// use hoshi_record::lint::Severity;
    /// assert_eq!(Severity::Note.letter(), 'N');
    /// ```
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Severity::Note => 'N',
            Severity::Warning => 'W',
            Severity::Error => 'E',
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
        })
    }
}

/// Whether the findings of a rule have an unambiguous fix.
///
/// ```
/// use hoshi_record::lint::{Repair, Rule};
///
/// assert_eq!(Rule::MissingClose.repair(), Repair::Always);
/// assert_eq!(Rule::Ko.repair(), Repair::Never);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Repair {
    /// Always.
    Always,
    /// It depends on the case; see [`super::Finding`].
    Sometimes,
    /// Never: a person has to decide.
    Never,
}

impl fmt::Display for Repair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Repair::Always => "fixed",
            Repair::Sometimes => "fixed when the fix is unambiguous",
            Repair::Never => "not fixed",
        })
    }
}

macro_rules! rules {
    ($($rule:ident $number:literal $severity:ident $name:literal $repair:ident $title:literal;)*) => {
        /// A rule of the lint. Numbers are stable: a removed rule leaves a gap.
        ///
        /// ```
        /// use hoshi_record::lint::Rule;
        ///
        /// assert_eq!(Rule::Ko.to_string(), "E503");
        /// assert_eq!(Rule::Ko.title(), "a ko is taken back at once");
        /// assert_eq!("e503".parse(), Ok(Rule::Ko));
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum Rule {
            $(#[doc = concat!(stringify!($severity), " ", $number, ": ", $title, ".")] $rule,)*
        }

        impl Rule {
            /// All of them, in the order of their numbers.
            ///
            /// ```
            /// use hoshi_record::lint::Rule;
            /// assert!(Rule::ALL.is_sorted_by_key(|rule| rule.number()));
            /// ```
            pub const ALL: &'static [Rule] = &[$(Rule::$rule),*];

            /// Its number; the hundreds are its family.
            ///
            /// ```
            /// assert_eq!(hoshi_record::lint::Rule::Ko.number(), 503);
            /// ```
            #[must_use]
            pub const fn number(self) -> u16 {
                match self { $(Rule::$rule => $number),* }
            }

            /// How much it matters.
            ///
            /// ```
            /// use hoshi_record::lint::{Rule, Severity};
            /// assert_eq!(Rule::Ko.severity(), Severity::Error);
            /// ```
            #[must_use]
            pub const fn severity(self) -> Severity {
                match self { $(Rule::$rule => Severity::$severity),* }
            }

            /// Its name, of one to three words.
            ///
            /// ```
            /// assert_eq!(hoshi_record::lint::Rule::TwoMoves.name(), "two-moves");
            /// ```
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Rule::$rule => $name),* }
            }

            /// What it finds, on one line.
            ///
            /// ```
            /// assert_eq!(hoshi_record::lint::Rule::TwoMoves.title(), "two moves in one node");
            /// ```
            #[must_use]
            pub const fn title(self) -> &'static str {
                match self { $(Rule::$rule => $title),* }
            }

            /// Whether its findings can be fixed.
            ///
            /// ```
            /// use hoshi_record::lint::{Repair, Rule};
            /// assert_eq!(Rule::TwoMoves.repair(), Repair::Always);
            /// ```
            #[must_use]
            pub const fn repair(self) -> Repair {
                match self { $(Rule::$rule => Repair::$repair),* }
            }
        }
    };
}

rules! {
    NoGame 100 Error "no-game" Never "there is no game in the file";
    TextOutside 101 Note "text-outside" Always "text before, between or after the games";
    MissingOpen 102 Error "missing-open" Always "a game does not begin with `(`";
    MissingSemicolon 103 Error "missing-semicolon" Always "a node does not begin with `;`";
    MissingClose 104 Error "missing-close" Always "the file ends before a game is closed";
    ExtraClose 105 Warning "extra-close" Always "a `)` that closes nothing";
    AfterTheEnd 106 Error "after-the-end" Always "nodes behind the end of their game";
    GameInGame 107 Error "game-in-game" Always "a game begins inside another";
    EmptyVariation 108 Warning "empty-variation" Always "a variation without a node";
    NodeAfterVariations 109 Error "node-after-variations" Always "a node after variations";
    TextInNode 110 Error "text-in-node" Always "text between properties";
    NoValue 111 Error "no-value" Always "a property without a value";
    NoName 112 Error "no-name" Always "a value without a property";
    BareBracket 113 Error "bare-bracket" Always "a `]` in a text without a backslash before it";
    MissingBracket 114 Error "missing-bracket" Always "a value is not closed before the next node";
    UnclosedValue 115 Error "unclosed-value" Always "a value is not closed at the end of the file";
    MoreFaults 116 Error "more-faults" Always "more syntax faults than are listed";
    ExtraBracket 117 Error "extra-bracket" Always "a `]` that closes nothing";
    PropertyInValue 118 Warning "property-in-value" Never "a property seems to begin inside a value";
    RestAfterVariations 119 Error "rest-after-variations" Always "properties of a node after its variations";

    CharsetWrong 201 Error "charset-wrong" Sometimes "CA does not match the text";
    CharsetMissing 202 Warning "charset-missing" Always "UTF-8 text without CA[UTF-8]";
    CharsetGuessed 203 Warning "charset-guessed" Never "no CA, and the charset is a guess";
    CharsetUnknown 204 Warning "charset-unknown" Sometimes "CA names an unknown charset";
    WideFile 205 Error "wide-file" Always "the file is UTF-16 or UTF-32";
    ByteOrderMark 206 Note "byte-order-mark" Always "a byte order mark before the game";
    BrokenCharacter 207 Warning "broken-character" Never "a character is cut or lost";
    CharsetLate 208 Note "charset-late" Always "CA comes after text that it applies to";
    MixedCharsets 209 Note "mixed-charsets" Never "the games of a file have different charsets";
    NulInText 210 Warning "nul-in-text" Sometimes "a NUL byte in a value";
    CharsetUnlikely 211 Warning "charset-unlikely" Never "CA decodes the text, but is probably wrong";

    UnknownProperty 301 Note "unknown-property" Never "a property that SGF does not define";
    PropertyTwice 302 Error "property-twice" Sometimes "a property twice in one node";
    OldName 303 Warning "old-name" Always "a property name with lower-case letters";
    OldMarkup 304 Warning "old-markup" Sometimes "letters and marks as `FF[1]` and `FF[2]` wrote them";
    OldProperty 305 Note "old-property" Never "a property that `FF[4]` dropped";
    WrongValue 306 Warning "wrong-value" Sometimes "a value of the wrong kind";
    SeveralValues 307 Warning "several-values" Sometimes "several values where one is allowed";
    PointTwice 308 Note "point-twice" Sometimes "a point twice in one list";
    MarksOverlap 309 Note "marks-overlap" Never "two marks on one point";
    SetupOverlap 310 Warning "setup-overlap" Never "one point set up in two ways";
    EmptyList 311 Warning "empty-list" Always "an empty list of points";
    NotInRoot 312 Warning "not-in-root" Sometimes "a property of the root in another node";
    InfoTwice 313 Warning "info-twice" Never "game information in two nodes of a line";
    NoMoveToJudge 314 Note "no-move-to-judge" Never "an annotation of a move without a move";
    JudgementsClash 315 Note "judgements-clash" Never "judgements that exclude each other";
    SetupWithMove 316 Warning "setup-with-move" Sometimes "setup and a move in one node";
    TwoMoves 317 Error "two-moves" Always "two moves in one node";
    MoveInRoot 318 Warning "move-in-root" Always "a move in the first node";
    NoFormat 319 Note "no-format" Always "the version of the format is missing";
    OldFormat 320 Note "old-format" Always "`FF[1]`, `FF[2]` or `FF[3]`";
    UnknownFormat 321 Warning "unknown-format" Never "FF names an unknown version";
    NoGameType 322 Note "no-game-type" Always "GM is missing";
    NotGo 323 Warning "not-go" Never "the game is not Go";
    ListTwice 324 Warning "list-twice" Sometimes "a list of points twice in one node";

    SizeUnreadable 401 Error "size-unreadable" Never "SZ is not a board size";
    SizeSpelling 402 Warning "size-spelling" Always "SZ is not spelt as SGF has it";
    KomiUnreadable 403 Warning "komi-unreadable" Never "KM is not a komi";
    KomiSpelling 404 Warning "komi-spelling" Never "KM is not in points as SGF has it";
    HandicapUnreadable 405 Warning "handicap-unreadable" Never "HA is not a handicap";
    HandicapSpelling 406 Note "handicap-spelling" Never "HA is not spelt as SGF has it";
    HandicapWithoutStones 407 Warning "handicap-without-stones" Never "HA without stones";
    HandicapDisagrees 408 Warning "handicap-disagrees" Never "HA differs from the number of stones";
    ResultUnreadable 409 Warning "result-unreadable" Never "RE does not say how the game ended";
    ResultSpelling 410 Note "result-spelling" Never "RE is not spelt as SGF has it";
    DateUnreadable 411 Warning "date-unreadable" Never "DT is not a date";
    DateSpelling 412 Note "date-spelling" Sometimes "DT is not spelt as SGF has it";
    RulesUnknown 413 Note "rules-unknown" Never "RU names unknown rules";
    RulesSpelling 414 Note "rules-spelling" Never "RU is not spelt as SGF has it";
    TimeUnreadable 415 Warning "time-unreadable" Never "TM is not a time";
    TimeSpelling 416 Note "time-spelling" Never "TM is not in seconds as SGF has it";
    OvertimeUnreadable 417 Note "overtime-unreadable" Never "OT is not recognised";
    EmptyInfo 418 Note "empty-info" Never "KM, HA, TM or DT is empty";
    ServerInfo 420 Note "server-info" Never "game information under the names that some servers use";

    Occupied 501 Error "occupied" Never "a move on a stone";
    Suicide 502 Error "suicide" Never "a stone without a liberty is played";
    Ko 503 Error "ko" Never "a ko is taken back at once";
    Superko 504 Error "superko" Never "the whole board repeats an earlier position";
    OffTheBoard 505 Error "off-the-board" Never "a move or a stone that is not on the board";
    MarkOffTheBoard 506 Warning "mark-off-the-board" Never "a mark that is not on the board";
    NoPosition 507 Error "no-position" Never "the setup is not a legal position";
    SameColour 508 Note "same-colour" Never "two moves of one colour in a row";
    AfterTwoPasses 509 Note "after-two-passes" Never "play continues after two passes";
    PassAsTt 510 Note "pass-as-tt" Always "a pass as `FF[3]` wrote it";
    StoneThere 511 Note "stone-there" Never "a stone is set up where it already stands";
}

impl Rule {
    /// Its section of docs/lint.md: what it is, why it matters, an example, and how it is fixed.
    ///
    /// ```
    /// use hoshi_record::lint::Rule;
    /// assert!(Rule::Ko.explain().starts_with("### E503 ko\n"));
    /// ```
    #[must_use]
    pub fn explain(self) -> &'static str {
        let heading = format!("\n### {self} {}\n", self.name());
        let Some(start) = BOOK.find(&heading).map(|at| at + 1) else { return self.title() };
        let after = start + heading.len() - 1;
        let end = ["\n## ", "\n### "].iter().filter_map(|next| BOOK[after..].find(next)).min();
        BOOK[start..end.map_or(BOOK.len(), |end| after + end)].trim_end()
    }
}

/// Its code: the letter of its severity, and its number.
impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.severity().letter(), self.number())
    }
}

/// A rule that does not exist.
///
/// ```
/// use hoshi_record::lint::Rule;
///
/// let error = "E999".parse::<Rule>().unwrap_err();
/// assert_eq!(error.to_string(), "unknown rule `E999`; rules have names like E503 or ko");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown rule `{0}`; rules have names like E503 or ko")]
pub struct UnknownRule(pub String);

impl FromStr for Rule {
    type Err = UnknownRule;

    /// By code, number or name.
    fn from_str(text: &str) -> Result<Rule, UnknownRule> {
        let is = |rule: &&Rule| {
            text.eq_ignore_ascii_case(&rule.to_string())
                || text == rule.number().to_string()
                || text.eq_ignore_ascii_case(rule.name())
        };
        Rule::ALL.iter().find(is).copied().ok_or_else(|| UnknownRule(text.to_owned()))
    }
}
