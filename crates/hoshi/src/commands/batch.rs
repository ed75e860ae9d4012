//! Many files into a folder, several at once.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use hoshi_record::convert::{Format, Loss};

use super::{Answer, notes};
use crate::error::{Illegal, UsageError};
use crate::files;
use crate::job;
use crate::out::{Out, counted};

/// What is to be done.
pub(crate) struct Task<'a> {
    /// Files and folders.
    pub(crate) inputs: &'a [PathBuf],
    /// The format of the records, if it was given.
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
    /// What the format cannot hold.
    pub(crate) losses: Vec<Loss>,
    /// Whether anything is lost.
    pub(crate) lossy: bool,
}

/// The error with the name of the input before it, once.
pub(crate) fn named(input: &Path, error: anyhow::Error) -> anyhow::Error {
    let (name, chain) = (files::shown(input), format!("{error:#}"));
    match error {
        error if error.is::<UsageError>() || chain.starts_with(&name) => error,
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
    losses: Vec<Loss>,
    result: Result<Outcome>,
}

impl Done {
    /// A job of which nothing has come yet.
    fn of(job: usize) -> Done {
        Done { job, notes: Vec::new(), losses: Vec::new(), result: Ok(Outcome::Wrote(0)) }
    }
}

/// What a job did.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Outcome {
    /// Wrote this many files.
    Wrote(usize),
    /// Nothing, since something would have been lost.
    Lossy,
}

/// The losses of many files: each said at once, or summed up at the end.
pub(crate) struct Losses {
    is_summed: bool,
    /// How often each kind of loss occurred, and in how many files.
    kinds: BTreeMap<String, (usize, usize)>,
}

impl Losses {
    pub(crate) fn new(is_summed: bool) -> Losses {
        Losses { is_summed, kinds: BTreeMap::new() }
    }

    /// Says the notes about a file, and says its losses or counts them.
    pub(crate) fn add(&mut self, path: &Path, notes: &[String], losses: &[Loss], out: &mut Out) {
        let before = format!("{}: ", files::shown(path));
        if !self.is_summed {
            let losses = losses.iter().map(ToString::to_string);
            return notes::say(&before, notes.iter().cloned().chain(losses), out);
        }
        notes::say(&before, notes, out);
        let mut here: BTreeMap<String, usize> = BTreeMap::new();
        for loss in losses {
            *here.entry(kind(&loss.what)).or_default() += 1;
        }
        for (kind, count) in here {
            let (all, files) = self.kinds.entry(kind).or_default();
            *all += count;
            *files += 1;
        }
    }

    /// Says the sums, the most frequent first.
    pub(crate) fn say(&self, out: &mut Out) {
        let mut kinds: Vec<_> = self.kinds.iter().collect();
        kinds.sort_by_key(|&(kind, &(count, _))| (std::cmp::Reverse(count), kind));
        for &(kind, &(count, files)) in &kinds {
            let times = if count == 1 { "once".to_owned() } else { format!("{count} times") };
            out.say(format!("{kind}: {times} in {}", counted(files, "file")));
        }
        if !kinds.is_empty() {
            out.say("-v lists every loss");
        }
    }
}

/// What is lost without where or why: `RU is lost: x` and `RU is lost: y` are one kind.
fn kind(what: &str) -> String {
    if what.starts_with("lost with its") {
        return "variations are lost".to_owned();
    }
    what.split(": ").next().unwrap_or(what).to_owned()
}

/// Processes all inputs. If one fails, the others continue.
pub(crate) fn run(
    task: &Task<'_>,
    make: impl Fn(&Path) -> Result<Made> + Sync,
    out: &mut Out,
) -> Result<Answer> {
    let folder = task.folder;
    let (jobs, doubled) = jobs(task)?;
    if jobs.is_empty() && doubled.is_empty() {
        bail!(UsageError("no records found".into()));
    }
    if folder.exists() && !folder.is_dir() {
        bail!("{}: is not a folder", files::shown(folder));
    }
    let names = Names {
        inputs: jobs.iter().filter_map(|job| job.input.canonicalize().ok()).collect(),
        stems: jobs.iter().map(|job| job.stem.as_path()).collect(),
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(jobs.len());
    let next = AtomicUsize::new(0);
    let (mut files, mut failed, mut illegal, mut lossy) = (0, doubled.len(), 0, 0);
    for (input, why) in &doubled {
        out.warn(&format!("{}: {why}", files::shown(input)));
    }
    let all = jobs.len() + doubled.len();
    let mut losses = Losses::new(all > 1 && !out.is_verbose());
    // Messages come in the order of the inputs, whichever was finished first.
    let mut waiting: HashMap<usize, Done> = HashMap::new();
    let (mut finished, mut said) = (0_usize, 0);
    let show = |done: Option<Done>, gone: Duration, out: &mut Out| {
        if let Some(done) = done {
            finished += 1;
            waiting.insert(done.job, done);
        }
        while let Some(done) = waiting.remove(&said) {
            losses.add(&jobs[said].input, &done.notes, &done.losses, out);
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
        if finished > 0 {
            let whole = gone.mul_f64(jobs.len() as f64 / finished as f64);
            let what = format!("{finished} of {} files", jobs.len());
            out.progress(&what, gone, Some(whole));
        }
    };
    job::Job::new(task.verb).run(out, show, |reporter| {
        let work = || {
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                let Some(job) = jobs.get(number) else { break };
                let mut done = Done::of(number);
                done.result = write(job, task, &make, &names, &mut done);
                reporter.send(done);
            }
        };
        std::thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(work))));
        Ok(())
    })?;
    losses.say(out);
    let count = counted(files, "file");
    let mut summary = format!("{count} written to {}", files::shown(folder));
    if lossy > 0 {
        summary.push_str(&format!(", {lossy} skipped because --strict allows no loss"));
    }
    if files + lossy > 0 {
        out.say(&summary);
    }
    if failed > 0 {
        let summary = format!("{failed} of {all} inputs could not be {}", task.done);
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
    Done { notes, losses, .. }: &mut Done,
) -> Result<Outcome> {
    let made = make(&job.input)?;
    notes.extend(made.notes);
    losses.extend(made.losses);
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
        // Otherwise the order of the threads would decide which file remains.
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

/// The records among inputs, folders gone through.
pub(crate) fn records(inputs: &[PathBuf], from: Option<Format>) -> Result<Vec<PathBuf>> {
    let mut all = Vec::new();
    for input in inputs {
        if input.is_dir() {
            let mut found = Vec::new();
            walk(input, from, None, &mut found)?;
            found.sort();
            all.append(&mut found);
        } else {
            all.push(input.clone());
        }
    }
    Ok(all)
}

/// Inputs that cannot be worked on, and why.
type Doubled = Vec<(PathBuf, String)>;

/// The inputs, folders gone through, each with a name for its output that no other has; and those that have no
/// such name.
fn jobs(task: &Task<'_>) -> Result<(Vec<Job>, Doubled)> {
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
    let mut names: HashMap<PathBuf, Vec<PathBuf>> = HashMap::new();
    for job in &jobs {
        names.entry(job.stem.clone()).or_default().push(job.input.clone());
    }
    // Which of them is meant to have the name is not for us to guess.
    let (clear, doubled): (Vec<Job>, Vec<Job>) =
        jobs.into_iter().partition(|job| names[&job.stem].len() == 1);
    let why = |job: Job| {
        let others = names[&job.stem].iter().filter(|other| **other != job.input);
        let others: Vec<String> = others.map(|other| files::shown(other)).collect();
        let (stem, ending, verb) = (files::shown(&job.stem), task.ending, task.verb);
        let with =
            if others.is_empty() { "it is given twice".to_owned() } else { others.join(", ") };
        (
            job.input,
            format!(
                "would become {stem}.{ending}, as another input would ({with}); {verb} it by itself"
            ),
        )
    };
    Ok((clear, doubled.into_iter().map(why).collect()))
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

#[cfg(test)]
mod tests {
    use super::kind;

    #[test]
    fn losses_are_summed_by_what_is_lost() {
        assert_eq!(kind("RU is lost: `x` is not a ruleset"), "RU is lost");
        assert_eq!(kind("C is lost"), "C is lost");
        assert_eq!(kind("lost with its 3 nodes, White G3"), "variations are lost");
    }
}
