//! The two code ranges of kana in Big5. The original standard had none; the ETEN system put them at
//! C6E7, and so do browsers and our codec library. The table once published by the Unicode
//! consortium has them from C6A5 on, and libraries that were built on it (Python's among them)
//! write them there. A decorative kana is common in player names, so both are read.

/// The index of a pair in the plane, with rows stored without gaps.
fn place(lead: u8, trail: u8) -> Option<u32> {
    let column = match trail {
        0x40..=0x7e => trail - 0x40,
        0xa1..=0xfe => trail - 0x62,
        _ => return None,
    };
    Some(u32::from(lead) * ROW + u32::from(column))
}

const ROW: u32 = 157;
/// C6A5, small a, in the old table.
const OLD_FIRST: u32 = 0xc6 * ROW + 0xa5 - 0x62;
/// C7B0, small ke, the last of the katakana there.
const OLD_LAST: u32 = 0xc7 * ROW + 0xb0 - 0x62;
/// The distance from there to the same kana in ETEN.
const SHIFT: u32 = 0xe7 - 0xa5;

/// Whether these bytes have kana at the old places. Many pairs are kana in both tables; the telling ones
/// are bare radicals in ETEN's table, which nobody writes (except 无, which is also a simplified
/// character). Pairs after the old katakana speak against it. And a lone ゐ is an ornament in names, while
/// a lone ぎ, at the same place in the other table, means nothing.
pub(super) fn has_old_kana(bytes: &[u8]) -> bool {
    let (mut radicals, mut others) = (0, 0);
    let (mut ornaments, mut kana) = (0, 0);
    each_pair(bytes, |lead, trail, _| match (lead, trail) {
        (0xc6, 0xd3) => {}
        (0xc6, 0xbf..=0xd7) => radicals += 1,
        (0xc6, 0xf4) => ornaments += 1,
        (0xc7, 0xb1..) => others += 1,
        (0xc6, 0xe7..) | (0xc7, _) => kana += 1,
        _ => {}
    });
    others == 0 && (radicals > 0 || ornaments > 0 && kana == 0)
}

/// The same text with its kana where ETEN has them.
pub(super) fn with_new_kana(bytes: &[u8]) -> Vec<u8> {
    let mut moved = bytes.to_vec();
    each_pair(bytes, |lead, trail, at| {
        let Some(old @ OLD_FIRST..=OLD_LAST) = place(lead, trail) else { return };
        let (row, column) = ((old + SHIFT) / ROW, (old + SHIFT) % ROW);
        moved[at] = row as u8;
        moved[at + 1] = (if column < 63 { column + 0x40 } else { column + 0x62 }) as u8;
    });
    moved
}

/// Calls `found` for every pair of lead and second byte, with its offset.
fn each_pair(bytes: &[u8], mut found: impl FnMut(u8, u8, usize)) {
    let mut at = 0;
    while let Some(&lead) = bytes.get(at) {
        if lead.is_ascii() {
            at += encoding_rs::Encoding::ascii_valid_up_to(&bytes[at..]);
            continue;
        }
        match bytes.get(at + 1) {
            Some(&trail) if matches!(lead, 0x81..=0xfe) && place(lead, trail).is_some() => {
                found(lead, trail, at);
                at += 2;
            }
            _ => at += 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::charset::tests::Random;
    use crate::charset::{Charset, Flavour, choose};

    const OLD: Charset = Charset { encoding: encoding_rs::BIG5, flavour: Flavour::OldKana };

    #[test]
    fn every_kana_is_found_at_its_old_place() {
        // The old table has the kana in Unicode order, without gaps.
        let mut old = Vec::new();
        for (lead, trails) in [(0xc6, 0xa5..=0xfe), (0xc7, 0x40..=0x7e), (0xc7, 0xa1..=0xb0)] {
            old.extend(trails.flat_map(|trail| [lead, trail]));
        }
        let kana: String = ('ぁ'..='ん').chain('ァ'..='ヶ').collect();
        assert_eq!(OLD.decode(&old), kana);
    }

    #[test]
    fn text_without_kana_is_the_same_in_both() {
        let standard = Charset::standard(encoding_rs::BIG5);
        let bytes = standard.encode("黑中盤勝 (夜) a①").unwrap();
        assert_eq!(OLD.decode(&bytes[..bytes.len() - 2]), "黑中盤勝 (夜) a");
        assert_eq!(OLD.encode("黑中盤勝"), standard.encode("黑中盤勝"));
        assert_eq!(OLD.name(), "Big5");
    }

    #[test]
    fn the_place_is_chosen_by_the_game() {
        let old = b"(;CA[Big5]PB[\xc6\xcb\xc6\xab\xc6\xe6\xc6\xf7])";
        let choice = choose(old, Some(b"Big5"));
        assert_eq!(choice.charset.decode(&old[13..21]), "でぇもん");
        // One ornament among Chinese characters, and a simplified character that is also a radical.
        let lone = b"(;CA[Big5]PB[\xb2\xbd\xa9]\xc6\xf4\xa6\xe5])";
        let choice = choose(lone, Some(b"Big5"));
        assert_eq!(choice.charset.decode(&lone[13..21]), "祭夜ゐ血");
        let radical = b"(;CA[Big5]PB[\xa4\xd1\xa4U\xc6\xd3\xaa\xaf])";
        let choice = choose(radical, Some(b"Big5"));
        assert_eq!(choice.charset.decode(&radical[13..21]), "天下无狗");
        let new = b"(;CA[Big5]PB[\xc7\x4e\xc6\xed\xc7\x69\xc7\x7a])";
        let choice = choose(new, Some(b"Big5"));
        assert_eq!(choice.charset.decode(&new[13..21]), "でぇもん");
    }

    #[test]
    fn random_bytes_never_panic() {
        let mut random = Random::new(3);
        for _ in 0..20_000 {
            let bytes = random.bytes_near_brackets(16);
            OLD.decode(&bytes);
            super::has_old_kana(&bytes);
        }
    }
}
