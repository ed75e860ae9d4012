//! The same records in UTF-8 and in the charsets of old programs: generated, with the names, ranks and
//! remarks of Chinese players, and encoded in each, so that only the charset differs.

use hoshi_core::{Rng as _, SplitMix64};
use hoshi_record::charset::Charset;

use super::{Corpus, made};

/// How a record is encoded, and its goals relative to UTF-8.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dress {
    /// The name of the row.
    pub name: &'static str,
    /// The charset.
    pub charset: &'static str,
    /// Whether CA names it.
    pub labelled: bool,
    /// Whether every name is truncated inside its last character, as by programs that count bytes.
    pub torn: bool,
    /// The required and the desired share of the speed of UTF-8; 0 for none.
    pub must: f64,
    /// See `must`.
    pub goal: f64,
}

impl Dress {
    const fn new(name: &'static str, charset: &'static str, labelled: bool) -> Dress {
        Dress { name, charset, labelled, torn: false, must: 0.0, goal: 0.0 }
    }

    const fn with(self, must: f64, goal: f64) -> Dress {
        Dress { must, goal, ..self }
    }

    const fn torn(self) -> Dress {
        Dress { torn: true, ..self }
    }
}

/// The rows. The first is the reference for the others.
pub const DRESSES: [Dress; 8] = [
    Dress::new("UTF-8, CA", "UTF-8", true),
    Dress::new("GBK, CA", "GBK", true).with(0.4, 0.7),
    Dress::new("GBK, no CA", "GBK", false).with(0.2, 0.5),
    Dress::new("torn UTF-8, CA", "UTF-8", true).torn().with(0.2, 0.5),
    Dress::new("torn UTF-8, no CA", "UTF-8", false).torn().with(0.2, 0.5),
    Dress::new("Big5, no CA", "Big5", false),
    Dress::new("Shift_JIS, no CA", "Shift_JIS", false),
    Dress::new("EUC-KR, no CA", "EUC-KR", false),
];

/// The words in the records of one charset: names, ranks, and remarks.
struct Words {
    names: [&'static str; 12],
    rank: &'static str,
    result: &'static str,
    remarks: [&'static str; 5],
}

const SIMPLIFIED: Words = Words {
    names: [
        "聂卫平",
        "马晓春",
        "常昊",
        "古力",
        "孔杰",
        "陈耀烨",
        "时越",
        "柁嘉熹",
        "江维杰",
        "唐韦星",
        "连笑",
        "党毅飞",
    ],
    rank: "九段",
    result: "黑中盘胜",
    remarks: [
        "这手棋是本局的败着，应该在右上角补一手。",
        "双方进入官子阶段，盘面黑棋好。",
        "打劫开始，白棋劫材不够。",
        "好手！",
        "以下进程略。",
    ],
};

const TRADITIONAL: Words = Words {
    names: [
        "周俊勳",
        "林至涵",
        "王元均",
        "陳詩淵",
        "蕭正浩",
        "張栩",
        "林海峰",
        "王立誠",
        "黑嘉嘉",
        "許皓鋐",
        "賴均輔",
        "簡靖庭",
    ],
    rank: "九段",
    result: "黑中盤勝",
    remarks: [
        "這手棋是本局的敗著，應該在右上角補一手。",
        "雙方進入官子階段，盤面黑棋好。",
        "打劫開始，白棋劫材不夠。",
        "好手！",
        "以下進程略。",
    ],
};

const JAPANESE: Words = Words {
    names: [
        "井山裕太",
        "一力遼",
        "芝野虎丸",
        "山下敬吾",
        "高尾紳路",
        "羽根直樹",
        "結城聡",
        "河野臨",
        "村川大介",
        "伊田篤史",
        "余正麒",
        "関航太郎",
    ],
    rank: "九段",
    result: "黒中押し勝ち",
    remarks: [
        "この手が敗着で、右上を守るところでした。",
        "ヨセに入って黒の優勢は変わらない。",
        "コウが始まったが、白はコウ材が足りない。",
        "好手！",
        "以下略。",
    ],
};

const KOREAN: Words = Words {
    names: [
        "이창호",
        "이세돌",
        "박정환",
        "신진서",
        "최철한",
        "강동윤",
        "김지석",
        "원성진",
        "조한승",
        "유창혁",
        "서봉수",
        "변상일",
    ],
    rank: "九단",
    result: "흑불계승",
    remarks: [
        "이 수가 패착으로 우상귀를 지켜야 했다.",
        "끝내기에 들어가서 흑이 유리하다.",
        "패가 시작되었지만 백은 팻감이 부족하다.",
        "좋은 수!",
        "이하 생략.",
    ],
};

/// This many files in one encoding.
///
/// # Panics
/// If the charset lacks some of the words: that is a bug in the lists above.
#[must_use]
pub fn corpus(dress: Dress, files: usize) -> Corpus {
    let words = match dress.charset {
        "Big5" => TRADITIONAL,
        "Shift_JIS" => JAPANESE,
        "EUC-KR" => KOREAN,
        _ => SIMPLIFIED,
    };
    let charset = Charset::for_label(dress.charset.as_bytes()).expect("a known charset");
    let encode = |text: &str| charset.encode(text).expect("words of this charset").into_owned();
    let mut rng = SplitMix64::new(3);
    let file = |game| {
        let mut text = b"(;GM[1]FF[4]".to_vec();
        if dress.labelled {
            text.extend_from_slice(format!("CA[{}]", dress.charset).as_bytes());
        }
        text.extend_from_slice(b"SZ[19]\n");
        for (key, rank) in [("PB", "BR"), ("PW", "WR")] {
            let mut name = encode(words.names[rng.below(12) as usize]);
            if dress.torn {
                name.pop();
            }
            text.extend_from_slice(format!("{key}[").as_bytes());
            text.extend_from_slice(&name);
            text.extend_from_slice(format!("]{rank}[").as_bytes());
            text.extend_from_slice(&encode(words.rank));
            text.push(b']');
        }
        text.extend_from_slice(b"\nDT[2016-03-01]KM[3.75]RU[Chinese]RE[");
        text.extend_from_slice(&encode(words.result));
        text.extend_from_slice(b"]\n");
        let tries = 150 + rng.below(200);
        // Every other file is like a server's, without remarks.
        let remarked = game % 2 == 1;
        for (color, point) in made::moves(&mut rng, tries) {
            made::node(b";", color, point, &mut text);
            if remarked && rng.below(24) == 0 {
                text.extend_from_slice(b"C[");
                text.extend_from_slice(&encode(words.remarks[rng.below(5) as usize]));
                text.extend_from_slice(b"]\n");
            }
        }
        text.extend_from_slice(b")\n");
        text
    };
    Corpus { name: dress.name.to_owned(), files: (0..files).map(file).collect(), left_out: 0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::ours;

    #[test]
    fn every_encoding_is_read_correctly() {
        for dress in DRESSES {
            let mut seen = 0;
            for bytes in corpus(dress, 12).files {
                assert_eq!(std::str::from_utf8(&bytes).is_ok(), dress.name == "UTF-8, CA");
                let file = ours::read(&bytes).unwrap();
                let game = file.game(0).unwrap();
                assert!(file.faults().is_empty(), "{}", dress.name);
                let chosen = game.charset().name();
                let same = chosen == dress.charset || (chosen, dress.charset) == ("GB18030", "GBK");
                assert!(same, "{}: {chosen}", dress.name);
                assert!(matches!(&*game.root().text("BR").unwrap(), "九段" | "九단"));
                seen += 1;
            }
            assert_eq!(seen, 12);
        }
    }
}
