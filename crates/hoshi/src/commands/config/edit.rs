//! `hoshi config edit`: the configuration file in an editor. The command of the editor is split as a shell
//! splits it, but no shell runs it, so that nothing in a path can be a command.

use std::env;
use std::fs;
use std::io::{self, Write as _};
use std::path::Path;
use std::process::{Command, ExitStatus};

use anyhow::{Context as _, Result, bail};
use hoshi_files::{Draft, Existing};

use super::{Answer, report};
use crate::config::{self, Env, keys};
use crate::files;
use crate::out::Out;
use crate::signals;

/// The variables that name an editor, the first that is set being used.
const VARIABLES: [&str; 2] = ["VISUAL", "EDITOR"];

/// Edits the file, and says what is wrong with it then.
pub(super) fn run(out: &mut Out) -> Result<Answer> {
    let path = Env::of_process().path();
    // Before anything is written.
    let (variable, words) = editor(&path)?;
    match config::open(&path) {
        Ok(_) => {}
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            create(&path).with_context(|| files::shown(&path))?;
            out.say(format!("created {}", files::shown(&path)));
        }
        Err(error) => return Err(error).with_context(|| files::shown(&path)),
    }
    out.flush()?;
    let (program, arguments) = words.split_first().context("the editor")?;
    let mut command = Command::new(program);
    command.args(arguments).arg(&path);
    let run = || -> io::Result<ExitStatus> { command.spawn()?.wait() };
    let status = signals::lend_terminal(run)?
        .with_context(|| format!("cannot start `{program}`, the editor of {variable}"))?;
    if !status.success() {
        bail!("the editor `{program}` failed ({status})");
    }
    let bytes = config::open(&path).with_context(|| files::shown(&path))?;
    report(&path, &bytes, false, out)
}

/// The words of the editor's command, and the variable that names it.
fn editor(path: &Path) -> Result<(&'static str, Vec<String>)> {
    let set = |name: &&&str| env::var_os(name).is_some_and(|value| !value.is_empty());
    let Some(&name) = VARIABLES.iter().find(set) else {
        bail!(
            "no editor: set VISUAL or EDITOR to one, as in EDITOR=nano; the file is {}",
            files::shown(path)
        );
    };
    let text = env::var(name).with_context(|| format!("{name} is not valid UTF-8"))?;
    match shlex::split(&text) {
        Some(words) if words.first().is_some_and(|word| !word.is_empty()) => Ok((name, words)),
        _ => bail!("{name} is not a command: `{text}`"),
    }
}

/// Creates the file, with every key in a comment.
fn create(path: &Path) -> io::Result<()> {
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        fs::create_dir_all(folder)?;
    }
    let _writing = files::WRITING.read();
    let mut draft = Draft::new(path, Existing::Keep)?;
    draft.file().write_all(keys::template().as_bytes())?;
    draft.finish().map(drop)
}
