//! Addresses: valid ones, warnings, and errors with their places.

use hoshi_record::sgn::{Address, Fault};

use crate::{check_place, simple};

#[test]
fn addresses() {
    for (text, written) in [
        (
            "/game/19x19,A9b,B12w,C2b?komi=6.5&rules=japanese&result=B%2BR",
            "/game/19x19,A9b,B12w,C2b?komi=6.5&rules=japanese&result=B%2BR",
        ),
        ("/game/19x19,A9b?result=B+R&komi=6.5", "/game/19x19,A9b?komi=6.5&result=B%2BR"),
        ("https://go.example/game/9x9", "https://go.example/game/9x9"),
        ("https://go.example//game/9x9", "https://go.example/game/9x9"),
        (
            "http://go.example:8080/x/game/game/9x9,E5b",
            "http://go.example:8080/x/game/game/9x9,E5b",
        ),
        ("go.example/game/9x9%20E5b%20", "go.example/game/9x9,E5b"),
        (" /game/9x9,E5b\n", "/game/9x9,E5b"),
        ("/game/9x9,E5b?", "/game/9x9,E5b"),
        ("/game/9x9,E5b?&&komi=0&", "/game/9x9,E5b?komi=0"),
        ("/game/9x9?%6bomi=-0.5", "/game/9x9?komi=-0.5"),
        ("/game/9x9?rules=chinese,ko=psk", "/game/9x9?rules=chinese,ko%3Dpsk"),
        ("/game/9x9?result=0", "/game/9x9?result=0"),
        ("/game/9x9?result=Void", "/game/9x9?result=Void"),
        ("/game/9x9?result=?", "/game/9x9"),
        ("/game/255x255", "/game/255x255"),
    ] {
        let read =
            Address::read(text).unwrap_or_else(|error| panic!("{error}\n{}", error.show(text)));
        assert!(read.warnings.is_empty(), "{text}: {:?}", read.warnings);
        assert_eq!(read.value.to_string(), written);
    }
    for (text, said) in [
        (
            "19x19,A9b",
            "column 1: an address has /game/ and then the line, as in /game/19x19,A9b,B12w",
        ),
        (
            "https://go.example/play/19x19",
            "column 1: an address has /game/ and then the line, as in /game/19x19,A9b,B12w",
        ),
        (
            "/game/",
            "column 7: the text is empty: a line begins with the size, as in `19x19 A9b B12w`",
        ),
        ("/game/9x9,I5b", "column 11: `I5b`: there is no column I, after H comes J"),
        ("/game/9x9%2C%49%35b", "column 13: `I5b`: there is no column I, after H comes J"),
        (
            "/game/9x9,E5b+C3w",
            "column 11: `E5b+C3w` ends in `b+C3w`: b plays black, w white, c marks a capture",
        ),
        (
            "/game/9x9%2",
            "column 10: `%2` is not an escape: % is followed by two hexadecimal digits",
        ),
        (
            "/game/9x9%zz,E5b",
            "column 10: `%zz` is not an escape: % is followed by two hexadecimal digits",
        ),
        ("/game/9x9,%ff", "column 11: `%ff` is not UTF-8"),
        ("/game/9x9?komi=6.5&komi=7", "column 20: komi is given twice"),
        ("/game/9x9?x=1&x=1", "column 15: x is given twice"),
        (
            "/game/9x9?komi=six",
            "column 16: komi: `six` is not a number of points: write whole or half points such as 7, 6.5 or -0.5, at most 65025",
        ),
        (
            "/game/9x9?komi",
            "column 15: komi: `` is not a number of points: write whole or half points such as 7, 6.5 or -0.5, at most 65025",
        ),
        (
            "/game/9x9?result=maybe",
            "column 18: result: `maybe` is not a result: write B+3.5, W+R, B+T, W+F, B+, 0, Void, or ? if unknown",
        ),
        (
            "/game/9x9?rules=go",
            "column 17: rules: `go` is not a ruleset: use tromp-taylor, chinese, japanese, korean, aga, bga, french, \
             new-zealand, ing or simple",
        ),
    ] {
        let error = Address::read(text).expect_err(text);
        assert_eq!(error.to_string(), said);
        check_place(text, &error);
    }
    let read = Address::read("/game/9x9,e5b?theme=dark&result=b%20r#end").expect("odd, but right");
    let warnings: Vec<String> = read.warnings.iter().map(ToString::to_string).collect();
    assert_eq!(
        warnings,
        [
            "column 11: `e5b` is written E5b",
            "column 15: `theme` is not a key of an address and is ignored",
            "column 33: `b r` is written B%2BR",
            "column 38: the part after # is ignored",
        ]
    );
    assert_eq!(read.value.to_string(), "/game/9x9,E5b?result=B%2BR");
    let many: String = (0..40).map(|n| format!("k{n}=1&")).collect();
    let error = Address::read(&format!("/game/9x9?{many}")).expect_err("too many");
    assert_eq!(error.fault, Fault::ManyKeys);
    let two: Address = "/game/9x9,E5b,resignw?result=W%2BR".parse().expect("it is spelled right");
    let error = two.game(&simple()).expect_err("two results");
    assert_eq!(error.to_string(), "column 15: the line ends with B+R, but the result is W+R");
}
