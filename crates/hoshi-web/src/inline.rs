//! The modules of a page as one script. It compresses better than many, and a page that is a file needs it, since
//! browsers do not load modules from a disk. hoshi uses no bundler; the modules keep to a few forms of `import` and `export`, and those are rewritten here.
//!
//! Each module becomes a function that is called at once and returns what the module exports, so that names of
//! different modules do not collide: `import { a } from "./b.js"` becomes `const { a } = $b`.

use hoshi_session::Failure;

/// Joins modules, given by name and text, each after those that it imports. Comments and indentation are left out.
///
/// # Errors
/// A module that uses another form of `import` or `export`, or imports one that is not before it.
pub(crate) fn join(modules: &[(&str, &str)]) -> Result<String, Failure> {
    let mut script = String::new();
    let mut known: Vec<&str> = Vec::new();
    for (name, text) in modules {
        let one = rewritten(text, &known).map_err(|why| Failure::new(format!("{name}: {why}")))?;
        script.push_str(&format!("const {} = (() => {{\n{one}}})();\n", variable(name)));
        known.push(name);
    }
    Ok(script)
}

/// The variable that holds the exports of a module.
fn variable(name: &str) -> String {
    let stem = name.strip_suffix(".js").unwrap_or(name);
    format!("${}", stem.replace(|letter: char| !letter.is_ascii_alphanumeric(), "_"))
}

fn rewritten(text: &str, known: &[&str]) -> Result<String, Failure> {
    let text = short_script(text);
    let mut script = String::new();
    let mut exports: Vec<&str> = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if line.starts_with("import ") {
            let mut statement = line.to_owned();
            while !statement.trim_end().ends_with(';') {
                statement.push(' ');
                statement.push_str(
                    lines.next().ok_or_else(|| Failure::new("an import without an end"))?.trim(),
                );
            }
            script.push_str(&import(&statement, known)?);
        } else if let Some(rest) = line.strip_prefix("export ") {
            exports.push(declared(rest).ok_or_else(|| cannot_join(line))?);
            script.push_str(rest);
            script.push('\n');
        } else if !line.trim().is_empty() {
            script.push_str(line);
            script.push('\n');
        }
    }
    script.push_str(&format!("return {{ {} }};\n", exports.join(", ")));
    Ok(script)
}

fn cannot_join(statement: &str) -> Failure {
    Failure::new(format!("cannot join `{statement}`"))
}

/// `import { a, b as c } from "./x.js";` or `import * as x from "./x.js";`
fn import(statement: &str, known: &[&str]) -> Result<String, Failure> {
    let wrong = || cannot_join(statement);
    let rest = statement.strip_prefix("import ").ok_or_else(wrong)?;
    let (what, from) = rest.split_once(" from ").ok_or_else(wrong)?;
    let from = from.trim_end_matches(';').trim().trim_matches('"');
    let name = from.strip_prefix("./").ok_or_else(wrong)?;
    if !known.contains(&name) {
        return Err(Failure::new(format!("imports {name}, which is not before it")));
    }
    let what = match what.strip_prefix("* as ") {
        Some(whole) => whole.to_owned(),
        None if what.starts_with('{') && what.ends_with('}') => what.replace(" as ", ": "),
        None => return Err(wrong()),
    };
    Ok(format!("const {what} = {};\n", variable(name)))
}

/// The name that an exported declaration declares. A `let` is not one: its value may change later.
fn declared(rest: &str) -> Option<&str> {
    let kinds = ["const ", "function ", "async function ", "class "];
    let name = kinds.iter().find_map(|kind| rest.strip_prefix(kind))?;
    let end = name.find(|letter: char| !letter.is_alphanumeric() && letter != '_' && letter != '$');
    end.map(|end| &name[..end]).filter(|name| !name.is_empty())
}

/// Leaves out `/** ... */`, lines that are comments, and indentation; indentation stays where a text goes on over
/// several lines.
pub(crate) fn short_script(text: &str) -> String {
    let mut rest = text;
    let mut kept = String::new();
    while let Some((before, after)) = rest.split_once("/**") {
        kept.push_str(before);
        rest = after.split_once("*/").map_or("", |(_, behind)| behind);
    }
    kept.push_str(rest);
    let has_long_text = kept.lines().any(|line| line.matches('`').count() % 2 == 1);
    let mut plain = String::new();
    for line in kept.lines() {
        let short = line.trim();
        if short.is_empty() || short.starts_with("//") {
            continue;
        }
        plain.push_str(if has_long_text { line } else { short });
        plain.push('\n');
    }
    plain
}

/// A stylesheet without comments and indentation.
pub(crate) fn short_style(text: &str) -> String {
    let mut rest = text;
    let mut kept = String::new();
    while let Some((before, after)) = rest.split_once("/*") {
        kept.push_str(before);
        rest = after.split_once("*/").map_or("", |(_, behind)| behind);
    }
    kept.push_str(rest);
    let lines = kept.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.fold(String::new(), |all, line| all + line + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_become_functions_that_return_their_exports() {
        let script = join(&[
            (
                "a.js",
                "// What it is.\n\n/** @param {number} x */\nexport const one = (x) => 1;\nexport function two() {\n  return 2;\n}\n",
            ),
            (
                "b-c.js",
                "import {\n  one as uno,\n  two,\n} from \"./a.js\";\nimport * as a from \"./a.js\";\nconsole.log(uno, two, a);\n",
            ),
        ]);
        assert_eq!(
            script.unwrap(),
            "const $a = (() => {\nconst one = (x) => 1;\nfunction two() {\nreturn 2;\n}\nreturn { one, two };\n})();\n\
             const $b_c = (() => {\nconst { one: uno, two, } = $a;\nconst a = $a;\nconsole.log(uno, two, a);\nreturn {  };\n})();\n"
        );
    }

    #[test]
    fn other_forms_are_refused() {
        for (text, why) in [
            ("import { x } from \"./b.js\";", "a.js: imports b.js, which is not before it"),
            ("import x from \"./b.js\";", "a.js: imports b.js, which is not before it"),
            ("import \"./b.js\";", "a.js: cannot join `import \"./b.js\";`"),
            ("export let x = 1;", "a.js: cannot join `export let x = 1;`"),
            ("export default 1;", "a.js: cannot join `export default 1;`"),
        ] {
            assert_eq!(join(&[("a.js", text)]).unwrap_err().to_string(), why);
        }
    }

    #[test]
    fn long_texts_keep_their_indentation() {
        let script = join(&[("a.js", "const a = `x\n  y`;\n")]).unwrap();
        assert!(script.contains("const a = `x\n  y`;"), "{script}");
    }

    #[test]
    fn styles_lose_comments_only() {
        assert_eq!(short_style("/* x\n y */\na {\n  b: c;\n}\n"), "a {\nb: c;\n}\n");
    }
}
