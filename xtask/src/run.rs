//! Starting other programs: cargo above all. A command is a plain value, so
//! that tables of suites can hold it; running it is done here and only here.

use std::fmt;
use std::fs::File;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Why a verb did not succeed.
#[derive(Debug)]
pub(crate) struct Failure {
    message: String,
    code: u8,
}

impl Failure {
    /// A check failed: exit code 1.
    pub(crate) fn found(message: impl Into<String>) -> Self {
        Self { message: message.into(), code: 1 }
    }

    /// A usage or I/O error: exit code 2.
    pub(crate) fn usage(message: impl Into<String>) -> Self {
        Self { message: message.into(), code: 2 }
    }

    /// A child process has already printed the error: its exit code is ours.
    fn reported(code: u8) -> Self {
        Self { message: String::new(), code }
    }

    /// Whether the error has already been printed.
    pub(crate) fn is_reported(&self) -> bool {
        self.message.is_empty()
    }

    /// The exit code for it.
    pub(crate) fn code(&self) -> u8 {
        self.code
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

/// A program, its arguments and the environment it gets on top of ours.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cmd {
    program: String,
    args: Vec<String>,
    env: Vec<(String, String)>,
}

impl Cmd {
    /// A program by name.
    pub(crate) fn new(program: impl Into<String>) -> Self {
        Self { program: program.into(), ..Self::default() }
    }

    /// The cargo that runs us, with its words split at white space.
    pub(crate) fn cargo(words: &str) -> Self {
        let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
        Self::new(cargo).args(words.split_whitespace())
    }

    /// Adds one argument.
    pub(crate) fn arg(mut self, arg: impl Into<String>) -> Self {
        self.args.push(arg.into());
        self
    }

    /// Adds arguments.
    pub(crate) fn args<'a>(mut self, args: impl IntoIterator<Item = &'a str>) -> Self {
        self.args.extend(args.into_iter().map(str::to_owned));
        self
    }

    /// Sets a variable of the environment.
    pub(crate) fn env(mut self, name: &str, value: impl Into<String>) -> Self {
        self.env.push((name.to_owned(), value.into()));
        self
    }

    /// Lets Python and Node find the packages in [`tools_dir`].
    pub(crate) fn with_tools(self) -> Self {
        let folder = |name: &str| tools_dir().join(name).display().to_string();
        self.env("PYTHONPATH", folder("python"))
            .env("NODE_PATH", folder("node/node_modules"))
            .env("PYTHONDONTWRITEBYTECODE", "1")
    }

    /// The program.
    pub(crate) fn program(&self) -> &str {
        &self.program
    }

    fn build(&self) -> Command {
        let mut command = Command::new(&self.program);
        command.args(&self.args).current_dir(root()).envs(self.env.iter().cloned());
        command
    }

    /// Runs it with our own terminal.
    pub(crate) fn show(&self) -> Result<(), Failure> {
        let status = self.build().status().map_err(|error| self.not_started(&error))?;
        if status.success() {
            Ok(())
        } else {
            Err(Failure::found(format!("`{self}` failed ({status})")))
        }
    }

    /// Runs it, shows its standard output as it comes, and returns it too.
    pub(crate) fn show_and_read(&self) -> Result<String, Failure> {
        let mut command = self.build();
        let mut child =
            command.stdout(Stdio::piped()).spawn().map_err(|error| self.not_started(&error))?;
        let mut text = String::new();
        if let Some(pipe) = child.stdout.take() {
            for line in BufReader::new(pipe).split(b'\n').map_while(Result::ok) {
                let line = String::from_utf8_lossy(&line);
                say!("{line}");
                text.push_str(&line);
                text.push('\n');
            }
        }
        let status = child.wait().map_err(|error| self.not_started(&error))?;
        if status.success() {
            Ok(text)
        } else {
            Err(Failure::found(format!("`{self}` failed ({status})")))
        }
    }

    /// Runs it with our own terminal, in our place: its errors and its exit code are ours.
    pub(crate) fn stand_in(&self) -> Result<(), Failure> {
        let status = self.build().status().map_err(|error| self.not_started(&error))?;
        match status.code() {
            Some(0) => Ok(()),
            Some(code) => Err(Failure::reported(u8::try_from(code).unwrap_or(1))),
            None => Err(Failure::found(format!("`{self}` failed ({status})"))),
        }
    }

    /// Runs it and returns its standard output.
    pub(crate) fn read(&self) -> Result<Vec<u8>, Failure> {
        let output = self
            .build()
            .stdin(Stdio::null())
            .stderr(Stdio::inherit())
            .output()
            .map_err(|error| self.not_started(&error))?;
        if output.status.success() {
            Ok(output.stdout)
        } else {
            Err(Failure::found(format!("`{self}` failed ({})", output.status)))
        }
    }

    /// Runs it with both of its outputs in a file; returns whether it succeeded.
    pub(crate) fn log(&self, log: &File) -> Result<bool, Failure> {
        let copy = |file: &File| {
            file.try_clone()
                .map_err(|error| Failure::usage(format!("the log could not be opened: {error}")))
        };
        let status = self
            .build()
            .stdin(Stdio::null())
            .stdout(copy(log)?)
            .stderr(copy(log)?)
            .status()
            .map_err(|error| self.not_started(&error))?;
        Ok(status.success())
    }

    /// Runs it, and shows its output only if it failed.
    pub(crate) fn quietly(&self) -> Result<(), Failure> {
        let output =
            self.build().stdin(Stdio::null()).output().map_err(|error| self.not_started(&error))?;
        if output.status.success() {
            return Ok(());
        }
        put!("{}", String::from_utf8_lossy(&output.stdout));
        tell!("{}", String::from_utf8_lossy(&output.stderr));
        Err(Failure::found(format!("`{self}` failed ({})", output.status)))
    }

    /// Whether it can be started and succeeds, ignoring its output.
    pub(crate) fn works(&self) -> bool {
        let mut command = self.build();
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    }

    fn not_started(&self, error: &std::io::Error) -> Failure {
        Failure::usage(format!("cannot start `{}`: {error}", self.program))
    }
}

impl fmt::Display for Cmd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in &self.env {
            write!(f, "{name}={value} ")?;
        }
        let program = Path::new(&self.program);
        let name = program.file_name().unwrap_or(program.as_os_str());
        f.write_str(&name.to_string_lossy())?;
        for arg in &self.args {
            if arg.is_empty() || arg.contains(char::is_whitespace) {
                write!(f, " '{arg}'")?;
            } else {
                write!(f, " {arg}")?;
            }
        }
        Ok(())
    }
}

/// The root of the workspace.
pub(crate) fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_path_buf()
}

/// Whether everything is required, as in CI.
pub(crate) fn require_all() -> bool {
    std::env::var("HOSHI_REQUIRE_ALL").is_ok_and(|value| value == "1")
}

/// The output of `cargo metadata`, without outside crates.
pub(crate) fn metadata() -> Result<serde_json::Value, Failure> {
    let output = Cmd::cargo("metadata --format-version 1 --no-deps").read()?;
    serde_json::from_slice(&output)
        .map_err(|error| Failure::usage(format!("`cargo metadata` could not be read: {error}")))
}

/// The folder that cargo builds into, wherever the user has put it.
pub(crate) fn target_dir() -> Result<PathBuf, Failure> {
    let metadata = metadata()?;
    match metadata["target_directory"].as_str() {
        Some(folder) => Ok(PathBuf::from(folder)),
        None => Err(Failure::usage("`cargo metadata` does not name the target folder")),
    }
}

/// The folder below the target folder for packages of other languages and their working files:
/// nothing outside the target folder is touched.
pub(crate) fn tools_dir() -> PathBuf {
    target_dir().unwrap_or_else(|_| root().join("target")).join("xtask").join("tools")
}

/// A program that cargo has built, by the folder of its profile. `cargo run` cannot select the whole
/// workspace, and with another selection it would compile the same code again.
pub(crate) fn built(profile: &str, name: &str) -> Cmd {
    let target = target_dir().unwrap_or_else(|_| root().join("target"));
    let program = target.join(profile).join(name).with_extension(std::env::consts::EXE_EXTENSION);
    Cmd::new(program.display().to_string())
}
