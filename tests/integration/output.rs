//! Written files: their places, and protection of files that the program did not make.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command as Foreign;

use assert_cmd::Command;
use assert_cmd::assert::Assert;

use super::foreign;
use super::lookup::OutputAssert;
use super::program::{actiondeck, files};

const DECK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/templates/decks/future-imperfect.json");

/// A folder to run the program in.
struct Workspace(tempfile::TempDir);

impl Workspace {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn put(&self, name: &str, text: &str) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn text(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    fn run(&self, arguments: &[&str]) -> Assert {
        let mut command: Command = actiondeck();
        command.current_dir(self.0.path()).args(arguments).assert()
    }

    /// Writes a deck of this name whose card 3 has another toggle.
    fn other_deck(&self, name: &str) {
        let deck = fs::read_to_string(DECK).unwrap();
        let lines: Vec<String> = deck
            .lines()
            .filter(|line| {
                !["effort", "spec_digest", "seed"]
                    .iter()
                    .any(|key| line.contains(&format!("  \"{key}\"")))
            })
            .map(|line| match line.contains("{\"number\":3,") {
                true if line.contains("\"toggle\":\"yes\"") => {
                    line.replace("\"toggle\":\"yes\"", "\"toggle\":\"no\"")
                }
                true => line.replace("\"toggle\":\"no\"", "\"toggle\":\"yes\""),
                false => line.to_owned(),
            })
            .collect();
        self.put(name, &crate::deck_files::with_right_digest(&lines.join("\n")));
    }

    /// Every file by name, except those in hidden folders.
    fn files(&self, folder: &str) -> BTreeMap<String, Vec<u8>> {
        files(&self.path(folder))
    }

    fn sums_hold(&self, folder: &str) {
        let check = Foreign::new("sha256sum")
            .args(["--check", "--strict", "--quiet", "SHA256SUMS"])
            .current_dir(self.path(folder))
            .output();
        match check {
            Ok(output) => assert!(output.status.success(), "{output:?}"),
            Err(_) => drop(foreign::run("sha256sum", ["--version"])),
        }
    }
}

fn render(folder: &str) -> [&str; 10] {
    ["render", DECK, "-q", "--only", "3,4", "--format", "svg", "--sheet", "single", folder]
}

#[test]
fn commands_in_one_folder_leave_each_others_files_alone() {
    let workspace = Workspace::new();
    workspace.run(&render("--output=out")).success();
    workspace.run(&["calibrate", "-q", "-o", "out"]).success();
    workspace.put("out/notes.txt", "mine");
    let before = workspace.files("out");
    // For identical decks nothing is printed or removed.
    workspace.run(&["diff", "-q", DECK, DECK, "--render", "out"]).success();
    assert_eq!(before, workspace.files("out"));
    workspace.sums_hold("out");
    workspace.other_deck("other.json");
    let diff = |more: &[&str]| {
        let options = ["diff", "-q", DECK, "other.json", "--render", "out", "--format", "svg"];
        workspace.run(&[&options[..], &["--sheet", "single"], more].concat())
    };
    // Card 3 belongs to the other command.
    diff(&[]).code(2).complains("out/cards/svg/card-03.svg was written by actiondeck render");
    assert_eq!(before, workspace.files("out"));
    diff(&["--force"]).success().complains("replaced: out/cards/svg/card-03.svg was written by");
    let after = workspace.files("out");
    assert_ne!(before["cards/svg/card-03.svg"], after["cards/svg/card-03.svg"]);
    assert_eq!(before["cards/svg/card-04.svg"], after["cards/svg/card-04.svg"]);
    assert!(after.contains_key("cards/svg/changelog.svg") && after.contains_key("notes.txt"));
    workspace.sums_hold("out");
    // The next reprint removes the files of the earlier one, and no others.
    workspace.run(&["diff", "-q", DECK, DECK, "--render", "out"]).success();
    let last = workspace.files("out");
    assert!(!last.contains_key("cards/svg/changelog.svg"));
    assert!(last.contains_key("cards/svg/card-04.svg") && last.contains_key("notes.txt"));
    workspace.sums_hold("out");
}

#[test]
fn diff_keeps_the_compared_deck_where_it_prints_changes() {
    let workspace = Workspace::new();
    workspace.put("out/deck.json", &fs::read_to_string(DECK).unwrap());
    let deck = workspace.text("out/deck.json");
    workspace.run(&["diff", "-q", "out/deck.json", "out/deck.json", "--render", "out"]).success();
    assert_eq!(deck, workspace.text("out/deck.json"));
}

#[test]
fn generate_does_not_overwrite_specs_sessions_or_edits() {
    let workspace = Workspace::new();
    let generate = |name: &str, more: &[&str]| {
        workspace.run(&[&["generate", "-q", "--from", DECK, "-o", name], more].concat())
    };
    let spec = "format = \"actiondeck-spec/1\"\nname = \"actiondeck\"\n";
    workspace.put("my.toml", spec);
    workspace.put("evening.json", "{\"format\": \"actiondeck-session/1\"}");
    workspace.put("README.md", "made with actiondeck\n");
    for name in ["my.toml", "evening.json", "README.md"] {
        let before = workspace.text(name);
        let refused = generate(name, &[]).code(2);
        refused.complains(&format!("{name} was not written by actiondeck")).complains("--force");
        assert_eq!(before, workspace.text(name));
    }
    generate("deck.json", &[]).success();
    generate("deck.json", &["--seed", "2"]).success();
    let deck = workspace.text("deck.json");
    // A renamed spec gives a deck of another name.
    workspace.put("deck.json", &deck.replace("Future Imperfect", "Mine"));
    generate("deck.json", &[]).success();
    workspace.put("deck.json", &deck.replacen("\"toggle\":\"yes\"", "\"toggle\":\"no\"", 1));
    let changed = "deck.json is a deck that was changed since actiondeck wrote it";
    generate("deck.json", &[]).code(2).complains(changed).complains("--force");
    generate("deck.json", &["--force"]).success().complains("replaced: deck.json");
    generate("t.csv", &[]).success();
    workspace.put("t.csv", &workspace.text("t.csv").replacen("yes", "no", 1));
    generate("t.csv", &[]).code(2).complains("t.csv exists and may have been edited");
    generate("folder/deck.json", &[]).success();
    generate("folder", &[]).code(2).complains("folder is a folder");
    assert_eq!(1, fs::read_dir(workspace.path("folder")).unwrap().count(), "no litter");
}

#[test]
fn a_file_that_is_read_is_not_written_even_when_forced() {
    let workspace = Workspace::new();
    workspace.put("d.json", &fs::read_to_string(DECK).unwrap());
    let deck = workspace.text("d.json");
    for option in ["--html", "--csv"] {
        workspace
            .run(&["validate", "d.json", option, "d.json", "--force"])
            .code(2)
            .complains("d.json is read by this command");
    }
    workspace
        .run(&["diff", "d.json", DECK, "--html", "./d.json", "--force"])
        .code(2)
        .complains("is read");
    workspace.run(&["generate", "--from", "d.json", "-o", "d.json"]).code(2).complains("is read");
    assert_eq!(deck, workspace.text("d.json"));
}

#[test]
fn reports_and_plots_are_replaced_unless_edited() {
    let workspace = Workspace::new();
    let commands: [&[&str]; 5] = [
        &["validate", DECK, "--html", "out.txt"],
        &["diff", DECK, DECK, "--html", "out.txt"],
        &["odds", "3d10", "--plot", "out.txt"],
        &["man", "-o", "out.txt"],
        &["completions", "bash", "-o", "out.txt"],
    ];
    for command in commands {
        let name = command[0];
        workspace.run(command).success();
        workspace.run(command).success();
        let text = workspace.text("out.txt");
        workspace.put("out.txt", &format!("{text}and mine\n"));
        workspace.run(command).code(2).complains("--force");
        workspace.put("out.txt", &text.replacen('e', "E", 1));
        workspace.run(command).code(2).complains("--force");
        assert_eq!(text.replacen('e', "E", 1), workspace.text("out.txt"), "{name}");
        // The report of another command is a foreign file.
        workspace.put("out.txt", &text);
        let other = if name == "man" { commands[2] } else { commands[3] };
        workspace.run(other).code(2).complains("--force");
        fs::remove_file(workspace.path("out.txt")).unwrap();
    }
}

#[cfg(unix)]
#[test]
fn a_run_stopped_at_once_leaves_no_empty_folder() {
    use std::os::unix::process::ExitStatusExt;
    use std::time::Duration;

    let workspace = Workspace::new();
    for arguments in [
        &["build", "future-imperfect", "-q", "-o", "out"][..],
        &["generate", "future-imperfect", "-q", "-o", "out/deck.json"],
    ] {
        let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin("actiondeck"));
        let mut run = command.current_dir(workspace.path(".")).args(arguments).spawn().unwrap();
        while !workspace.path("out").exists() {
            std::thread::sleep(Duration::from_millis(5));
        }
        std::thread::sleep(Duration::from_millis(200));
        let id = run.id().to_string();
        std::process::Command::new("kill").args(["-TERM", &id]).status().unwrap();
        assert_eq!(Some(15), run.wait().unwrap().signal());
        assert!(!workspace.path("out").exists(), "{arguments:?}");
    }
}

#[test]
fn a_file_of_a_set_is_not_replaced_alone() {
    let workspace = Workspace::new();
    workspace.run(&render("--output=out")).success();
    let plot = ["odds", "3d10", "--plot", "out/cards/svg/card-03.svg"];
    workspace.run(&plot).code(2).complains("was written by actiondeck render with other files");
    workspace.sums_hold("out");
}

#[cfg(unix)]
#[test]
fn links_devices_and_planted_locks_are_refused_or_left() {
    use std::os::unix::fs::symlink;

    let workspace = Workspace::new();
    workspace.put("mine.svg", "mine");
    symlink("mine.svg", workspace.path("link.svg")).unwrap();
    symlink("nowhere", workspace.path("broken.svg")).unwrap();
    for name in ["link.svg", "broken.svg"] {
        workspace
            .run(&["odds", "3d10", "--plot", name])
            .code(2)
            .complains(&format!("{name} is a link"));
    }
    workspace.run(&["odds", "3d10", "--plot", "link.svg", "--force"]).success();
    assert_eq!("mine", workspace.text("mine.svg"));
    assert!(workspace.text("link.svg").starts_with("<svg"));
    workspace
        .run(&["odds", "3d10", "--plot", "/dev/null", "--force"])
        .code(2)
        .complains("is not a file");
    // A symbolic link to a folder, inside the output folder.
    workspace.put("elsewhere/card-03.svg", "mine");
    workspace.put("out/notes.txt", "mine");
    fs::create_dir(workspace.path("out/cards")).unwrap();
    symlink(workspace.path("elsewhere"), workspace.path("out/cards/svg")).unwrap();
    let command = [&render("--output=out")[..], &["--force"]].concat();
    workspace.run(&command).code(2).complains("its folder cards/svg is a link");
    assert_eq!("mine", workspace.text("elsewhere/card-03.svg"));
    // The output folder itself may be a link, because the user named it.
    fs::create_dir(workspace.path("real")).unwrap();
    symlink("real", workspace.path("linked")).unwrap();
    workspace.run(&render("--output=linked")).success();
    workspace.sums_hold("real");
    // The lock file of a session.
    symlink("planted", workspace.path("evening.json.lock")).unwrap();
    workspace.run(&["play", "--session", "evening.json"]).code(3).complains("is in the way");
    assert!(!workspace.path("planted").exists());
    fs::remove_file(workspace.path("evening.json.lock")).unwrap();
    if foreign::run("mkfifo", [workspace.path("evening.json.lock")]).is_some() {
        workspace.run(&["play", "--session", "evening.json"]).code(3).complains("is in the way");
    }
}

#[cfg(unix)]
#[test]
fn a_private_session_stays_private() {
    use std::os::unix::fs::PermissionsExt;

    let workspace = Workspace::new();
    let play = |line: &'static str| {
        let mut command = actiondeck();
        command.current_dir(workspace.0.path()).args([
            "play",
            "--seed",
            "1",
            "--session",
            "e.json",
        ]);
        command.write_stdin(line).assert().success();
    };
    play("round\n");
    fs::set_permissions(workspace.path("e.json"), PermissionsExt::from_mode(0o600)).unwrap();
    play("round\n");
    let mode = fs::metadata(workspace.path("e.json")).unwrap().permissions().mode();
    assert_eq!(0o600, mode & 0o777);
}

#[cfg(unix)]
#[test]
fn names_that_leave_the_folder_or_break_the_list_are_refused() {
    let workspace = Workspace::new();
    let vendor = include_str!("../../templates/vendors/drivethrucards.toml");
    for name in ["./...toml", "two\nlines.toml", "nul.toml"] {
        workspace.put(name, vendor);
        let command = ["render", DECK, "-q", "--vendor", name, "-o", "out"];
        workspace.run(&command).code(2).complains("cannot be a file's name");
    }
    let planted = vendor.replacen("file = \"", "file = \"x\\n", 1);
    assert_ne!(vendor, planted);
    workspace.put("planted.toml", &planted);
    workspace.run(&["render", DECK, "-q", "--vendor", "planted.toml", "-o", "out"]).code(2);
    assert!(!workspace.path("deck.pdf").exists());
}

#[test]
fn names_as_long_as_the_file_system_allows_are_written() {
    let workspace = Workspace::new();
    let name = format!("{}.svg", "x".repeat(251));
    workspace.run(&["odds", "3d10", "--plot", &name]).success();
    workspace.run(&["odds", "3d10", "--plot", &name]).success();
    assert_eq!(1, workspace.files(".").len());
}

#[test]
fn an_interrupted_new_project_is_started_again() {
    let workspace = Workspace::new();
    workspace.run(&["new", "mine"]).success();
    assert!(
        !workspace.path("mine/.actiondeck").exists() && !workspace.path("mine/SHA256SUMS").exists()
    );
    fs::remove_file(workspace.path("mine/pins.csv")).unwrap();
    workspace.run(&["new", "mine"]).success();
    assert!(workspace.path("mine/pins.csv").is_file());
    workspace.put("mine/deck.toml", "mine");
    workspace.run(&["new", "mine"]).code(2).complains("is not empty");
    workspace.run(&["new", "mine", "--force"]).success().complains("replaced: mine/deck.toml");
}

/// Limits the size of files, so that writing fails as on a full disk.
#[cfg(unix)]
#[test]
fn a_full_disk_keeps_the_earlier_edition() {
    let workspace = Workspace::new();
    workspace.run(&render("--output=out")).success();
    let before = workspace.files("out");
    workspace.other_deck("other.json");
    let program = assert_cmd::cargo::cargo_bin("actiondeck");
    for blocks in [0, 1, 8, 32] {
        let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\"");
        let output = Foreign::new("bash")
            .args(["-c", &script])
            .arg(&program)
            .args(["render", "other.json", "-q", "--only", "3,4", "--format", "svg,pdf"])
            .args(["--sheet", "single", "-o", "out"])
            .current_dir(workspace.0.path())
            .output()
            .unwrap();
        assert_eq!(Some(3), output.status.code(), "{blocks}: {output:?}");
        assert_eq!(before, workspace.files("out"), "{blocks}");
        workspace.sums_hold("out");
    }
    let hidden = fs::read_dir(workspace.path("out/.actiondeck")).unwrap().count();
    assert_eq!(1, hidden, "the record alone");
}

#[cfg(target_os = "linux")]
#[test]
fn help_that_cannot_be_printed_is_a_failure() {
    let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let program = assert_cmd::cargo::cargo_bin("actiondeck");
    let output = Foreign::new(program).arg("--help").stdout(full).output().unwrap();
    assert_eq!(Some(3), output.status.code(), "{output:?}");
}

/// A few kills; `scripts/kill_runs.py` makes many more.
#[cfg(unix)]
#[test]
fn the_next_run_completes_or_reverts_a_killed_one() {
    let workspace = Workspace::new();
    workspace.run(&render("--output=out")).success();
    workspace.other_deck("other.json");
    let old = workspace.files("out");
    let program = assert_cmd::cargo::cargo_bin("actiondeck");
    let other = ["render", "other.json", "-q", "--only", "3,4", "--format", "svg", "--sheet"];
    let arguments = [&other[..], &["single", "-o", "out"]].concat();
    for wait in [5, 40, 60, 80, 120] {
        let mut child = Foreign::new(&program)
            .args(&arguments)
            .current_dir(workspace.0.path())
            .spawn()
            .unwrap();
        std::thread::sleep(std::time::Duration::from_millis(wait));
        child.kill().unwrap();
        child.wait().unwrap();
        workspace.sums_hold("out");
        workspace.run(&arguments).success();
        workspace.sums_hold("out");
        let new = workspace.files("out");
        assert_eq!(old.keys().collect::<Vec<_>>(), new.keys().collect::<Vec<_>>());
        assert_ne!(old["cards/svg/card-03.svg"], new["cards/svg/card-03.svg"]);
        workspace.run(&render("--output=out")).success();
        assert_eq!(old, workspace.files("out"));
    }
}

#[cfg(unix)]
#[test]
fn a_read_only_folder_is_reported_and_unchanged() {
    let workspace = Workspace::new();
    workspace.run(&render("--output=out")).success();
    let before = workspace.files("out");
    let program = assert_cmd::cargo::cargo_bin("actiondeck");
    // Root is not bound by permissions, so the program then runs as an unprivileged user.
    let open = |path: &Path| {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(path, PermissionsExt::from_mode(0o755)).unwrap();
    };
    open(workspace.0.path());
    let is_root = foreign::stdout("id", ["-u"]).is_some_and(|user| user.trim() == "0");
    let mut command = match is_root {
        true => {
            let mut command = Foreign::new("setpriv");
            command.args(["--reuid=65534", "--regid=65534", "--clear-groups"]).arg(&program);
            command
        }
        false => {
            use std::os::unix::fs::PermissionsExt;
            for folder in ["out/.actiondeck", "out"] {
                fs::set_permissions(workspace.path(folder), PermissionsExt::from_mode(0o555))
                    .unwrap();
            }
            Foreign::new(&program)
        }
    };
    let output = command.args(["calibrate", "-o", "out"]).current_dir(workspace.0.path()).output();
    for folder in ["out", "out/.actiondeck"] {
        open(&workspace.path(folder));
    }
    match output {
        Ok(output) => {
            assert_eq!(Some(3), output.status.code(), "{output:?}");
            let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(stderr.contains("cannot write to out"), "{stderr}");
        }
        Err(_) => drop(foreign::run("setpriv", ["--version"])),
    }
    assert_eq!(before, workspace.files("out"));
}

#[test]
fn a_build_writes_the_same_bytes_on_terminals_of_any_width() {
    let workspace = Workspace::new();
    let build = ["build", DECK, "-q", "--format", "png", "--dpi", "36", "-o"];
    let digests = |name: &str| workspace.text(&format!("{name}/SHA256SUMS"));
    let mut builds = Vec::new();
    for columns in ["20", "79", "200"] {
        let mut command = actiondeck();
        command.current_dir(workspace.0.path()).env("COLUMNS", columns).args(build).arg(columns);
        command.assert().success();
        builds.push((columns, digests(columns)));
    }
    // A pseudo-terminal of 50 columns.
    #[cfg(target_os = "linux")]
    {
        let program = assert_cmd::cargo::cargo_bin("actiondeck");
        let out = workspace.path("terminal");
        let line = format!(
            "stty cols 50; env -u COLUMNS {} {} {}",
            program.display(),
            build.join(" "),
            out.display()
        );
        if foreign::run("script", ["-qec", &line, "/dev/null"]).is_some() {
            builds.push(("terminal", digests("terminal")));
        }
    }
    for (name, digests) in &builds[1..] {
        assert_eq!(builds[0].1, *digests, "{name}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_redirected_answer_does_not_follow_the_terminal_of_stderr() {
    let workspace = Workspace::new();
    let program = assert_cmd::cargo::cargo_bin("actiondeck");
    let file = workspace.path("figures.txt");
    let line = format!(
        "stty cols 50; env -u COLUMNS {} validate {DECK} > {}",
        program.display(),
        file.display()
    );
    if foreign::run("script", ["-qec", &line, "/dev/null"]).is_none() {
        return;
    }
    let plain = actiondeck().args(["validate", DECK]).env_remove("COLUMNS").assert();
    let plain = String::from_utf8(plain.get_output().stdout.clone()).unwrap();
    assert_eq!(plain, workspace.text("figures.txt"));
}
