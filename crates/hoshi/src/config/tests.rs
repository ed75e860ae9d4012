//! The configuration in environments that are made up.

use super::fault::Fault;
use super::keys::{KEYS, VARIABLES, help, key};
use super::*;

/// An environment with a home that nobody has.
fn env() -> Env {
    Env {
        home: Some("/nowhere".into()),
        user: Some("shusaku".into()),
        folder: "/here".into(),
        ..Env::default()
    }
}

/// What a text comes to, as the file `/etc/go/hoshi.toml`, and what is wrong with it.
fn load(text: &str) -> (Loaded, Vec<Problem>) {
    let (given, problems) = read(text.as_bytes());
    let from = match problems.len() {
        0 => Source::File,
        _ => Source::Broken(ConfigError::Problems(problems.clone())),
    };
    (Loaded::new(given, "/etc/go/hoshi.toml".into(), from, &env()), problems)
}

/// A text without a fault.
fn good(text: &str) -> Config {
    let (loaded, problems) = load(text);
    assert_eq!(problems, [], "{text}");
    loaded.config
}

/// The problems of a text, a line each.
fn wrong(text: &str) -> String {
    let problems: Vec<String> = load(text).1.iter().map(ToString::to_string).collect();
    problems.join("\n")
}

fn words(text: &str) -> Vec<String> {
    text.split(' ').map(str::to_owned).collect()
}

#[test]
fn nothing_is_the_defaults() {
    let defaults = Config {
        name: "shusaku".into(),
        history: "/nowhere/.config/hoshi/history".into(),
        undo: Undo::Remove,
        share: None,
        theme: None,
        speak: false,
        play: PlayDefaults::default(),
        engines: BTreeMap::new(),
        keys: BTreeMap::new(),
    };
    for text in ["", "\u{feff}", "# nothing\n", "version = 1\r\n", "[engines]\n"] {
        assert_eq!(good(text), defaults, "{text:?}");
    }
}

#[test]
fn the_file_is_found() {
    let path = |env: Env| env.path().display().to_string();
    assert_eq!(path(env()), "/nowhere/.config/hoshi/config.toml");
    assert_eq!(path(Env { home: None, ..env() }), "/here/.config/hoshi/config.toml");
    assert_eq!(path(Env { home: Some("".into()), ..env() }), "/here/.config/hoshi/config.toml");
    let xdg = |folder: &str| Env { config_home: Some(folder.into()), ..env() };
    assert_eq!(path(xdg("/xdg")), "/xdg/hoshi/config.toml");
    assert_eq!(path(xdg("")), "/nowhere/.config/hoshi/config.toml");
    assert_eq!(path(xdg("relative")), "/nowhere/.config/hoshi/config.toml");
    let named = |file: &str| Env { config: Some(file.into()), ..xdg("/xdg") };
    assert_eq!(path(named("a/b.toml")), "a/b.toml");
    assert_eq!(path(named("")), "/xdg/hoshi/config.toml");
}

#[test]
fn the_log_is_found() {
    let log = |env: Env| env.log().map(|path| path.display().to_string());
    assert_eq!(log(env()).as_deref(), Some("/nowhere/.local/state/hoshi/hoshi.log"));
    assert_eq!(log(Env { home: None, ..env() }), None);
    let xdg = |folder: &str| Env { state_home: Some(folder.into()), ..env() };
    assert_eq!(log(xdg("/xdg")).as_deref(), Some("/xdg/hoshi/hoshi.log"));
    assert_eq!(log(xdg("relative")), log(env()));
    let named = Env { log: Some("a.log".into()), ..xdg("/xdg") };
    assert_eq!(log(named).as_deref(), Some("a.log"));
}

#[test]
fn the_player_has_a_name() {
    let name = |env: Env| env.login();
    assert_eq!(name(env()), "shusaku");
    assert_eq!(name(Env { logname: Some("gennan".into()), ..Env::default() }), "gennan");
    let empty = Env { user: Some("".into()), logname: Some("gennan".into()), ..Env::default() };
    assert_eq!(name(empty), "gennan");
    assert_eq!(name(Env::default()), "Human");
    assert_eq!(good("name = \"  Honinbo Shusaku \"").name, "Honinbo Shusaku");
    assert_eq!(
        wrong("name = \" \"\n"),
        "1:8: ` ` is not a name: write it on one line, as in `name = \"Honinbo Shusaku\"`"
    );
    assert!(wrong("name = \"a\\nb\"").contains("is not a name"));
}

#[test]
fn the_history_is_found() {
    let history = |value: &str| good(&format!("history = '{value}'")).history;
    assert_eq!(history("/srv/go"), Path::new("/srv/go"));
    assert_eq!(history("~/go"), Path::new("/nowhere/go"));
    assert_eq!(history("~//go"), Path::new("/nowhere/go"));
    assert_eq!(history("~"), Path::new("/nowhere/"));
    assert_eq!(history("games"), Path::new("/etc/go/games"));
    assert!(
        wrong("history = '~dosaku/go'")
            .starts_with("1:11: `~dosaku/go`: only your own home folder")
    );
    assert!(wrong("history = ''").contains("is not a folder"));

    let (given, _) = read(b"history = 'games'");
    let beside = |path: &str, env: &Env| {
        Loaded::new(given.clone(), path.into(), Source::File, env).config.history
    };
    assert_eq!(beside("a.toml", &env()), Path::new("/here/games"));
    assert_eq!(beside("b/a.toml", &env()), Path::new("/here/b/games"));
    let set = |folder: &str| Env { history: Some(folder.into()), ..env() };
    assert_eq!(beside("a.toml", &set("/mnt")), Path::new("/mnt"));
    assert_eq!(beside("a.toml", &set("x")), Path::new("/here/x"));
    assert_eq!(beside("a.toml", &set("")), Path::new("/here/games"));
}

#[test]
fn addresses_are_looked_at() {
    let share = |value: &str| good(&format!("share = '{value}'")).share;
    assert_eq!(share("https://go.example/").as_deref(), Some("https://go.example"));
    assert_eq!(share("HTTP://localhost:8080/a").as_deref(), Some("HTTP://localhost:8080/a"));
    for odd in
        ["go.example", "ftp://go.example", "https://", "https:///x", "http://a b", "http://a?b"]
    {
        assert!(wrong(&format!("share = '{odd}'")).contains("is not an address"), "{odd}");
    }
}

#[test]
fn command_lines_are_split() {
    let command = |line: &str| good(&format!("engines.x = '''{line}'''")).engines["x"].clone();
    assert_eq!(command("gnugo --mode gtp"), words("gnugo --mode gtp"));
    assert_eq!(command(r#""/opt/my go/x" 'a b' c\ d"#), ["/opt/my go/x", "a b", "c d"]);
    assert_eq!(command("x ''"), ["x", ""]);
    let fault = |line: &str| load(&format!("engines.x = {line}")).1.remove(0).fault;
    assert!(matches!(fault("''"), Fault::EngineEmpty { .. }));
    assert!(matches!(fault("'  '"), Fault::EngineEmpty { .. }));
    assert!(matches!(fault("'# x'"), Fault::EngineEmpty { .. }));
    assert!(matches!(fault("'\"\" x'"), Fault::EngineEmpty { .. }));
    assert!(matches!(fault("'x \"y'"), Fault::EngineQuotes { .. }));
    assert!(matches!(fault("\"x \\u0000\""), Fault::EngineNul { .. }));
    assert!(matches!(fault("['x', 'y']"), Fault::EngineType { .. }));
    assert_eq!(
        wrong("[engines]\ngnugo-3.8 = 'gnugo'\n"),
        "2:1: the engine `gnugo-3` is a table: write its command line in quotes, as in `gnugo-3 = \
         \"gnugo --mode gtp\"`; a name with a dot in it stands in quotes too"
    );
    assert!(wrong("[engines]\n'a b' = 'x'").starts_with("2:1: `a b` is not a name for an engine"));
    assert!(wrong("[engines]\n'' = 'x'").starts_with("2:1: `` is not a name for an engine"));
}

#[test]
fn every_fault_is_named_and_the_rest_is_used() {
    let text = "\
name = 5
histroy = '/srv'
undo = \"varaition\"
share = \"https://go.example\"
colour = true

[engines]
good = \"gnugo\"
bad = \"'gnugo\"
";
    assert_eq!(
        wrong(text),
        "1:8: `name` is an integer: write a string in quotes, as in `name = \"Honinbo Shusaku\"`\n\
         2:1: unknown key `histroy`; did you mean `history`?\n\
         3:8: invalid value `varaition` for `undo`: write \"remove\" or \"variation\"\n\
         5:1: unknown key `colour`: the keys are version, name, history, undo, share, theme, speak, play, engines, keys\n\
         9:7: the command line of `bad` ends inside quotes or after a backslash: close them, or put \
         a backslash before a quote that stands for itself"
    );
    let loaded = load(text).0;
    assert_eq!(loaded.config.name, "shusaku");
    assert_eq!(loaded.config.undo, Undo::Remove);
    assert_eq!(loaded.config.share.as_deref(), Some("https://go.example"));
    assert_eq!(loaded.config.engines, BTreeMap::from([("good".into(), words("gnugo"))]));
    assert_eq!(
        loaded.warning().expect("a warning"),
        "/etc/go/hoshi.toml:1:8: `name` is an integer: write a string in quotes, as in `name = \
         \"Honinbo Shusaku\"` (using the default; `hoshi config check` shows 4 more)"
    );
    assert_eq!(load("name = 'a'").0.warning(), None);
}

#[test]
fn every_type_is_looked_at() {
    for key in KEYS {
        for value in ["1.5", "true", "1979-05-27", "[]"] {
            if (key.id, value) == (KeyId::Speak, "true") {
                continue;
            }
            let text = format!("{} = {value}", key.name);
            let problem = load(&text).1.remove(0);
            assert!(matches!(problem.fault, Fault::Type { key: id, .. } if id == key.id), "{text}");
            assert_eq!((problem.line, problem.column), (1, key.name.len() + 4));
        }
    }
}

#[test]
fn doubled_keys_have_their_default() {
    let text =
        "name = 'a'\nundo = 'variation'\nname = 'b'\n[engines]\nx = 'x'\nname = 'y'\nx = 'z'\n";
    assert_eq!(
        wrong(text),
        "3:1: duplicate key `name`: write it once\n7:1: duplicate key `x`: write it once"
    );
    let config = load(text).0.config;
    assert_eq!((config.name.as_str(), config.undo), ("shusaku", Undo::Variation));
    assert_eq!(config.engines, BTreeMap::from([("name".into(), words("y"))]));

    let config = load("engines.x = 'x'\nengines.x = 'y'\nname = 'a'").0.config;
    assert_eq!((config.name.as_str(), config.engines.len()), ("a", 0));
    let (loaded, problems) = load("name = 'a'\nengines = { name = 'x', name = 'y' }\n");
    assert_eq!((problems.len(), loaded.config.name.as_str()), (1, "a"));
    assert!(loaded.config.engines.is_empty());
    let (loaded, problems) = load("[engines]\nx = 'x'\n[engines]\ny = 'y'\n");
    assert_eq!((problems.len(), problems[0].line), (1, 3));
    assert!(loaded.config.engines.is_empty());
}

#[test]
fn a_file_that_is_no_toml_is_not_used() {
    for (text, place) in [
        ("name = 'a'\nundo = variation\n", "2:8: not valid TOML: "),
        ("name = 'a'\n[engines\n", "2:9: not valid TOML: "),
        ("name = 'a'\nname\n", "2:5: not valid TOML: "),
        ("name = 'a'\nundo = \"b\n", "2:10: not valid TOML: "),
    ] {
        let said = wrong(text);
        assert!(said.starts_with(place) && said.lines().count() == 1, "{said}");
        let loaded = load(text).0;
        assert_eq!(loaded.config, good(""), "{text}");
        assert!(loaded.warning().expect("a warning").ends_with(" (using defaults)"));
    }
    assert_eq!(wrong("a = x\n\nb = y\n").lines().count(), 2, "every line that is wrong");
    let (given, problems) = read(b"name = 'a'\n# \xe9\n");
    assert_eq!((problems[0].line, problems[0].column), (2, 3));
    assert_eq!((&problems[0].fault, given), (&Fault::Utf8, Given::default()));
}

#[test]
fn a_newer_version_is_refused_by_its_number() {
    let text = "version = 2\nname = 'a'\nkomi = 7.5\n";
    assert_eq!(wrong(text), "1:11: version 2 is newer than this program supports (1)");
    assert_eq!(load(text).0.config, good(""));
    assert!(wrong("version = 99999999999999999999").contains("99999999999999999999 is newer"));
    let text = "name = 'a'\nversion = 0\n";
    assert_eq!(wrong(text), "2:11: unknown version 0: write `version = 1`");
    assert_eq!(load(text).0.config.name, "a");
    assert_eq!(
        wrong("version = '1'"),
        "1:11: `version` is a string: write a whole number, as in `version = 1`"
    );
}

#[test]
fn origins_are_known() {
    let (loaded, _) = load("name = 'a'\nundo = 3\n");
    assert_eq!(loaded.origin(KeyId::Name), Origin::File);
    assert_eq!(loaded.origin(KeyId::Undo), Origin::Default);
    assert_eq!(loaded.origin(KeyId::Version), Origin::Default);
    let env = Env { history: Some("/mnt".into()), ..env() };
    let (given, _) = read(b"history = '/srv'");
    let loaded = Loaded::new(given, "a".into(), Source::File, &env);
    assert_eq!(loaded.origin(KeyId::History), Origin::Environment("HOSHI_HISTORY"));
    assert_eq!(loaded.origin(KeyId::History).to_string(), "environment: HOSHI_HISTORY");
}

#[test]
fn files_are_read_and_left_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("hoshi.toml");
    let env = |path: &Path| Env { config: Some(path.into()), ..env() };
    assert_eq!(Config::load_in(&env(&file)).from, Source::Missing);
    assert!(!file.exists());
    for text in ["name = 'a'\n", "name = 5\n", "name\n"] {
        std::fs::write(&file, text).expect("a file");
        let loaded = Config::load_in(&env(&file));
        assert_eq!(loaded.from == Source::File, text == "name = 'a'\n", "{text}");
        assert_eq!(loaded.path, file);
        assert_eq!(std::fs::read_to_string(&file).expect("the file"), text);
    }
    let unreadable = |path: &Path| match Config::load_in(&env(path)).from {
        Source::Broken(ConfigError::Unreadable { reason }) => reason,
        other => panic!("{other:?}"),
    };
    assert_eq!(unreadable(folder.path()), "it is a folder, not a file");
    std::fs::write(&file, "#".repeat(1 << 21)).expect("a file");
    assert_eq!(unreadable(&file), "larger than the limit of 1048576 bytes");
    assert!(Config::load_in(&env(&file)).warning().expect("one").ends_with(" (using defaults)"));
}

#[test]
fn the_sample_of_version_1_is_read() {
    let config = good(include_str!("../../../../testdata/config/v1/config.toml"));
    assert_eq!(config.name, "本因坊 Shusaku");
    assert_eq!(config.history, Path::new("/nowhere/go/games"));
    assert_eq!(config.undo, Undo::Variation);
    assert_eq!(config.share.as_deref(), Some("https://go.example/club"));
    assert_eq!(config.engines["gnugo"], words("gnugo --mode gtp"));
    assert_eq!(config.engines["gnugo-3.8"][0], "/opt/my go/gnugo");
    assert_eq!(config.engines["leela_zero"].last().expect("a word"), "best network.gz");
}

#[test]
fn the_table_is_what_is_read() {
    for entry in KEYS {
        assert_eq!(key(entry.name).expect("a key").id, entry.id);
        assert_eq!(keys::of(entry.id).name, entry.name);
        let (loaded, problems) = load(entry.example);
        assert_eq!(problems, [], "{}", entry.example);
        assert_eq!(loaded.origin(entry.id), Origin::File, "{}", entry.example);
        let help = help().split_whitespace().collect::<Vec<_>>().join(" ");
        for part in [entry.about, entry.default, entry.example.lines().next().unwrap_or("")] {
            assert!(help.contains(part), "{part}");
        }
    }
    for line in help().lines() {
        assert!(line.len() <= 78, "{line}");
    }
    assert_eq!(help().matches("HOSHI_HISTORY").count(), 2);
    assert_eq!(VARIABLES.len(), 3);
}

#[test]
fn the_defaults_are_what_is_told() {
    let told = |name: &str| key(name).expect("a key").default.to_owned();
    let defaults = Loaded::new(Given::default(), "x".into(), Source::Missing, &Env::default());
    assert_eq!(told("version"), format!("`{}`", keys::VERSION));
    assert_eq!(told("undo"), format!("`{}`", defaults.config.undo.name()));
    assert!(told("name").ends_with(&format!("else `{}`", defaults.config.name)));
    assert!(defaults.config.share.is_none() && told("share") == "none");
    assert!(defaults.config.engines.is_empty() && told("engines") == "none");
    let history = |env: Env| {
        let path = Loaded::new(Given::default(), "x".into(), Source::Missing, &env).config.history;
        path.display().to_string()
    };
    let home = history(Env { home: Some("~".into()), ..Env::default() });
    let xdg = history(Env { config_home: Some("/x".into()), ..Env::default() });
    let xdg = xdg.replace("/x", "$XDG_CONFIG_HOME");
    assert_eq!(told("history"), format!("`{xdg}`, else `{home}`"));
    for undo in Undo::ALL {
        assert!(key("undo").expect("a key").takes.contains(&format!("\"{}\"", undo.name())));
    }
}

#[test]
fn what_a_new_game_starts_with_is_read_and_checked() {
    let text =
        "[play]\nsize = 13\nrules = 'japanese'\nkomi = 0.5\nopponent = 'bot:3'\ntime = '10m'\n";
    let play = good(text).play;
    let entries: Vec<String> =
        play.entries().iter().map(|(name, value)| format!("{name} {value}")).collect();
    assert_eq!(entries, ["size 13x13", "rules japanese", "komi 0.5", "opponent bot:3", "time 10m"]);
    assert_eq!(good("play = { size = '9x7' }").play.entries().len(), 1);
    assert_eq!(
        wrong("[play]\nsize = 0\ncolour = 'red'\nopponent = true\n"),
        "2:8: `size`: `0` is not a board size: a side has 1 to 255 points (write 19 or 9x7, width x height)\n\
         3:1: unknown key `colour` in [play]: the keys are size, rules, komi, opponent, time\n\
         4:12: `opponent`: is a boolean: write a string in quotes"
    );
    assert_eq!(load("[play]\nsize = 9\nsize = 13\nkomi = 1").0.config.play.entries().len(), 1);
}

#[test]
fn the_template_is_a_configuration_without_a_value() {
    let text = keys::template();
    assert_eq!(good(&text), good(""));
    for line in text.lines() {
        assert!(line.starts_with('#') || line.is_empty(), "{line}");
        assert!(line.len() <= 80, "{line}");
    }
    // With the comments taken off, every example is read.
    let is_set = |line: &&str| line.starts_with('#') && !line.starts_with("# ");
    let set: Vec<&str> = text.lines().filter(is_set).map(|line| &line[1..]).collect();
    let (loaded, problems) = load(&set.join("\n"));
    assert_eq!(problems, []);
    assert_eq!(loaded.config.play.size.unwrap().width(), 9);
}

#[test]
fn the_theme_and_the_keys_of_the_board_are_read_and_checked() {
    let text = "theme = \"light\"\n[keys]\npass = \"n ctrl-p\"\nfly = \"x\"\nundo = \"hyper-u\"\n";
    let (given, problems) = read(text.as_bytes());
    assert_eq!(given.theme, Some(Theme::Light));
    let keys = given.keys.unwrap();
    assert_eq!(keys["pass"], ["n", "ctrl-p"]);
    assert_eq!(keys.len(), 1);
    let shown: Vec<String> = problems.iter().map(ToString::to_string).collect();
    assert!(shown[0].starts_with("4:7: `fly` is not an action"), "{shown:?}");
    assert!(shown[1].starts_with("5:8: `hyper-u` is not a key"), "{shown:?}");
    let (given, problems) = read(b"theme = \"pink\"\nkeys = 1\n");
    assert_eq!((given.theme, problems.len()), (None, 2));
    let (given, problems) = read(b"speak = true\n");
    assert_eq!((given.speak, problems), (Some(true), Vec::new()));
    let (given, problems) = read(b"speak = \"yes\"\n");
    assert_eq!((given.speak, problems.len()), (None, 1));
}
