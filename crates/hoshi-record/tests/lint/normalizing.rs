//! `normalize`: every spelling that is rewritten, and that nothing else is.

use hoshi_record::lint::{NORMALIZED, lint, normalize};
use hoshi_record::sgf::{Collection, GameTree, NodeRef};

use crate::common::{data, records};

#[test]
fn every_property_is_rewritten_as_ff4_has_it() {
    let cases = [
        ("KM[750]", "KM[7.5]"),
        ("KM[375]", "KM[7.5]"),
        ("RU[Chinese]KM[3.75]", "RU[Chinese]KM[7.5]"),
        ("KM[受先]", "KM[0]"),
        ("KM[黑贴6目半]", "KM[6.5]"),
        ("RE[B]", "RE[B+]"),
        ("RE[W]", "RE[W+]"),
        ("RE[226수 백불계승]", "RE[W+R]"),
        ("RE[B+Res]", "RE[B+R]"),
        ("RE[Jigo]", "RE[0]"),
        ("DT[2020-01-02T03:04:05+09:00]", "DT[2020-01-02]"),
        ("DT[2001/10/11 21:22:51 UT]", "DT[2001-10-11]"),
        ("DT[20200102]", "DT[2020-01-02]"),
        ("HA[受先]", "HA[1]"),
        ("HA[受二子]", "HA[2]"),
        ("TM[3小时]", "TM[10800]"),
        ("TM[1시간]", "TM[3600]"),
        ("RU[chinese rules]", "RU[Chinese]"),
        ("RU[日本]", "RU[Japanese]"),
        ("KoMi[750]", "KoMi[7.5]"),
    ];
    for (before, after) in cases {
        let around = |inside: &str| format!("(;GM[1]\r\n  {inside} C[750 \\] 375];B[aa] )\n\n");
        let file = Collection::read(around(before)).unwrap();
        let normalized = normalize(&file).unwrap_or_else(|| panic!("{before} stays"));
        assert_eq!(String::from_utf8(normalized.bytes).unwrap(), around(after));
        assert_eq!(normalized.changes.len(), 1, "{before}");
    }
}

#[test]
fn what_cannot_be_rewritten_stays() {
    for stays in [
        "KM[7.5]",
        "KM[6.50]",
        "KM[]",
        "KM[lots]",
        "RU[Japanese]KM[3.75]",
        "RE[B+3.50]",
        "RE[?]",
        "RE[]",
        "RE[Lee Sedol wins]",
        "DT[2020-01-02,03]",
        "DT[05/06/2003]",
        "DT[soon]",
        "HA[0]",
        "HA[3]",
        "TM[1800]",
        "TM[10m+5x30s]",
        "TM[-]",
        "RU[Old Chinese]",
        "RU[chinese,ko=psk]",
        "C[KM is 750]",
        "KO[750]",
    ] {
        let file = Collection::read(format!("(;GM[1]{stays};B[aa])")).unwrap();
        assert_eq!(normalize(&file), None, "{stays}");
    }
    // Another game has another komi.
    assert_eq!(normalize(&Collection::read("(;GM[2]KM[750])").unwrap()), None);
}

#[test]
fn games_charsets_and_marks() {
    let file = |bytes: &[u8]| normalize(&Collection::read(bytes).unwrap());
    let two = file(b"(;KM[750];B[aa])\n(;HA[2]KM[50]AB[aa][bb];W[cc])").unwrap();
    assert_eq!(two.bytes, b"(;KM[7.5];B[aa])\n(;HA[2]KM[0.5]AB[aa][bb];W[cc])");
    // GBK stays what it is around the value.
    let gbk = file(b"(;CA[GBK]PB[\xbf\xc2\xbd\xe0]RE[\xba\xda\xca\xa4];B[aa])").unwrap();
    assert_eq!(gbk.bytes, b"(;CA[GBK]PB[\xbf\xc2\xbd\xe0]RE[B+];B[aa])");
    let marked = file(b"\xef\xbb\xbf(;KM[750])").unwrap();
    assert_eq!(marked.bytes, b"\xef\xbb\xbf(;KM[7.5])");
    let wide: Vec<u8> = "\u{feff}(;KM[750])".encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!(file(&wide), None);
    // In the rest of a node after its variations, the place is that in the file.
    let rest = file(b"(;KM[750](;B[aa])C[x])").unwrap();
    assert_eq!(rest.bytes, b"(;KM[7.5](;B[aa])C[x])");
}

/// The file with the values of the six properties removed.
fn without_values(file: &Collection) -> Vec<String> {
    let properties = |game: GameTree<'_>| -> Vec<String> {
        let each = game.nodes().flat_map(NodeRef::properties);
        each.map(|property| match NORMALIZED.iter().any(|key| property.is(key)) {
            true => property.name().to_owned(),
            false => format!("{property:?}"),
        })
        .collect()
    };
    file.games().flat_map(properties).collect()
}

#[test]
fn nothing_else_changes_in_any_record() {
    let Some(folder) = data("sgf") else { return };
    let (mut changed, mut values) = (0, 0);
    for (name, bytes) in records(&folder) {
        let Ok(file) = Collection::read(bytes) else { continue };
        let Some(normalized) = normalize(&file) else { continue };
        let after = Collection::read(&normalized.bytes[..]).expect(&name);
        assert_eq!(after.faults().len(), file.faults().len(), "{name}");
        assert_eq!(after.node_count(), file.node_count(), "{name}");
        let charsets =
            |file: &Collection| -> Vec<_> { file.games().map(GameTree::charset).collect() };
        if charsets(&file) == charsets(&after) {
            assert_eq!(without_values(&after), without_values(&file), "{name}");
        }
        assert_eq!(normalize(&after), None, "{name}: twice");
        let source = file.source();
        let kept = source.len() - normalized.changes.iter().map(|one| one.length).sum::<usize>();
        let new = normalized.changes.iter().map(|one| one.after.len()).sum::<usize>();
        assert_eq!(after.source().len(), kept + new, "{name}");
        changed += 1;
        values += normalized.changes.len();
        let _ = lint(&after);
    }
    println!("counted: {values} values of {changed} records rewritten as FF[4] has them");
    assert!(changed > 400, "{changed}");
}
