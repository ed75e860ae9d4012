//! Stopping a program that thinks: by the next line, an interrupt, the end of the input, a closed
//! output.

use std::io::{self, Cursor, Read, Write};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use hoshi_gtp::server::Server;

use crate::programs::{Patient, Random};
use crate::replies;

/// A controller that writes lines when it wants to.
struct Pipe {
    lines: Receiver<Vec<u8>>,
    rest: Vec<u8>,
}

impl Read for Pipe {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.rest.is_empty() {
            let Ok(line) = self.lines.recv() else { return Ok(0) };
            self.rest = line;
        }
        let len = buffer.len().min(self.rest.len());
        buffer[..len].copy_from_slice(&self.rest[..len]);
        self.rest.drain(..len);
        Ok(len)
    }
}

#[derive(Clone, Default)]
struct Screen(Arc<Mutex<Vec<u8>>>);

impl Screen {
    fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }

    fn wait_for(&self, part: &str) {
        for _ in 0..60_000 {
            if self.text().contains(part) {
                return;
            }
            thread::sleep(Duration::from_millis(1));
        }
        panic!("{part:?} never came: {}", self.text());
    }
}

impl Write for Screen {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A running server, with its input, its output and the questions to its program.
fn started() -> (Sender<Vec<u8>>, Screen, Patient, thread::JoinHandle<io::Result<()>>) {
    let (send, lines) = mpsc::channel();
    let (screen, patient) = (Screen::default(), Patient::default());
    let (output, program) = (screen.clone(), patient.clone());
    let pipe = Pipe { lines, rest: Vec::new() };
    let server = thread::spawn(move || Server::new(program).serve(pipe, output));
    (send, screen, patient, server)
}

/// Waits for the end of a server; fails the test instead of hanging it.
fn wait_for_end(server: thread::JoinHandle<io::Result<()>>) {
    for _ in 0..60_000 {
        if server.is_finished() {
            return server.join().unwrap().unwrap();
        }
        thread::sleep(Duration::from_millis(1));
    }
    panic!("the server does not end");
}

#[test]
fn the_next_line_stops_an_analysis() {
    let (send, screen, patient, server) = started();
    send.send(b"time_settings 60 0 0\n5 lz-analyze white 1\n".to_vec()).unwrap();
    let info = "=5\ninfo move pass visits 1 winrate 5000 order 0 pv pass\ninfo ";
    screen.wait_for(info);
    send.send(b"6 name\n".to_vec()).unwrap();
    screen.wait_for("pass\n\n=6 Patient\n\n");
    // An empty line is enough.
    send.send(b"7 kata-analyze 1\n".to_vec()).unwrap();
    screen.wait_for("=7\ninfo move pass visits 1 winrate 0.500000 order 0 pv pass\n");
    send.send(b"\n".to_vec()).unwrap();
    let ended =
        |text: String| replies(text.as_bytes()).last().is_some_and(|last| last.id == Some(7));
    while !screen.text().ends_with("\n\n") || !ended(screen.text()) {
        thread::sleep(Duration::from_millis(1));
    }
    // So is the end of the input.
    send.send(b"8 lz-analyze 1\n".to_vec()).unwrap();
    screen.wait_for("=8\ninfo ");
    drop(send);
    wait_for_end(server);
    assert!(screen.text().ends_with("pv pass\n\n"));
    let asked = patient.0.lock().unwrap().clone();
    assert_eq!(asked, ["White None false true", "Black None false true", "Black None false true"]);
}

#[test]
fn a_move_is_stopped_by_an_interrupt_only() {
    let (send, screen, patient, server) = started();
    send.send(b"time_settings 60 0 0\ntime_left w 25 0\n1 genmove w\n".to_vec()).unwrap();
    screen.wait_for("=\n\n=\n\n");
    while patient.0.lock().unwrap().is_empty() {
        thread::sleep(Duration::from_millis(1));
    }
    send.send(b"2 name\n".to_vec()).unwrap();
    thread::sleep(Duration::from_millis(20));
    assert!(!screen.text().contains("=1"), "it is still thinking");
    send.send(b"# interrupt\n".to_vec()).unwrap();
    screen.wait_for("=1 pass\n\n=2 Patient\n\n");
    send.send(b"3 kgs-genmove_cleanup b\n# interrupt\n4 lz-genmove_analyze b 1\n".to_vec())
        .unwrap();
    screen.wait_for("=3 pass\n\n=4\ninfo ");
    send.send(b"# interrupt\n".to_vec()).unwrap();
    screen.wait_for("\nplay pass\n\n");
    // The input ends while it thinks: it continues until it is stopped.
    send.send(b"5 reg_genmove b\n# interrupt".to_vec()).unwrap();
    drop(send);
    wait_for_end(server);
    assert!(screen.text().ends_with("=5 pass\n\n"), "{}", screen.text());
    let asked = patient.0.lock().unwrap().clone();
    let wanted = [
        "White Some((25, 0)) false false",
        "Black Some((60, 0)) true false",
        "Black Some((60, 0)) false false",
        "Black None false true",
    ];
    assert_eq!(asked, wanted);
}

#[test]
fn a_closed_output_ends_it_quietly() {
    /// Accepts this many bytes.
    struct Short(usize, io::ErrorKind);
    impl Write for Short {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            match self.0.checked_sub(bytes.len()) {
                Some(rest) => self.0 = rest,
                None => return Err(self.1.into()),
            }
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    for room in [0, 3, 20] {
        let serve = |kind| {
            let lines = Cursor::new("name\nversion\nshowboard\n");
            Server::new(Random::new(1)).serve(lines, Short(room, kind))
        };
        serve(io::ErrorKind::BrokenPipe).unwrap();
        assert_eq!(
            serve(io::ErrorKind::StorageFull).unwrap_err().kind(),
            io::ErrorKind::StorageFull
        );
        // In the middle of an analysis that nothing else would stop.
        let (send, lines) = mpsc::channel();
        send.send(b"lz-analyze 1\n".to_vec()).unwrap();
        let pipe = Pipe { lines, rest: Vec::new() };
        let output = Short(room, io::ErrorKind::BrokenPipe);
        wait_for_end(thread::spawn(move || Server::new(Patient::default()).serve(pipe, output)));
        drop(send);
    }
}
