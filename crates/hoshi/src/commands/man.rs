//! `hoshi man` and `hoshi completions`: both are written from the one command
//! line in `cli`, so they cannot tell another story than `--help` does.

use anyhow::{Result, bail};
use clap::Command;
use clap_complete::Shell;

use crate::cli::{self, Man};
use crate::out::Out;

/// Prints a completion script.
pub(crate) fn completions(shell: Shell, out: &mut Out) -> Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut cli::command(), "hoshi", &mut script);
    Ok(out.write(&String::from_utf8(script)?)?)
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
    // `bench playouts`, `bench-playouts` and `hoshi-bench-playouts` all name the page.
    let given = options.command.join("-");
    let wanted = match given.as_str() {
        "" | "hoshi" => "hoshi".to_owned(),
        given => format!("hoshi-{}", given.trim_start_matches("hoshi-")),
    };
    let Some(page) = pages.into_iter().find(|page| name(page) == wanted) else {
        bail!(
            "there is no command `{}` to have a man page; `hoshi man --list` names the pages",
            options.command.join(" ")
        );
    };
    let mut text = Vec::new();
    clap_mangen::Man::new(page)
        .source(concat!("hoshi ", env!("CARGO_PKG_VERSION")))
        .manual("The hoshi manual")
        .render(&mut text)?;
    Ok(out.write(&String::from_utf8(text)?)?)
}

/// Every command, ours first; clap has named each as its page is.
fn pages() -> Vec<Command> {
    let mut root = cli::command().disable_help_subcommand(true);
    root.build();
    let mut pages = vec![root];
    let mut next = 0;
    while next < pages.len() {
        let below: Vec<Command> = pages[next].get_subcommands().cloned().collect();
        pages.extend(below);
        next += 1;
    }
    pages
}

/// The name of a command's page: `hoshi-bench-playouts`.
fn name(page: &Command) -> &str {
    page.get_display_name().unwrap_or_else(|| page.get_name())
}
