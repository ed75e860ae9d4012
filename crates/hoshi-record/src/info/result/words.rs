//! The words of results in ten languages, and their meanings.

use hoshi_core::Color;

/// The meaning of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word {
    Color(Color),
    /// `+`, the standard's sign after the winner's letter.
    Plus,
    /// A minus: margins are never negative.
    Minus,
    Win,
    Lose,
    /// A manner: `resignation`, `中盤`.
    Resignation,
    /// Something the loser does: `resigns`, `认输`.
    Resigns,
    /// A manner: `time`.
    Time,
    /// Something the loser does: `ran out of time`, `超时`.
    TimesOut,
    /// A manner: `forfeit`, `illegal move`.
    Forfeit,
    /// Something the loser does: `forfeits`, `弃权`.
    Forfeits,
    Draw,
    Void,
    /// Unfinished or unknown.
    Open,
    Points,
    Zi,
    Half,
    /// Moves: the number beside it is not a margin.
    Moves,
    By,
    /// `not`, `no`: a lexer cannot interpret negations.
    Not,
}

const B: Word = Word::Color(Color::Black);
const W: Word = Word::Color(Color::White);

#[rustfmt::skip]
pub(super) const WORDS: &[(&str, Word)] = &[
    // The colours.
    ("b", B), ("black", B), ("black's", B), ("noir", B), ("noirs", B), ("les noirs", B),
    ("schwarz", B), ("negro", B), ("negras", B), ("nero", B), ("zwart", B), ("черные", B),
    ("чёрные", B), ("黑", B), ("黑棋", B), ("黑方", B), ("黒", B), ("黒番", B), ("黑番", B), ("黒の", B),
    ("흑", B), ("흑번", B), ("흑이", B),
    ("w", W), ("white", W), ("white's", W), ("blanc", W), ("blancs", W), ("les blancs", W),
    ("weiss", W), ("weiß", W), ("blanco", W), ("blancas", W), ("bianco", W), ("wit", W),
    ("белые", W), ("白", W), ("白棋", W), ("白方", W), ("白番", W), ("白の", W), ("백", W), ("백번", W),
    ("백이", W),
    ("+", Word::Plus), ("-", Word::Minus),
    // Who won.
    ("win", Word::Win), ("wins", Word::Win), ("won", Word::Win), ("winner", Word::Win),
    ("victory", Word::Win), ("gewinnt", Word::Win), ("gewann", Word::Win), ("sieg", Word::Win),
    ("gagne", Word::Win), ("gagnent", Word::Win), ("victoire", Word::Win), ("gana", Word::Win),
    ("ganan", Word::Win), ("vince", Word::Win), ("wint", Word::Win), ("выиграли", Word::Win),
    ("胜", Word::Win), ("勝", Word::Win), ("勝ち", Word::Win), ("勝利", Word::Win), ("胜出", Word::Win),
    ("获胜", Word::Win), ("獲勝", Word::Win), ("赢", Word::Win), ("승", Word::Win), ("승리", Word::Win),
    ("이김", Word::Win), ("の勝ち", Word::Win),
    ("loses", Word::Lose), ("lose", Word::Lose), ("lost", Word::Lose), ("verliert", Word::Lose),
    ("perd", Word::Lose), ("perdent", Word::Lose), ("pierde", Word::Lose), ("perde", Word::Lose),
    ("负", Word::Lose), ("負", Word::Lose), ("負け", Word::Lose), ("败", Word::Lose), ("敗", Word::Lose),
    ("输", Word::Lose), ("輸", Word::Lose), ("패", Word::Lose), ("の負け", Word::Lose),
    // Resignation.
    ("r", Word::Resignation), ("res", Word::Resignation), ("res.", Word::Resignation),
    ("resig", Word::Resignation), ("resign", Word::Resignation), ("resign.", Word::Resignation),
    ("resignation", Word::Resignation), ("resigning", Word::Resignation),
    ("abandon", Word::Resignation), ("aufgabe", Word::Resignation), ("abandono", Word::Resignation),
    ("opgave", Word::Resignation), ("中盘", Word::Resignation), ("中盤", Word::Resignation),
    ("中押", Word::Resignation), ("中押し", Word::Resignation), ("中押しで", Word::Resignation),
    ("불계", Word::Resignation), ("不计", Word::Resignation), ("不計", Word::Resignation),
    ("resigns", Word::Resigns), ("resigned", Word::Resigns), ("gives up", Word::Resigns),
    ("gave up", Word::Resigns), ("abandonne", Word::Resigns), ("abandonnent", Word::Resigns),
    ("gibt auf", Word::Resigns), ("abandona", Word::Resigns), ("se rinde", Word::Resigns),
    ("abbandona", Word::Resigns), ("认输", Word::Resigns), ("認輸", Word::Resigns),
    ("投了", Word::Resigns), ("投子", Word::Resigns), ("投子认负", Word::Resigns),
    ("投子認負", Word::Resigns), ("认负", Word::Resigns), ("認負", Word::Resigns),
    ("투료", Word::Resigns), ("돌을 거둠", Word::Resigns), ("сдались", Word::Resigns),
    // Time.
    ("t", Word::Time), ("time", Word::Time), ("time.", Word::Time), ("time over", Word::Time),
    ("zeit", Word::Time), ("temps", Word::Time), ("au temps", Word::Time), ("tiempo", Word::Time),
    ("tempo", Word::Time), ("clock", Word::Time), ("시간", Word::Time), ("时间", Word::Time),
    ("時間", Word::Time), ("timeout", Word::TimesOut), ("time out", Word::TimesOut),
    ("timed out", Word::TimesOut), ("times out", Word::TimesOut), ("out of time", Word::TimesOut),
    ("ran out of time", Word::TimesOut), ("runs out of time", Word::TimesOut),
    ("time-out", Word::TimesOut), ("zeitüberschreitung", Word::TimesOut),
    ("超时", Word::TimesOut), ("超時", Word::TimesOut), ("時間切れ", Word::TimesOut),
    ("시간초과", Word::TimesOut), ("切れ負け", Word::TimesOut),
    // Broken rules, absent players.
    ("f", Word::Forfeit), ("forfeit", Word::Forfeit), ("forfeits", Word::Forfeits), ("forfeited", Word::Forfeits),
    ("forfait", Word::Forfeit), ("illegal", Word::Forfeit), ("illegal move", Word::Forfeit),
    ("repetition", Word::Forfeit), ("default", Word::Forfeit), ("disqualification", Word::Forfeit),
    ("disconnection", Word::Forfeit), ("no show", Word::Forfeit), ("no-show", Word::Forfeit),
    ("反則", Word::Forfeit), ("犯规", Word::Forfeit), ("犯規", Word::Forfeit), ("弃权", Word::Forfeits),
    ("棄權", Word::Forfeits), ("不戦", Word::Forfeit), ("기권", Word::Forfeits), ("반칙", Word::Forfeit),
    ("掉线", Word::Forfeits), ("逃跑", Word::Forfeits), ("kampflos", Word::Forfeit),
    // No winner.
    ("draw", Word::Draw), ("draw.", Word::Draw), ("drawn", Word::Draw), ("jigo", Word::Draw),
    ("tie", Word::Draw), ("tied", Word::Draw), ("even", Word::Draw), ("nulle", Word::Draw),
    ("partie nulle", Word::Draw), ("unentschieden", Word::Draw), ("remis", Word::Draw),
    ("empate", Word::Draw), ("patta", Word::Draw), ("tablas", Word::Draw), ("ничья", Word::Draw),
    ("和棋", Word::Draw), ("和局", Word::Draw), ("和", Word::Draw), ("持碁", Word::Draw),
    ("ジゴ", Word::Draw), ("じご", Word::Draw), ("芇", Word::Draw), ("引き分け", Word::Draw),
    ("引分", Word::Draw), ("무승부", Word::Draw), ("빅", Word::Draw), ("平局", Word::Draw),
    ("void", Word::Void), ("no result", Word::Void), ("no-result", Word::Void),
    ("noresult", Word::Void), ("annulled", Word::Void), ("annulled game", Word::Void),
    ("cancelled", Word::Void), ("nr", Word::Void), ("triple ko", Word::Void),
    ("无胜负", Word::Void), ("無勝負", Word::Void), ("三劫无胜负", Word::Void), ("无结果", Word::Void),
    ("無結果", Word::Void), ("三コウ無勝負", Word::Void), ("무효", Word::Void), ("sans résultat", Word::Void),
    // Unknown, or not finished.
    ("?", Word::Open), ("unknown", Word::Open), ("not known", Word::Open), ("unk", Word::Open),
    ("unknown result", Word::Open), ("result unknown", Word::Open), ("result not known", Word::Open),
    ("unfinished", Word::Open), ("left unfinished", Word::Open), ("incomplete", Word::Open),
    ("not finished", Word::Open), ("never finished", Word::Open), ("suspended", Word::Open),
    ("adjourned", Word::Open), ("has adjourned", Word::Open), ("adjourn", Word::Open),
    ("in progress", Word::Open), ("playing", Word::Open), ("ongoing", Word::Open),
    ("still playing", Word::Open), ("inconnu", Word::Open), ("unbekannt", Word::Open),
    ("desconocido", Word::Open), ("inachevée", Word::Open), ("abgebrochen", Word::Open),
    ("打挂", Word::Open), ("打掛", Word::Open), ("打ち掛け", Word::Open), ("打掛け", Word::Open),
    ("不明", Word::Open), ("不詳", Word::Open), ("不详", Word::Open), ("未知", Word::Open),
    ("未完", Word::Open), ("未完成", Word::Open), ("未终局", Word::Open), ("未結束", Word::Open),
    ("未结束", Word::Open), ("封盘", Word::Open), ("중단", Word::Open), ("미완", Word::Open),
    ("勝敗不明", Word::Open), ("胜负不明", Word::Open), ("勝負不明", Word::Open), ("봉수", Word::Open),
    // Margins.
    ("points", Word::Points), ("point", Word::Points), ("pts", Word::Points), ("pts.", Word::Points),
    ("pt", Word::Points), ("punkte", Word::Points), ("punkten", Word::Points),
    ("punkt", Word::Points), ("puntos", Word::Points), ("punti", Word::Points),
    ("moku", Word::Points), ("目", Word::Points), ("집", Word::Points), ("点", Word::Points),
    ("點", Word::Points), ("분", Word::Points), ("очков", Word::Points), ("очка", Word::Points),
    ("子", Word::Zi), ("zi", Word::Zi),
    ("半", Word::Half), ("반", Word::Half), ("half", Word::Half), ("half a", Word::Half),
    ("and a half", Word::Half), ("et demi", Word::Half), ("demi", Word::Half),
    ("手", Word::Moves), ("수", Word::Moves), ("move", Word::Moves), ("moves", Word::Moves),
    ("手完", Word::Moves), ("手まで", Word::Moves), ("手までで", Word::Moves), ("手止", Word::Moves),
    ("수끝", Word::Moves), ("수 끝", Word::Moves), ("coups", Word::Moves), ("züge", Word::Moves),
    ("by", Word::By), ("on", Word::By), ("with", Word::By), ("mit", Word::By), ("um", Word::By),
    ("durch", Word::By), ("par", Word::By), ("de", Word::By), ("por", Word::By), ("per", Word::By),
    ("nach", Word::By), ("через", Word::By), ("met", Word::By), ("door", Word::By),
    ("not", Word::Not), ("no", Word::Not), ("didn't", Word::Not), ("nicht", Word::Not),
    ("pas", Word::Not), ("未", Word::Not), ("не", Word::Not),
];
