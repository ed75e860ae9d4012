//! `cargo xtask dist`: what a packager needs, in one folder and one archive. The program itself
//! writes its man pages and completions, so they always match.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::{Duration, UNIX_EPOCH};

use crate::args::Args;
use crate::run::{Cmd, Failure, metadata, root, target_dir};

const HELP: &str = "\
Builds the release into target/dist/hoshi-VERSION-TARGET/, and a .tar.gz beside it.

Usage: cargo xtask dist

  hoshi                 the program, for this machine
  man/                  a man page for it and for each command
  completions/          for bash, elvish, fish, powershell and zsh
  README.md, CHANGELOG.md, ARCHITECTURE.md, CONTRIBUTING.md, docs/
  LICENSE-MIT, LICENSE-APACHE
  SHA256SUMS            of all of these; the archive has its own .sha256 beside it

The same commit and the same toolchain give the same bytes: names are sorted,
times are those of the commit (or SOURCE_DATE_EPOCH), and no path of this machine
is left in the program.
";

const SHELLS: &[(&str, &str)] = &[
    ("bash", "hoshi.bash"),
    ("elvish", "hoshi.elv"),
    ("fish", "hoshi.fish"),
    ("powershell", "_hoshi.ps1"),
    ("zsh", "_hoshi"),
];

const TEXTS: &[&str] = &[
    "README.md",
    "CHANGELOG.md",
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "LICENSE-MIT",
    "LICENSE-APACHE",
];

pub(crate) fn main(words: &[String]) -> Result<(), Failure> {
    let Some(args) = Args::new("dist", words, HELP) else {
        return Ok(());
    };
    args.none()?;
    let version = version()?;
    let target = host()?;
    let name = format!("hoshi-{version}-{target}");
    let dist = target_dir()?.join("dist");
    let folder = dist.join(&name);
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(|error| refused(&folder, &error))?;
    }
    for sub in ["man", "completions", "docs"] {
        let sub = folder.join(sub);
        fs::create_dir_all(&sub).map_err(|error| refused(&sub, &error))?;
    }

    Cmd::cargo("build --release --locked --package hoshi --target")
        .arg(&target)
        .env("CARGO_ENCODED_RUSTFLAGS", flags()?)
        .show()?;
    let exe = format!("hoshi{}", std::env::consts::EXE_SUFFIX);
    let built = target_dir()?.join(&target).join("release").join(&exe);
    let program = folder.join(&exe);
    copy(&built, &program)?;
    contains_no_local_path(&program)?;
    let mut texts: Vec<String> = TEXTS.iter().map(|&text| text.to_owned()).collect();
    texts.extend(docs()?);
    for text in &texts {
        copy(&root().join(text), &folder.join(text))?;
    }
    let program = program.display().to_string();
    let mut sums = vec![exe];
    for (shell, file) in SHELLS {
        let text = Cmd::new(&program).args(["completions", shell]).read()?;
        let file = format!("completions/{file}");
        write(&folder.join(&file), &text)?;
        sums.push(file);
    }
    let pages = Cmd::new(&program).args(["man", "--list"]).read()?;
    for page in String::from_utf8_lossy(&pages).lines() {
        let text = Cmd::new(&program).args(["man", page]).read()?;
        let file = format!("man/{page}.1");
        write(&folder.join(&file), &text)?;
        sums.push(file);
    }
    sums.extend(texts);
    sums.sort();
    let sums: Vec<&str> = sums.iter().map(String::as_str).collect();
    let listed = checksums(&folder, &sums)?;
    write(&folder.join("SHA256SUMS"), &listed)?;
    let mut files: Vec<String> = sums.iter().map(|file| format!("{name}/{file}")).collect();
    files.push(format!("{name}/SHA256SUMS"));
    files.sort();
    let archive = pack(&dist, &name, &files)?;
    let sum = checksums(&dist, &[&archive])?;
    write(&dist.join(format!("{archive}.sha256")), &sum)?;
    put!("{}", String::from_utf8_lossy(&listed));
    put!("{}", String::from_utf8_lossy(&sum));
    say!("{}", dist.join(&archive).display());
    Ok(())
}

/// An archive that depends only on names, contents and the commit.
fn pack(dist: &Path, name: &str, files: &[String]) -> Result<String, Failure> {
    let time = UNIX_EPOCH + Duration::from_secs(commit_time());
    for file in files {
        let path = dist.join(file);
        let program = file.rsplit('/').next().is_some_and(|last| last.starts_with("hoshi"))
            && file.matches('/').count() == 1;
        mode(&path, if program { 0o755 } else { 0o644 })
            .and_then(|()| File::options().append(true).open(&path)?.set_modified(time))
            .map_err(|error| refused(&path, &error))?;
    }
    let version = Cmd::new("tar").arg("--version").read()?;
    let owner: &[&str] = if String::from_utf8_lossy(&version).contains("GNU") {
        &["--owner=0", "--group=0", "--numeric-owner"]
    } else {
        &["--uid", "0", "--gid", "0", "--numeric-owner"]
    };
    let tar = format!("{name}.tar");
    let mut command = vec!["tar", "--format=ustar"];
    command.extend(owner);
    command.extend(["-cf", &tar]);
    command.extend(files.iter().map(String::as_str));
    in_folder(dist, &command)?;
    // Without the name and time of the packed file.
    in_folder(dist, &["gzip", "-n", "-9", "-f", &tar])?;
    Ok(format!("{tar}.gz"))
}

#[cfg(unix)]
fn mode(path: &Path, mode: u32) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    fs::set_permissions(path, fs::Permissions::from_mode(mode))
}

#[cfg(not(unix))]
fn mode(_: &Path, _: u32) -> std::io::Result<()> {
    Ok(())
}

/// `SOURCE_DATE_EPOCH`, else the time of the commit, else 1970.
fn commit_time() -> u64 {
    let number = |text: &str| text.trim().parse().ok();
    let given = std::env::var("SOURCE_DATE_EPOCH").ok();
    given
        .and_then(|text| number(&text))
        .or_else(|| {
            let time = Cmd::new("git").args(["log", "-1", "--format=%ct"]).read().ok()?;
            number(&String::from_utf8_lossy(&time))
        })
        .unwrap_or(0)
}

/// The compiler's flags: those of the user, and other names for the folders of this machine.
fn flags() -> Result<String, Failure> {
    let mut flags: Vec<String> = match std::env::var("CARGO_ENCODED_RUSTFLAGS") {
        Ok(flags) => flags.split('\x1f').map(str::to_owned).collect(),
        Err(_) => std::env::var("RUSTFLAGS")
            .unwrap_or_default()
            .split_whitespace()
            .map(str::to_owned)
            .collect(),
    };
    flags.retain(|flag| !flag.is_empty());
    for (folder, name) in folders()? {
        flags.push(format!("--remap-path-prefix={}={name}", folder.display()));
    }
    Ok(flags.join("\x1f"))
}

/// The folders of this machine that the compiler may embed in a program, and their replacements;
/// later entries take precedence.
fn folders() -> Result<Vec<(PathBuf, &'static str)>, Failure> {
    let home = std::env::home_dir().filter(|home| home.parent().is_some());
    let cargo = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let cargo = cargo.or_else(|| home.as_ref().map(|home| home.join(".cargo")));
    let mut folders = Vec::new();
    folders.extend(home.map(|home| (home, "home")));
    folders.extend(cargo.map(|cargo| (cargo, "cargo")));
    folders.push((target_dir()?, "target"));
    folders.push((root(), "hoshi"));
    Ok(folders)
}

fn contains_no_local_path(program: &Path) -> Result<(), Failure> {
    let bytes = fs::read(program).map_err(|error| refused(program, &error))?;
    for (folder, _) in folders()? {
        let wanted = format!("{}/", folder.display());
        if bytes.windows(wanted.len()).any(|window| window == wanted.as_bytes()) {
            let program = program.display();
            return Err(Failure::found(format!("{program} contains the local path `{wanted}`")));
        }
    }
    Ok(())
}

/// The documents that the texts link to.
fn docs() -> Result<Vec<String>, Failure> {
    let folder = root().join("docs");
    let mut docs = Vec::new();
    for entry in fs::read_dir(&folder).map_err(|error| refused(&folder, &error))? {
        let entry = entry.map_err(|error| refused(&folder, &error))?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.ends_with(".md") {
            docs.push(format!("docs/{name}"));
        }
    }
    Ok(docs)
}

fn version() -> Result<String, Failure> {
    let metadata = metadata()?;
    let packages = metadata["packages"].as_array().map_or(&[][..], Vec::as_slice);
    let program = packages.iter().find(|package| package["name"] == "hoshi");
    match program.and_then(|package| package["version"].as_str()) {
        Some(version) => Ok(version.to_owned()),
        None => Err(Failure::usage("there is no package `hoshi` in the workspace")),
    }
}

/// The target triple of this machine.
fn host() -> Result<String, Failure> {
    let output = Cmd::new("rustc").args(["--version", "--verbose"]).read()?;
    let text = String::from_utf8_lossy(&output);
    match text.lines().find_map(|line| line.strip_prefix("host: ")) {
        Some(host) => Ok(host.to_owned()),
        None => Err(Failure::usage("`rustc --version --verbose` does not name the host")),
    }
}

fn checksums(folder: &Path, files: &[&str]) -> Result<Vec<u8>, Failure> {
    let mut command: Vec<&str> = if Cmd::new("sha256sum").args(["--version"]).works() {
        vec!["sha256sum"]
    } else {
        vec!["shasum", "-a", "256"]
    };
    command.extend(files);
    in_folder(folder, &command)
}

/// Runs a command inside a folder, because names in archives and checksums are relative.
fn in_folder(folder: &Path, words: &[&str]) -> Result<Vec<u8>, Failure> {
    let output = std::process::Command::new(words[0])
        .args(&words[1..])
        .current_dir(folder)
        .output()
        .map_err(|error| Failure::usage(format!("`{}` could not be started: {error}", words[0])))?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    let said = String::from_utf8_lossy(&output.stderr);
    Err(Failure::usage(format!("`{}` failed: {}", words.join(" "), said.trim())))
}

fn copy(from: &Path, to: &Path) -> Result<(), Failure> {
    fs::copy(from, to).map(drop).map_err(|error| refused(from, &error))
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    fs::write(path, bytes).map_err(|error| refused(path, &error))
}

fn refused(path: &Path, error: &std::io::Error) -> Failure {
    Failure::usage(format!("{}: {error}", path.display()))
}
