//! Locates engines. Some systems install games outside PATH; engines there are found by name too.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

/// Where systems install games, in PATH or not.
const GAMES: [&str; 2] = ["/usr/games", "/usr/local/games"];

/// A well-known engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// The name of its program.
    pub program: &'static str,
    /// The arguments with which it speaks the protocol.
    pub words: &'static [&'static str],
    /// Further arguments that the user must supply.
    pub wants: Option<&'static str>,
}

/// The engines to look for. The name alone proves nothing: another program may have the same one.
pub const KNOWN: &[Known] = &[
    Known { program: "gnugo", words: &["--mode", "gtp"], wants: None },
    Known { program: "katago", words: &["gtp"], wants: Some("-model FILE -config FILE") },
    Known { program: "leelaz", words: &["--gtp"], wants: Some("-w FILE") },
    Known { program: "pachi", words: &[], wants: None },
    Known { program: "fuego", words: &[], wants: None },
    Known { program: "sayuri", words: &[], wants: Some("-w FILE") },
    Known { program: "oakfoam", words: &[], wants: None },
    Known { program: "michi", words: &["gtp"], wants: None },
    Known { program: "amigogtp", words: &[], wants: None },
    Known { program: "brown", words: &[], wants: None },
    Known { program: "gogui-dummy", words: &[], wants: None },
];

impl Known {
    /// The engine whose program has this name.
    pub fn named(name: &str) -> Option<Known> {
        KNOWN.iter().copied().find(|known| known.program == name)
    }

    /// Its command, with its program under this name.
    pub fn command(self, program: String) -> Vec<String> {
        [program].into_iter().chain(self.words.iter().map(|&word| word.to_owned())).collect()
    }
}

/// The folders in which to look for programs, as a value that tests can set.
#[derive(Clone, Debug, Default)]
pub struct Places {
    /// Those of PATH: programs there are started by name.
    pub path: Vec<PathBuf>,
    /// Additional folders for lookup by name.
    pub games: Vec<PathBuf>,
    /// Folders that are only scanned; programs there are named in full.
    pub others: Vec<PathBuf>,
}

impl Places {
    /// A hint if a command lacks the usual arguments of a well-known engine: `gnugo` without
    /// `--mode gtp` waits for a person.
    ///
    /// ```
    /// use hoshi_session::host::Places;
    ///
    /// let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
    /// let places = Places::default();
    /// assert!(places.hint(&words("gnugo")).unwrap().contains("gnugo --mode gtp"));
    /// assert_eq!(places.hint(&words("gnugo --mode gtp --level 3")), None);
    /// assert_eq!(places.hint(&words("other")), None);
    /// ```
    #[must_use]
    pub fn hint(&self, words: &[String]) -> Option<String> {
        let (program, arguments) = words.split_first()?;
        let name = Path::new(program).file_name()?.to_str()?;
        let known = Known::named(name)?;
        let speaks_gtp = |argument: &String| argument.to_ascii_lowercase().contains("gtp");
        let usual = known.words.join(" ");
        (!known.words.is_empty() && !arguments.iter().any(speaks_gtp))
            .then(|| format!("{name} usually needs arguments to speak GTP: {name} {usual}"))
    }

    /// Those of this machine.
    pub fn of_machine() -> Places {
        let path = env::var_os("PATH").unwrap_or_else(|| OsString::from("/usr/bin:/bin"));
        let mut others = Vec::new();
        if let Some(home) = env::home_dir() {
            others.extend([home.join("bin"), home.join(".local/bin")]);
        }
        others.push("/usr/local/bin".into());
        let mut below: Vec<PathBuf> = fs::read_dir("/opt")
            .map(|folder| folder.flatten().map(|entry| entry.path()).collect())
            .unwrap_or_default();
        below.sort();
        others.extend(below.into_iter().flat_map(|folder| [folder.join("bin"), folder]));
        let games = GAMES.iter().map(PathBuf::from).collect();
        Places { path: env::split_paths(&path).collect(), games, others }
    }

    /// The command with the full path of its program, if that is a bare name found among the games
    /// but not in PATH. Any other command is returned unchanged; starting it reports the error.
    pub fn resolve(&self, mut words: Vec<String>) -> Vec<String> {
        if let Some(program) = words.first_mut()
            && !program.contains('/')
            && find(program, &self.path).is_none()
            && let Some(found) = find(program, &self.games)
            && let Some(found) = found.to_str()
        {
            *program = found.to_owned();
        }
        words
    }

    /// The file that a command starts, if there is one.
    pub fn program(&self, word: &str) -> Option<PathBuf> {
        if word.contains('/') {
            let path = PathBuf::from(word);
            return is_program(&path).then_some(path);
        }
        find(word, &self.path).or_else(|| find(word, &self.games))
    }

    /// Looks for a well-known engine: the command that starts it, and its file.
    pub fn look_for(&self, known: Known) -> Option<(Vec<String>, PathBuf)> {
        if let Some(path) = self.program(known.program) {
            return Some((known.command(known.program.to_owned()), path));
        }
        let path = find(known.program, &self.others)?;
        Some((known.command(path.to_str()?.to_owned()), path))
    }
}

fn find(name: &str, folders: &[PathBuf]) -> Option<PathBuf> {
    if name.is_empty() {
        return None;
    }
    folders.iter().map(|folder| folder.join(name)).find(|path| is_program(path))
}

#[cfg(unix)]
fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    fs::metadata(path).is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_program(path: &Path) -> bool {
    path.is_file()
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    fn put(folder: &Path, name: &str, mode: u32) {
        let path = folder.join(name);
        fs::write(&path, "").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
    }

    #[test]
    fn games_outside_of_path_are_found() {
        let root = tempfile::tempdir().unwrap();
        let folder = |name: &str| {
            let folder = root.path().join(name);
            fs::create_dir(&folder).unwrap();
            folder
        };
        let (bin, games, opt) = (folder("bin"), folder("games"), folder("opt"));
        put(&bin, "fuego", 0o755);
        put(&games, "fuego", 0o755);
        put(&games, "gnugo", 0o755);
        put(&games, "notes", 0o644);
        fs::create_dir(games.join("folder")).unwrap();
        put(&opt, "katago", 0o755);
        let places = Places {
            path: vec![bin.clone()],
            games: vec![games.clone()],
            others: vec![opt.clone()],
        };
        let full = |name: &str| games.join(name).display().to_string();

        let resolved = places.resolve(words("gnugo --mode gtp"));
        assert_eq!(resolved, [&full("gnugo"), "--mode", "gtp"]);
        for text in ["fuego -x", "notes", "folder", "katago", "none", "./gnugo", "/no/gnugo", ""] {
            assert_eq!(places.resolve(words(text)), words(text), "{text}");
        }
        assert!(places.resolve(Vec::new()).is_empty());

        assert_eq!(places.program("fuego"), Some(bin.join("fuego")));
        assert_eq!(places.program(&full("gnugo")), Some(games.join("gnugo")));
        assert_eq!(places.program(&full("notes")), None);
        assert_eq!(places.program("katago"), None);

        let known = |name: &str| places.look_for(Known::named(name).unwrap());
        assert_eq!(known("gnugo"), Some((words("gnugo --mode gtp"), games.join("gnugo"))));
        let katago = opt.join("katago");
        assert_eq!(
            known("katago"),
            Some((vec![katago.display().to_string(), "gtp".into()], katago))
        );
        assert_eq!(known("leelaz"), None);
    }

    #[test]
    fn known_engines_are_unique() {
        for known in KNOWN {
            assert_eq!(Known::named(known.program), Some(*known));
        }
        assert_eq!(Known::named("chess"), None);
    }
}
