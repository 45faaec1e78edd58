//! Runs external programs on our files.

use std::ffi::OsStr;
use std::path::Path;
use std::process::{Command, Output};

/// Runs a program and returns its output, or `None` with a note if it is not installed.
///
/// In CI, where `tests/install-tools` ran before, a missing program is a failure.
pub fn run<I, S>(program: &str, arguments: I) -> Option<Output>
where
    I: IntoIterator<Item = S>,
    S: AsRef<OsStr>,
{
    match Command::new(program).args(arguments).output() {
        Ok(output) => Some(output),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            skip(program);
            None
        }
        Err(error) => panic!("{program} does not run: {error}"),
    }
}

/// Returns the standard output of a program, if it is installed.
///
/// # Panics
/// If the program fails.
pub fn stdout<I, S>(program: &str, arguments: I) -> Option<String>
where
    I: IntoIterator<Item = S>,
    S: AsRef<OsStr>,
{
    let output = run(program, arguments)?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(output.status.success(), "{program}: {}{}", text(&output.stderr), text(&output.stdout));
    Some(text(&output.stdout))
}

/// Whether Python has a module. If not, prints a note, or panics in CI.
pub fn has_python_module(module: &str) -> bool {
    let import = format!("import {module}");
    let found = run("python3", ["-c", &import]).is_some_and(|output| output.status.success());
    if !found {
        skip(&format!("Python's {module}"));
    }
    found
}

/// Leaves the note of a skipped test.
///
/// # Panics
/// In CI, where everything is installed.
pub fn skip(missing: &str) {
    assert!(std::env::var_os("CI").is_none(), "{missing} not installed");
    #[expect(clippy::print_stderr, reason = "the note a skipped test leaves")]
    {
        eprintln!("skipped: {missing} not installed");
    }
}

/// Returns the standard output of a node script, if node and its modules are installed.
///
/// `tests/install-tools` installs the modules in the user's cache.
///
/// # Panics
/// If the script fails.
pub fn node(modules: &[&str], arguments: &[&str]) -> Option<String> {
    let home = std::env::var("HOME").unwrap_or_default();
    let folder = format!("{home}/.cache/actiondeck-tools/node_modules");
    if let Some(missing) = modules.iter().find(|name| !Path::new(&folder).join(name).is_dir()) {
        skip(missing);
        return None;
    }
    let set = format!("NODE_PATH={folder}");
    stdout("env", [&*set, "node"].iter().chain(arguments))
}
