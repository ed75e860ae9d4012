//! The pages of tasks: the steps for beginners, and problems whose files the visitor's browser keeps.

mod net;

use hoshi_web::Limits;
use net::Server;
use serde_json::Value;

/// Sends a file to be read as problems, with this line in the head; the answer, head and body.
fn send(server: &Server, line: &str, file: &[u8]) -> (String, String) {
    use std::io::{Read as _, Write as _};
    let (mut stream, port) = (server.connect(), server.port);
    let head = format!(
        "POST /api/problems HTTP/1.1\r\nHost: localhost:{port}\r\n{line}Content-Length: {}\r\nConnection: close\r\n\r\n",
        file.len()
    );
    stream.write_all(head.as_bytes()).expect("it is sent");
    // A server that refuses it early takes no more of it.
    let _ = stream.write_all(file);
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    let answer = String::from_utf8_lossy(&answer).into_owned();
    let (head, body) = answer.split_once("\r\n\r\n").expect("a head");
    (head.to_owned(), body.to_owned())
}

fn own(server: &Server) -> String {
    format!("Origin: http://localhost:{}\r\n", server.port)
}

#[test]
fn a_file_is_read_as_problems_and_nothing_of_it_is_kept() {
    let server = Server::start(Limits::default());
    let read = |file: &[u8]| {
        let (head, body) = send(&server, &own(&server), file);
        assert!(head.starts_with("HTTP/1.1 200") && head.contains("no-store"), "{head}");
        serde_json::from_str::<Value>(&body).unwrap_or_else(|error| panic!("{error}: {body}"))
    };
    let two = read(b"(;SZ[9]AB[aa]AW[bb]C[x];B[ab];W[ac];B[ba]C[RIGHT])(;SZ[5];B[cc])");
    assert_eq!(two["games"].as_array().map(Vec::len), Some(2));
    // The second one has no white stone, and is solved too, as in the terminal.
    assert_eq!(two["games"][1]["problem"]["solver"], "b");
    assert_eq!(two["games"][0]["nodes"][3]["v"], "r");
    // In the charset that the file names.
    let chinese = read(b"(;CA[GB2312]SZ[9]AB[aa]AW[bb]C[\xba\xda\xcf\xc8];B[ab])");
    assert_eq!(chinese["games"][0]["nodes"][0]["c"], "黑先");
    let left = std::fs::read_dir(server.folder().join("history")).map_or(0, Iterator::count);
    assert_eq!(left, 0);
}

#[test]
fn what_cannot_be_read_as_problems_is_refused() {
    let server = Server::start(Limits::default());
    for file in ["Dear Sir", "", "(", "9x9,E5b,E5w"] {
        let (head, body) = send(&server, &own(&server), file.as_bytes());
        assert!(head.starts_with("HTTP/1.1 422"), "{file}: {head}");
        assert!(body.starts_with("{\"error\":\""), "{file}: {body}");
    }
    let (head, _) = send(&server, &own(&server), &vec![b' '; (1 << 20) + 1]);
    assert!(head.starts_with("HTTP/1.1 413"), "{head}");
    for other in ["Origin: http://evil.example\r\n", ""] {
        let (head, _) = send(&server, other, b"(;AB[aa]AW[bb];B[ab])");
        assert!(head.starts_with("HTTP/1.1 403"), "{other}: {head}");
    }
    assert!(server.get("/api/problems").starts_with("HTTP/1.1 405"));
}

#[test]
fn the_pages_have_their_scripts_and_the_steps_open_where_the_address_says() {
    let server = Server::start(Limits::default());
    let (learn, fourth) = (server.get("/learn"), server.get("/learn?step=4"));
    for page in [&learn, &fourth] {
        assert!(page.starts_with("HTTP/1.1 200") && page.contains("/learn.js\""), "{page}");
        assert!(page.contains("/study.css\"") && page.contains("Two black stones were enough."));
        assert!(page.contains("&quot;opponent&quot;:&quot;bot:1&quot;"), "{page}");
    }
    let board = |page: &str| page.split_once("<svg").map(|(_, svg)| svg.to_owned());
    assert_ne!(board(&learn), board(&fourth));
    assert_eq!(board(&server.get("/learn?step=x")), board(&learn));
    let problems = server.get("/problems");
    assert!(problems.contains("/problems.js\"") && problems.contains("\"games\":[]"), "{problems}");
    let home = server.get("/");
    assert!(home.contains("href=\"/learn\"") && home.contains("webkitdirectory"), "{home}");
}
