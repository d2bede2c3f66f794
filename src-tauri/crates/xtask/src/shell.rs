//! Running other programs, with problems that a person can act on.

use std::{
    ffi::OsStr,
    fmt,
    io::{BufRead, BufReader},
    path::Path,
    process::{Command, Stdio},
};

/// What went wrong, as a sentence for the person at the terminal.
#[derive(Debug)]
pub struct Problem(String);

/// A chore's answer.
pub type Done<T = ()> = Result<T, Problem>;

/// A problem with this text.
pub fn problem(text: impl fmt::Display) -> Problem {
    Problem(text.to_string())
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Adds what was being done to an error.
pub trait Doing<T> {
    /// `what` completes "could not …".
    fn doing(self, what: impl fmt::Display) -> Done<T>;
}

impl<T, E: fmt::Display> Doing<T> for Result<T, E> {
    fn doing(self, what: impl fmt::Display) -> Done<T> {
        self.map_err(|error| problem(format!("could not {what}: {error}")))
    }
}

/// A command in a folder, without an input to wait for.
pub fn command<S: AsRef<OsStr>>(folder: &Path, program: impl AsRef<OsStr>, arguments: &[S]) -> Command {
    let mut command = Command::new(program);
    command.args(arguments).current_dir(folder).stdin(Stdio::null());
    command
}

/// Runs it with its output shown; a non-zero exit is a problem.
pub fn run(command: &mut Command) -> Done {
    let name = shown(command);
    let status = command.status().doing(format!("start `{name}`"))?;
    if status.success() { Ok(()) } else { Err(problem(format!("`{name}` failed ({status})"))) }
}

/// Runs it and gives back what it wrote to its standard output; errors are shown.
pub fn read(command: &mut Command) -> Done<String> {
    let name = shown(command);
    let output = command.stderr(Stdio::inherit()).output().doing(format!("start `{name}`"))?;
    if !output.status.success() {
        return Err(problem(format!("`{name}` failed ({})", output.status)));
    }
    String::from_utf8(output.stdout).doing(format!("read what `{name}` wrote"))
}

/// Whether it starts and succeeds, silently.
pub fn succeeds(command: &mut Command) -> bool {
    command.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
}

/// Runs it, shows each line of its standard output and hands it to `seen`. True when it succeeded.
pub fn watch(command: &mut Command, mut seen: impl FnMut(&str)) -> Done<bool> {
    let name = shown(command);
    let mut child = command.stdout(Stdio::piped()).spawn().doing(format!("start `{name}`"))?;
    if let Some(output) = child.stdout.take() {
        for line in BufReader::new(output).split(b'\n') {
            let line = line.doing(format!("read what `{name}` writes"))?;
            let line = String::from_utf8_lossy(&line);
            println!("{line}");
            seen(&line);
        }
    }
    Ok(child.wait().doing(format!("wait for `{name}`"))?.success())
}

fn shown(command: &Command) -> String {
    let program = Path::new(command.get_program()).file_name().unwrap_or(command.get_program());
    let words = std::iter::once(program).chain(command.get_args());
    words.map(OsStr::to_string_lossy).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failing_program_is_a_problem_that_names_it() {
        let here = Path::new(".");
        let problem = run(&mut command(here, "/bin/sh", &["-c", "exit 3"])).unwrap_err().to_string();
        assert!(problem.contains("sh -c exit 3") && problem.contains('3'), "{problem}");
        let problem = run(&mut command::<&str>(here, "no-such-program", &[])).unwrap_err().to_string();
        assert!(problem.contains("could not start `no-such-program`"), "{problem}");
    }

    #[test]
    fn watching_sees_every_line_and_the_end() {
        let mut lines = Vec::new();
        let script = "echo one; echo two; exit 1";
        let fine = watch(&mut command(Path::new("."), "/bin/sh", &["-c", script]), |line| {
            lines.push(line.to_owned());
        });
        assert_eq!((fine.unwrap(), lines), (false, vec!["one".to_owned(), "two".to_owned()]));
    }
}
