//! The power is cut: a file system of our own is shut down under the writer, with its journal not
//! flushed, and mounted again. What was answered before is there. With the syncs taken out, it is not:
//! else all this would prove nothing.

use std::ffi::OsStr;
use std::fs;
use std::hint::spin_loop;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use hoshi_core::{Move, Rng as _, SplitMix64};

use crate::disks::in_own_mounts;
use crate::program::{Live, hoshi, is_asked_for, new_game, record, records, resume, run, works};
use crate::script::{Script, State};

/// Shuts a file system down when it is told how: `EXT4_IOC_SHUTDOWN`, with `EXT4_GOING_FLAGS_LOGFLUSH`
/// (1, what the journal has in memory is written first) or `EXT4_GOING_FLAGS_NOLOGFLUSH` (2).
const CUTTER: &str = "\
import fcntl, os, struct, sys
fd = os.open(sys.argv[1], os.O_RDONLY)
print('ready', flush=True)
flags = int(sys.stdin.readline())
fcntl.ioctl(fd, 0x8004587d, struct.pack('I', flags))
os.close(fd)
print('cut', flush=True)
";

/// So many cuts while no line is under way, and so many while they flow.
const CALM: usize = 12;
const FLOWING: usize = 28;
const WITHOUT_SYNC: usize = 8;

#[test]
fn powercut() {
    if !is_asked_for("powercut") {
        return;
    }
    let Some(folder) = in_own_mounts("powercut::powercut") else { return };
    let mut disk = match Power::new(&folder) {
        Ok(disk) => disk,
        Err(why) => {
            hoshi_testkit::skip_privileged(format_args!("no power to cut: {why}"));
            return;
        }
    };
    let mut rng = SplitMix64::new(1);
    let (mut answered, mut more, mut under_way, mut replaced, mut torn) = (0, 0, 0, 0, 0);
    for number in 0..CALM + FLOWING {
        let script = Script::at_random(number as u64, 60);
        let mut at = 1 + rng.below(40) as usize;
        if number % 2 == 1 {
            // Half of them at the next line that replaces the file; the others where it happens.
            while !is_replacement(&script.lines[at - 1]) && at < script.lines.len() {
                at += 1;
            }
        }
        let delay = (number >= CALM).then(|| rng.below(1 << 20));
        let how = How { data: DATA[number / 2 % 2], flags: if number % 4 == 3 { 1 } else { 2 } };
        let cut = disk.cut(&format!("cut{number}"), &[], &script, at, delay, how);
        let (from, fed) = (cut.answered, cut.fed);
        let found = cut.state.as_ref().and_then(|state| script.find(state, from, fed));
        let Some(found) = found else {
            panic!("cut {number}: {from} of {fed} lines were answered; left: {:?}", cut.state);
        };
        let history = disk.place.join(format!("cut{number}"));
        goes_on(&history, script.states[found].clone());
        answered += from;
        more += found - from;
        under_way += usize::from(from < fed);
        replaced += usize::from(is_replacement(&script.lines[from - 1]));
        torn += usize::from(cut.is_torn);
    }
    println!(
        "counted: {} cuts of power, {under_way} with lines under way, {replaced} just behind a \
         replacement; all {answered} answered lines are there and {more} that were not, {torn} files torn",
        CALM + FLOWING
    );

    if !works("strace", &["-o", "/dev/null", "true"]) {
        hoshi_testkit::skip_privileged(
            "no cuts without syncs, since there is no strace to take them out",
        );
        return;
    }
    let strace = ["strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace=fdatasync,fsync", "-e"];
    let strace = [&strace[..], &["inject=fdatasync,fsync:retval=0"]].concat();
    let strace: Vec<&OsStr> = strace.into_iter().map(OsStr::new).collect();
    let mut lost = 0;
    for number in 0..WITHOUT_SYNC {
        let script = Script::at_random(number as u64, 60);
        let at = 1 + rng.below(40) as usize;
        let how = How { data: DATA[0], flags: 2 };
        let cut = disk.cut(&format!("loose{number}"), &strace, &script, at, None, how);
        let found = cut.state.and_then(|state| script.find(&state, cut.answered, cut.fed));
        lost += usize::from(found.is_none());
    }
    assert!(lost > 0, "without syncs nothing was lost, so these cuts prove nothing");
    println!(
        "counted: {WITHOUT_SYNC} cuts with the syncs taken out, {lost} of them lost answered lines"
    );
}

/// The game is taken up again where it stands, and the file is whole with the next move.
fn goes_on(history: &Path, mut state: State) {
    let file = record(history);
    let ended = run(hoshi(&[], history, &resume(&file)), "pass\n");
    assert_eq!(ended.status.code(), Some(0), "{}", ended.err);
    state.moves.push((state.turn(), Move::Pass, None));
    assert_eq!(State::of_whole(&fs::read(&file).expect("a record")), state);
}

/// Whether a line has the file replaced; a move is added to it.
fn is_replacement(line: &str) -> bool {
    line == "undo" || line.starts_with("comment")
}

/// How the file system treats what is written: before what points to it, or whenever it likes.
const DATA: [&str; 2] = ["data=ordered", "data=writeback"];

/// How the power is cut.
#[derive(Clone, Copy)]
struct How {
    data: &'static str,
    flags: u32,
}

/// What a cut has left.
struct Cut {
    answered: usize,
    fed: usize,
    /// None if there is no game, or none that can be read.
    state: Option<State>,
    is_torn: bool,
}

/// A disk whose power can be cut.
struct Power {
    image: PathBuf,
    place: PathBuf,
    data: &'static str,
}

impl Power {
    fn new(folder: &Path) -> Result<Power, String> {
        let (image, place) = (folder.join("image"), folder.join("mnt"));
        let power = Power { image, place, data: DATA[0] };
        let image = power.image.to_str().expect("a plain path");
        fs::create_dir(&power.place).map_err(|error| error.to_string())?;
        if !works("truncate", &["--size=64M", image]) || !works("mkfs.ext4", &["-q", image]) {
            return Err("mkfs.ext4 makes no file system".to_owned());
        }
        if !power.mount() {
            return Err("no file system can be mounted through a loop device".to_owned());
        }
        let mut cutter = power.cutter().ok_or("python3 cannot open it")?;
        if !cutter.cut(2) {
            return Err("this kernel does not shut an ext4 down".to_owned());
        }
        if !power.renew() {
            return Err("it cannot be mounted again".to_owned());
        }
        Ok(power)
    }

    fn mount(&self) -> bool {
        let [image, place] = [&self.image, &self.place].map(|path| path.to_str().expect("a path"));
        // Without what ext4 does for programs that forget to sync what they rename.
        let options = format!("loop,noauto_da_alloc,{}", self.data);
        works("mount", &["-o", &options, image, place])
    }

    /// As after the power came back: the journal is replayed.
    fn renew(&self) -> bool {
        works("umount", &[self.place.to_str().expect("a path")]) && self.mount()
    }

    fn cutter(&self) -> Option<Cutter> {
        let mut command = Command::new("python3");
        command.args(["-c", CUTTER]).arg(&self.place).stderr(Stdio::null());
        let child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().ok()?;
        let mut cutter = Cutter(child);
        (cutter.read() == "ready").then_some(cutter)
    }

    /// Plays, and cuts the power when so many lines have been answered: with no other line fed in, or
    /// with all of them, and a moment later.
    fn cut(
        &mut self,
        name: &str,
        before: &[&OsStr],
        script: &Script,
        at: usize,
        delay: Option<u32>,
        how: How,
    ) -> Cut {
        if self.data != how.data {
            self.data = how.data;
            assert!(self.renew(), "it cannot be mounted with {}", how.data);
        }
        let history = self.place.join(name);
        let mut cutter = self.cutter().expect("it was there before");
        let mut live = Live::start(hoshi(before, &history, &new_game()));
        let fed = if delay.is_some() { script.lines.len() } else { at };
        let mut output = Vec::new();
        if delay.is_some() {
            live.feed(&script.input());
            while script.answered(output.iter().map(String::as_str)).0 < at {
                output.push(live.next_line().expect("an answer"));
            }
        } else {
            for line in &script.lines[..at] {
                assert_eq!(live.say(line), "");
            }
        }
        for _ in 0..delay.unwrap_or(0) {
            spin_loop();
        }
        // What has come by now was answered; what comes later may have been before the cut or after.
        output.extend(live.out.try_iter());
        let mut answered = script.answered(output.iter().map(String::as_str)).0;
        if delay.is_none() {
            // Each line was followed by a prompt.
            answered = at;
        }
        assert!(cutter.cut(how.flags), "it was cut before");
        if before.is_empty() {
            live.kill();
        } else {
            // Who is killed while another program looks on leaves it behind.
            drop(live.end());
        }
        assert!(self.renew(), "it cannot be mounted again");
        let files = records(&history);
        assert!(files.len() <= 1, "{files:?}");
        let bytes = files.first().map(|file| fs::read(file).expect("a file"));
        let read = bytes.filter(|bytes| !bytes.is_empty()).map(|bytes| State::of_bytes(&bytes));
        let is_torn = read.as_ref().is_some_and(|(_, torn)| *torn);
        Cut { answered, fed, state: read.map(|(state, _)| state), is_torn }
    }
}

struct Cutter(Child);

impl Cutter {
    fn read(&mut self) -> String {
        let mut line = Vec::new();
        let out = self.0.stdout.as_mut().expect("a pipe");
        // One line at a time is all that there ever is.
        let _ = BufReader::with_capacity(1, out).read_until(b'\n', &mut line);
        String::from_utf8_lossy(&line).trim_end().to_owned()
    }

    /// Cuts. Whether it could.
    fn cut(&mut self, flags: u32) -> bool {
        let written = writeln!(self.0.stdin.as_mut().expect("a pipe"), "{flags}");
        let is_cut = written.is_ok() && self.read() == "cut";
        let _ = self.0.wait();
        is_cut
    }
}

impl Drop for Cutter {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
