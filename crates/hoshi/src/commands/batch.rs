//! Many files into a folder, several at once.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use hoshi_record::convert::Format;

use super::{Answer, notes};
use crate::cli::{Illegal, WrongCall};
use crate::files;
use crate::out::{self, Out};
use crate::signals;

/// What is to be done.
pub(crate) struct Task<'a> {
    /// Files and folders.
    pub(crate) inputs: &'a [PathBuf],
    /// The format of the records, if somebody said.
    pub(crate) from: Option<Format>,
    /// Where the outputs go.
    pub(crate) folder: &'a Path,
    /// How the names of the outputs end.
    pub(crate) ending: &'a str,
    /// Whether outputs that exist are replaced.
    pub(crate) force: bool,
    /// Whether what loses something is not written.
    pub(crate) strict: bool,
    /// What is done to the inputs: `convert`, `draw`.
    pub(crate) verb: &'a str,
    /// The same, done: `converted`, `drawn`.
    pub(crate) done: &'a str,
}

/// What becomes of one input.
pub(crate) struct Made {
    /// The files: a number where there are several, and the bytes.
    pub(crate) files: Vec<(Option<usize>, Vec<u8>)>,
    /// What there is to say, a line each.
    pub(crate) notes: Vec<String>,
    /// Whether anything is lost.
    pub(crate) lossy: bool,
}

/// The error with the name of the input before it, once.
pub(crate) fn named(input: &Path, error: anyhow::Error) -> anyhow::Error {
    let (name, chain) = (files::shown(input), format!("{error:#}"));
    match error {
        error if error.is::<WrongCall>() || chain.starts_with(&name) => error,
        error => error.context(name),
    }
}

/// An input, and what its output is called, below the folder and without an ending.
struct Job {
    input: PathBuf,
    stem: PathBuf,
}

/// The names that are taken.
struct Names<'a> {
    /// The inputs, where they really are: none is overwritten.
    inputs: HashSet<PathBuf>,
    /// What the outputs are called.
    stems: HashSet<&'a Path>,
}

/// What came of a job.
struct Done {
    job: usize,
    notes: Vec<String>,
    result: Result<Outcome>,
}

/// What a job did.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Outcome {
    /// Wrote so many files.
    Wrote(usize),
    /// Nothing, since something would have been lost.
    Lossy,
}

/// Works on all inputs. The others go on when one fails.
pub(crate) fn run(
    task: &Task<'_>,
    make: impl Fn(&Path) -> Result<Made> + Sync,
    out: &mut Out,
) -> Result<Answer> {
    signals::end_on_signal()?;
    let folder = task.folder;
    let jobs = jobs(task)?;
    if jobs.is_empty() {
        bail!(WrongCall("no records found".into()));
    }
    if folder.exists() && !folder.is_dir() {
        bail!("{}: is not a folder", files::shown(folder));
    }
    let names = Names {
        inputs: jobs.iter().filter_map(|job| job.input.canonicalize().ok()).collect(),
        stems: jobs.iter().map(|job| job.stem.as_path()).collect(),
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(jobs.len());
    let (next, start) = (AtomicUsize::new(0), Instant::now());
    let (mut files, mut failed, mut illegal, mut lossy) = (0, 0, 0, 0);
    std::thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for _ in 0..threads {
            let (sender, jobs, next, names) = (sender.clone(), &jobs, &next, &names);
            let make = &make;
            scope.spawn(move || {
                loop {
                    let job = next.fetch_add(1, Ordering::Relaxed);
                    let Some(todo) = jobs.get(job) else { break };
                    let mut notes = Vec::new();
                    let result = write(todo, task, make, names, &mut notes);
                    if sender.send(Done { job, notes, result }).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        // What is said comes in the order of the inputs, whoever was first.
        let mut waiting: HashMap<usize, Done> = HashMap::new();
        let (mut said, mut drawn) = (0, Instant::now());
        for (number, done) in receiver.iter().enumerate() {
            waiting.insert(done.job, done);
            while let Some(done) = waiting.remove(&said) {
                notes::say(&format!("{}: ", files::shown(&jobs[said].input)), &done.notes, out);
                match done.result {
                    Ok(Outcome::Wrote(count)) => files += count,
                    Ok(Outcome::Lossy) => lossy += 1,
                    Err(error) => {
                        illegal += usize::from(error.is::<Illegal>());
                        out.warn(&format!("{:#}", named(&jobs[said].input, error)));
                        failed += 1;
                    }
                }
                said += 1;
            }
            if drawn.elapsed() > out::REDRAW || number == 0 {
                drawn = Instant::now();
                let gone = start.elapsed();
                let whole = gone.mul_f64(jobs.len() as f64 / (number + 1) as f64);
                let what = format!("{} of {} files", number + 1, jobs.len());
                out.progress(&what, gone, Some(whole).filter(|whole| *whole > Duration::ZERO));
            }
        }
    });
    let count = if files == 1 { "1 file".to_owned() } else { format!("{files} files") };
    let mut summary = format!("{count} written to {}", files::shown(folder));
    if lossy > 0 {
        summary.push_str(&format!(", {lossy} skipped because --strict allows no loss"));
    }
    if files + lossy > 0 {
        out.say(&summary);
    }
    if failed > 0 {
        let summary = format!("{failed} of {} inputs could not be {}", jobs.len(), task.done);
        if illegal == failed {
            bail!(Illegal(summary));
        }
        bail!(summary);
    }
    Ok(if lossy > 0 { Answer::No } else { Answer::Yes })
}

/// Works on one input, and writes what comes of it.
fn write(
    job: &Job,
    task: &Task<'_>,
    make: &impl Fn(&Path) -> Result<Made>,
    Names { inputs, stems }: &Names<'_>,
    notes: &mut Vec<String>,
) -> Result<Outcome> {
    let made = make(&job.input)?;
    notes.extend(made.notes);
    if task.strict && made.lossy {
        return Ok(Outcome::Lossy);
    }
    let width = made.files.len().to_string().len();
    let stem = |number: &Option<usize>| {
        let mut name = job.stem.file_name().unwrap_or_default().to_os_string();
        if let Some(number) = number {
            name.push(format!("-{number:0width$}"));
        }
        job.stem.with_file_name(name)
    };
    let named = |number: &Option<usize>| {
        let mut name = stem(number).into_os_string();
        name.push(format!(".{}", task.ending));
        task.folder.join(name)
    };
    for (number, _) in &made.files {
        // Whoever came first would be overwritten, or would not, as the threads have it.
        if number.is_some() && stems.contains(stem(number).as_path()) {
            bail!("its games would become {}, as another input does", named(number).display());
        }
        let path = named(number);
        if path.canonicalize().is_ok_and(|path| inputs.contains(&path)) {
            bail!("{}: an input is never overwritten", path.display());
        }
    }
    for (number, bytes) in &made.files {
        let path = named(number);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).with_context(|| parent.display().to_string())?;
        }
        notes.extend(files::note(&path, files::write(&path, bytes, task.force)?));
    }
    Ok(Outcome::Wrote(made.files.len()))
}

/// The inputs, folders gone through, each with a name for its output that no other has.
fn jobs(task: &Task<'_>) -> Result<Vec<Job>> {
    let folder = task.folder.canonicalize().ok();
    let mut jobs = Vec::new();
    for input in task.inputs {
        if input.is_dir() {
            let mut found = Vec::new();
            walk(input, task.from, folder.as_deref(), &mut found)?;
            found.sort();
            for file in found {
                let below = file.strip_prefix(input).unwrap_or(&file).with_extension("");
                jobs.push(Job { input: file, stem: below });
            }
        } else {
            let stem = if files::is_dash(input) {
                PathBuf::from("stdin")
            } else {
                PathBuf::from(input.file_stem().unwrap_or_default())
            };
            jobs.push(Job { input: input.clone(), stem });
        }
    }
    let mut names: HashMap<&Path, &Path> = HashMap::new();
    for job in &jobs {
        if let Some(other) = names.insert(&job.stem, &job.input) {
            bail!(WrongCall(format!(
                "{} and {} would both become {}.{}: {} them one by one",
                files::shown(other),
                files::shown(&job.input),
                files::shown(&job.stem),
                task.ending,
                task.verb
            )));
        }
    }
    Ok(jobs)
}

/// The records in a folder and the folders in it, but for the one that is written to: it may lie in
/// there. Links to folders are not followed.
fn walk(
    folder: &Path,
    from: Option<Format>,
    out: Option<&Path>,
    found: &mut Vec<PathBuf>,
) -> Result<()> {
    let named = || folder.display().to_string();
    for entry in fs::read_dir(folder).with_context(named)? {
        let entry = entry.with_context(named)?;
        let (path, kind) = (entry.path(), entry.file_type().with_context(named)?);
        if kind.is_dir() {
            if path.canonicalize().ok().as_deref() != out {
                walk(&path, from, out, found)?;
            }
        } else if from.map_or_else(
            || Format::of_path(&path).is_some(),
            |from| Format::of_path(&path) == Some(from),
        ) {
            found.push(path);
        }
    }
    Ok(())
}
