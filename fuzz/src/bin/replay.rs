//! Replays every target's corpus, and mutations of it, on stable Rust.
//! `cargo xtask test` runs it with a fixed number from a fixed seed.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use hoshi_fuzz::replay::{corpus, replay, share};
use hoshi_fuzz::{TARGETS, Target, target};

const HELP: &str = "\
Replays the fuzz corpus, then mutations of it.

Usage: replay [TARGET...] [--mutations N] [--seed X]

  --mutations N   for each target, fewer for slow ones; default 10000
  --seed X        default 1
";

fn main() -> ExitCode {
    match options() {
        Ok(None) => {
            print!("{HELP}");
            ExitCode::SUCCESS
        }
        Ok(Some(options)) => run(&options),
        Err(message) => {
            eprintln!("replay: {message}");
            ExitCode::from(2)
        }
    }
}

struct Options {
    targets: Vec<Target>,
    mutations: u64,
    seed: u64,
}

fn options() -> Result<Option<Options>, String> {
    let mut options = Options { targets: Vec::new(), mutations: 10_000, seed: 1 };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut number = || {
            let value = words.next().unwrap_or_default();
            value.parse().map_err(|_| format!("`{word}` needs a whole number, not `{value}`"))
        };
        match word.as_str() {
            "--mutations" => options.mutations = number()?,
            "--seed" => options.seed = number()?,
            "-h" | "--help" => return Ok(None),
            name => options.targets.push(target(name).ok_or_else(|| {
                let all: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
                format!("unknown target `{name}`: the targets are {}", all.join(", "))
            })?),
        }
    }
    if options.targets.is_empty() {
        options.targets = TARGETS.to_vec();
    }
    Ok(Some(options))
}

fn run(options: &Options) -> ExitCode {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    let mut code = ExitCode::SUCCESS;
    for &target in &options.targets {
        let name = target.name;
        let inputs = match corpus(&folder.join(name)) {
            Ok(inputs) => inputs,
            Err(error) => {
                eprintln!("replay: the corpus of {name} cannot be read: {error}");
                return ExitCode::from(2);
            }
        };
        if inputs.is_empty() {
            eprintln!("replay: the corpus of {name} is empty");
            return ExitCode::from(2);
        }
        let start = Instant::now();
        let mutations = share(target, options.mutations);
        let outcome = replay(target, &inputs, mutations, options.seed);
        let seconds = start.elapsed().as_secs_f64();
        match outcome {
            Ok(()) => println!(
                "counted: {name}: {} inputs and {mutations} mutations in {seconds:.1} s",
                inputs.len()
            ),
            Err(broken) => {
                code = ExitCode::FAILURE;
                println!("{name}: broken by {}: {:?}", broken.source, escape(&broken.bytes));
                match keep(name, &broken.bytes) {
                    Ok(path) => println!("{name}: kept in {}", path.display()),
                    Err(error) => println!("{name}: could not be kept: {error}"),
                }
            }
        }
    }
    code
}

fn escape(bytes: &[u8]) -> String {
    bytes.escape_ascii().to_string()
}

/// Saves the input where cargo-fuzz would.
fn keep(name: &str, bytes: &[u8]) -> std::io::Result<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("artifacts").join(name);
    std::fs::create_dir_all(&folder)?;
    let path = folder.join("replay");
    std::fs::write(&path, bytes)?;
    Ok(path)
}
