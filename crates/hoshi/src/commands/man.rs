//! `hoshi man` and `hoshi completions`: both are written from the one command
//! line in `cli`, so they cannot tell another story than `--help` does.

use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write as _};
use std::path::Path;
use std::process::{self, Stdio};

use anyhow::{Context as _, Result};
use clap::Command;
use clap_complete::Shell;

use super::complete;
use crate::cli::{self, Man};
use crate::config::keys;
use crate::error::UsageError;
use crate::files;
use crate::near;
use crate::out::{self, Out};
use crate::signals;

/// Prints a completion script.
pub(crate) fn completions(shell: Shell, out: &mut Out) -> Result<()> {
    if let Some(script) = complete::script(shell) {
        return out.bytes(script.as_bytes());
    }
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut cli::command(), "hoshi", &mut script);
    out.write(&String::from_utf8(script)?)
}

/// Prints a man page, or the names of all.
pub(crate) fn run(options: &Man, out: &mut Out) -> Result<()> {
    let pages = pages();
    if options.list {
        for page in &pages {
            out.write(name(page))?;
            out.write("\n")?;
        }
        return Ok(());
    }
    if let Some(folder) = &options.install {
        return install(pages, folder, options.force, out);
    }
    // `bench playouts`, `bench-playouts` and `hoshi-bench-playouts` all name the page.
    let given = options.command.join("-");
    let wanted = match given.as_str() {
        "" | "hoshi" => "hoshi".to_owned(),
        given => format!("hoshi-{}", given.trim_start_matches("hoshi-")),
    };
    let Some(page) = pages.iter().find(|page| name(page) == wanted) else {
        let given = options.command.join(" ");
        let known: Vec<String> =
            pages.iter().map(|page| name(page)["hoshi".len()..].replace('-', " ")).collect();
        let hint = match near::nearest(&given, known.iter().map(|name| name.trim())) {
            Some(near) => format!("did you mean `hoshi man {near}`?"),
            None => "`hoshi man --list` lists the pages".to_owned(),
        };
        return Err(UsageError(format!("no man page for `{given}`; {hint}")).into());
    };
    let (command, text) = (page.clone(), render(page.clone())?);
    if out::shows_data() && open(&text, out)? {
        return Ok(());
    }
    match out::shows_data() {
        // Without man(1), the help says the same.
        true => out.page(command.clone().render_long_help().to_string().into(), true),
        false => out.write(&text),
    }
}

/// Opens a page with man(1); whether that worked.
fn open(text: &str, out: &mut Out) -> Result<bool> {
    out.flush()?;
    let run = || -> io::Result<bool> {
        let mut child =
            process::Command::new("man").args(["-l", "-"]).stdin(Stdio::piped()).spawn()?;
        if let Some(mut input) = child.stdin.take() {
            // It may be closed before everything is read.
            let _ = input.write_all(text.as_bytes());
        }
        Ok(child.wait()?.success())
    };
    Ok(signals::lend_terminal(run)?.unwrap_or(false))
}

/// Writes all pages into a folder. Before the first, it is known that none is in the way.
fn install(pages: Vec<Command>, folder: &Path, force: bool, out: &mut Out) -> Result<()> {
    fs::create_dir_all(folder).with_context(|| files::shown(folder))?;
    let path = |page: &Command| folder.join(format!("{}.1", name(page)));
    for page in &pages {
        files::check(&path(page), force)?;
    }
    let many = pages.len();
    for page in pages {
        let path = path(&page);
        if let Some(note) =
            files::note(&path, files::write(&path, render(page)?.as_bytes(), force)?)
        {
            out.say(note);
        }
    }
    out.say(format!("{many} pages in {}", files::shown(folder)));
    Ok(())
}

/// The names of all pages.
pub(crate) fn names() -> impl Iterator<Item = String> {
    pages().into_iter().map(|page| name(&page).to_owned())
}

/// A page. Its last sections are our own: clap's would run the lines of examples together.
fn render(page: Command) -> Result<String> {
    let after = page.get_after_help().map(ToString::to_string).unwrap_or_default();
    let commands = page.has_subcommands();
    let configures = ["hoshi", "hoshi-config"].contains(&name(&page));
    let man = clap_mangen::Man::new(page)
        .source(concat!("hoshi ", env!("CARGO_PKG_VERSION")))
        .manual("The hoshi manual");
    let mut text = Vec::new();
    man.render_title(&mut text)?;
    man.render_name_section(&mut text)?;
    man.render_synopsis_section(&mut text)?;
    man.render_description_section(&mut text)?;
    man.render_options_section(&mut text)?;
    if commands {
        man.render_subcommands_section(&mut text)?;
    }
    let mut text = String::from_utf8(text)?;
    let paragraphs = || after.split("\n\n").map(str::trim_end);
    if let Some(examples) = paragraphs().find_map(|text| text.strip_prefix("Examples:\n")) {
        text.push_str(".SH EXAMPLES\n.nf\n");
        for line in examples.lines() {
            writeln!(text, "{}", escape(line.strip_prefix("  ").unwrap_or(line)))?;
        }
        text.push_str(".fi\n");
    }
    let known = |text: &str| text.starts_with("Examples:") || text.starts_with("Exit codes:");
    for (number, note) in paragraphs().filter(|note| !note.is_empty() && !known(note)).enumerate() {
        text.push_str(if number == 0 { ".SH NOTES\n" } else { ".PP\n" });
        note.lines().try_for_each(|line| writeln!(text, "{}", escape(line)))?;
    }
    if configures {
        configuration(&mut text)?;
    }
    text.push_str(".SH \"EXIT STATUS\"\n");
    for (code, meaning) in cli::EXIT_CODES {
        writeln!(text, ".TP\n{code}\n{}", escape(meaning))?;
    }
    Ok(text)
}

/// The keys of the configuration, and what of the environment has to do with it.
fn configuration(text: &mut String) -> Result<()> {
    let about = "The configuration is TOML. Each key may be left out, and then has its default.";
    writeln!(text, ".SH CONFIGURATION\n{}", escape(about))?;
    for key in keys::KEYS {
        let (about, default) = (escape(key.about), escape(key.default));
        writeln!(text, ".TP\n\\fB{}\\fR\n{about}\nDefault: {default}.", escape(key.name))?;
        let example: Vec<String> = key.example.lines().map(escape).collect();
        writeln!(text, ".RS\n.PP\n.nf\n{}\n.fi\n.RE", example.join("\n"))?;
    }
    text.push_str(".SH ENVIRONMENT\n");
    for (name, about) in keys::VARIABLES {
        writeln!(text, ".TP\n\\fB{}\\fR\n{}", escape(name), escape(about))?;
    }
    Ok(())
}

/// Text as roff takes it: a dash that can be copied, nothing that reads as a request.
fn escape(line: &str) -> String {
    let line = line.replace('\\', "\\e").replace('-', "\\-").replace('`', "\\(ga");
    if line.starts_with(['.', '\'']) { format!("\\&{line}") } else { line }
}

/// Every command, ours first; clap has named each as its page is.
fn pages() -> Vec<Command> {
    let mut root = cli::command().disable_help_subcommand(true);
    root.build();
    let mut pages = vec![root];
    let mut next = 0;
    while next < pages.len() {
        let below: Vec<Command> =
            pages[next].get_subcommands().filter(|page| !page.is_hide_set()).cloned().collect();
        pages.extend(below);
        next += 1;
    }
    pages
}

/// The name of a command's page: `hoshi-bench-playouts`.
fn name(page: &Command) -> &str {
    page.get_display_name().unwrap_or_else(|| page.get_name())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_of_the_configuration_is_on_its_pages() {
        for page in pages() {
            let is_told = ["hoshi", "hoshi-config"].contains(&name(&page));
            let text = render(page).expect("a page");
            assert_eq!(text.contains("\n.SH CONFIGURATION\n"), is_told);
            for key in keys::KEYS.iter().filter(|_| is_told) {
                let name = format!("\n\\fB{}\\fR\n", key.name);
                for part in [name, escape(key.about), format!("Default: {}.", escape(key.default))]
                {
                    assert!(text.contains(&part), "{part}");
                }
            }
        }
    }
}
