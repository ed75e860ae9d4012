//! Many files into a folder, several at once.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use hoshi_record::convert::Format;

use super::super::notes;
use super::{make, named};
use crate::charsets::Charsets;
use crate::cli::{Convert, Illegal, WrongCall};
use crate::commands::Answer;
use crate::files;
use crate::out::{self, Out};
use crate::signals;

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

/// Converts all inputs. One that fails does not keep the others from being converted.
pub(super) fn run(options: &Convert, folder: &Path, to: Format, out: &mut Out) -> Result<Answer> {
    signals::end_on_signal()?;
    let jobs = jobs(&options.inputs, options.from, to, folder)?;
    if jobs.is_empty() {
        bail!(WrongCall("there is no record in what was given".into()));
    }
    if folder.exists() && !folder.is_dir() {
        bail!("{}: it is not a folder", folder.display());
    }
    let names = Names {
        inputs: jobs.iter().filter_map(|job| job.input.canonicalize().ok()).collect(),
        stems: jobs.iter().map(|job| job.stem.as_path()).collect(),
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(jobs.len());
    let (next, start) = (AtomicUsize::new(0), Instant::now());
    let charsets = Charsets::new(&options.charset);
    let (mut files, mut failed, mut illegal, mut lossy) = (0, 0, 0, 0);
    std::thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for _ in 0..threads {
            let (sender, jobs, next, names) = (sender.clone(), &jobs, &next, &names);
            let charsets = &charsets;
            scope.spawn(move || {
                loop {
                    let job = next.fetch_add(1, Ordering::Relaxed);
                    let Some(todo) = jobs.get(job) else { break };
                    let mut notes = Vec::new();
                    let result = convert(todo, folder, to, options, charsets, names, &mut notes);
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
    let mut summary = format!("{count} written to {}", folder.display());
    if lossy > 0 {
        summary.push_str(&format!(", {lossy} not, since --strict lets nothing be lost"));
    }
    if files + lossy > 0 {
        out.say(&summary);
    }
    if failed > 0 {
        let summary = format!("{failed} of {} inputs could not be converted", jobs.len());
        if illegal == failed {
            bail!(Illegal(summary));
        }
        bail!(summary);
    }
    Ok(if lossy > 0 { Answer::No } else { Answer::Yes })
}

/// Converts one input.
fn convert(
    job: &Job,
    folder: &Path,
    to: Format,
    options: &Convert,
    charsets: &Charsets,
    Names { inputs, stems }: &Names<'_>,
    notes: &mut Vec<String>,
) -> Result<Outcome> {
    let made = make(&job.input, to, options, charsets)?;
    notes.extend(made.notes);
    if options.strict && made.lossy {
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
        name.push(format!(".{to}"));
        folder.join(name)
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
        notes.extend(files::note(&path, files::write(&path, bytes, options.force)?));
    }
    Ok(Outcome::Wrote(made.files.len()))
}

/// The inputs, folders gone through, each with a name for its output that no other has.
fn jobs(inputs: &[PathBuf], from: Option<Format>, to: Format, folder: &Path) -> Result<Vec<Job>> {
    let folder = folder.canonicalize().ok();
    let mut jobs = Vec::new();
    for input in inputs {
        if input.is_dir() {
            let mut found = Vec::new();
            walk(input, from, folder.as_deref(), &mut found)?;
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
                "{} and {} would both become {}.{to}: convert them one by one",
                files::shown(other),
                files::shown(&job.input),
                job.stem.display()
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
