//! What follows from the events of a run: progress, verdicts, problems, and the answer at its end.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::jobs::Told;
use super::runs::Run;
use super::server::Server;
use super::state::{CANCELLED, Refusal};
use super::texts::plain;
use crate::cli::words::{self, duration};
use crate::language::Encoding;
use crate::verdict::Record;

impl Server<'_> {
    /// Takes in what a run tells; of one that is no longer known, nothing.
    pub fn told(&mut self, study: &Path, number: u64, told: Told) {
        let Some(known) = self.state.studies.get_mut(study) else { return };
        let Some(run) = known.run.as_mut().filter(|run| run.number == number) else { return };
        let event = match told {
            Told::Event(event) => event,
            Told::End(code) => return self.ended(study, code),
        };
        match event["event"].as_str().unwrap_or("") {
            "progress" if run.advance(&event) => {
                let (token, message) = (run.token.clone(), run.state());
                self.progress(token, json!({ "kind": "report", "message": message }));
            }
            "verdict" => {
                match event["passed"].as_bool() {
                    Some(true) => run.held += 1,
                    Some(false) => run.failed += 1,
                    None => run.skipped += 1,
                }
                if let Some(record) = Record::from_json(&event) {
                    run.results.add(record);
                }
            }
            "diagnostic" => run.problems.push(event),
            "report" if event["report"]["error"].is_object() => {
                let error = event["report"]["error"].clone();
                if !run.problems.iter().any(|known| known["message"] == error["message"]) {
                    run.problems.push(error);
                }
            }
            "file" => run.files.extend(event["path"].as_str().map(|path| plain(Path::new(path)))),
            "text" => {
                let uri = self.state.uri(study);
                self.client.notify("stickslip/output", json!({ "uri": uri, "text": event["text"] }));
            }
            _ => {}
        }
    }

    /// Tells progress that came too soon after the last one.
    pub fn catch_up(&mut self) {
        let runs = self.state.studies.values_mut().filter_map(|study| study.run.as_mut());
        let late: Vec<_> = runs.filter_map(|run| run.catches_up().then(|| (run.token.clone(), run.state()))).collect();
        for (token, message) in late {
            self.progress(token, json!({ "kind": "report", "message": message }));
        }
    }

    fn progress(&mut self, token: Option<Value>, value: Value) {
        if let Some(token) = token {
            self.client.notify("$/progress", json!({ "token": token, "value": value }));
        }
    }

    /// Ends the run of a study, if there is one.
    pub fn stop_run(&mut self, study: &Path) -> bool {
        let run = self.state.studies.get_mut(study).and_then(|study| study.run.as_mut());
        run.map(Run::stop).is_some()
    }

    /// Ends the run that is asked about by a request or by its progress.
    pub fn cancel_run(&mut self, asks: impl Fn(&Run) -> bool) {
        for run in self.state.studies.values_mut().filter_map(|study| study.run.as_mut()) {
            if asks(run) {
                run.stop();
            }
        }
    }

    /// The run has ended: its verdicts stay, what it found is shown, its request is answered.
    fn ended(&mut self, study: &Path, code: Option<i32>) {
        let Some(known) = self.state.studies.get_mut(study) else { return };
        let Some(run) = known.run.take() else { return };
        let status = match code {
            _ if run.stopped => "stopped",
            Some(0) => "ok",
            Some(1) => "failed",
            _ => "error",
        };
        let seconds = run.start.elapsed().as_secs_f64();
        let sentence = sentence(&run, status);
        let folder = study.parent().unwrap_or(Path::new("")).to_path_buf();
        let absolute = |path: &PathBuf| plain(&folder.join(path));
        let is_picture = |path: &PathBuf| path.extension().is_some_and(|e| e == "svg" || e == "png");
        known.charts = run.files.iter().filter(|path| is_picture(path)).map(absolute).collect();
        let files: Vec<String> = run.files.iter().map(|path| absolute(path).display().to_string()).collect();
        if !run.results.is_empty() || status == "ok" {
            known.results = Some(run.results);
        }
        self.show_problems(study, &run.problems);
        self.progress(run.token.clone(), json!({ "kind": "end", "message": sentence }));
        self.client.log.line(&format!("run of {}: {sentence}", study.display()));
        self.client.say(if status == "ok" { 3 } else { 2 }, &sentence);
        let answer = match status {
            "stopped" => Err(Refusal(CANCELLED, sentence)),
            _ => Ok(json!({
                "status": status, "held": run.held, "failed": run.failed, "skipped": run.skipped,
                "seconds": seconds, "files": files, "message": sentence,
            })),
        };
        self.client.answer(&run.id, answer);
        self.client.refresh_marks();
    }

    /// Diagnostics of a run that its check did not have, in the texts that were run.
    fn show_problems(&mut self, study: &Path, problems: &[Value]) {
        let texts = self.state.texts_of(study);
        let Some(known) = self.state.studies.get(study) else { return };
        let mut met = std::collections::BTreeMap::<PathBuf, Vec<Value>>::new();
        for problem in problems {
            let file = problem["file"].as_str().map(Path::new).and_then(Path::file_name);
            let path = texts.iter().map(|(path, _)| path).find(|path| path.file_name() == file && file.is_some());
            let path = path.cloned().unwrap_or_else(|| study.to_path_buf());
            let json = of_problem(problem, &path, &texts, self.state.can.encoding);
            let same = |other: &Value| {
                let start = |value: &Value| value["range"]["start"].clone();
                other["code"] == json["code"] && start(other) == start(&json)
            };
            let all = known.found.get(&path).into_iter().chain(met.get(&path)).flatten();
            if !all.into_iter().any(same) {
                met.entry(path).or_default().push(json);
            }
        }
        let paths: Vec<PathBuf> = known.met.keys().chain(met.keys()).cloned().collect();
        if let Some(known) = self.state.studies.get_mut(study) {
            known.met = met;
        }
        self.publish_all(study, paths);
    }
}

/// A diagnostic as the child tells it, at its place in the text: the child counts lines and characters from 1.
fn of_problem(
    problem: &Value,
    path: &Path,
    texts: &[(PathBuf, std::sync::Arc<crate::language::Document>)],
    encoding: Encoding,
) -> Value {
    let document = texts.iter().find(|(other, _)| other == path).map(|(_, document)| document);
    let place = |line: &str, column: &str| {
        let number = |name: &str| problem[name].as_u64().unwrap_or(1).max(1) as usize - 1;
        let (line, characters) = (number(line), number(column));
        let text = document.map_or("", |document| &document.text()[document.source.line_range(line)]);
        let before = text.trim_start_matches('\u{feff}').chars().take(characters);
        let mark = if text.starts_with('\u{feff}') { '\u{feff}' } else { '\0' };
        let width = |c: char| if encoding == Encoding::Utf8 { c.len_utf8() } else { c.len_utf16() };
        let column: usize = before.map(width).sum::<usize>() + if mark == '\0' { 0 } else { width(mark) };
        json!({ "line": line, "character": column })
    };
    let message = match problem["help"].as_str() {
        Some(help) => format!("{}\n{help}", problem["message"].as_str().unwrap_or("")),
        None => problem["message"].as_str().unwrap_or("").to_string(),
    };
    json!({
        "range": { "start": place("line", "column"), "end": place("end_line", "end_column") },
        "severity": match problem["severity"].as_str() { Some("warning") => 2, Some("note") => 3, _ => 1 },
        "code": problem["code"],
        "source": "stickslip run",
        "message": message,
    })
}

/// `shoe.comm: 35 assertions held, 1.7 s`
fn sentence(run: &Run, status: &str) -> String {
    let mut parts = Vec::new();
    let count = |n: u64| words::count(n as usize, "assertion");
    match (run.held, run.failed) {
        (0, 0) if status == "ok" => parts.push("no assertion was judged".to_string()),
        (0, 0) => {}
        (held, 0) => parts.push(format!("{} held", count(held))),
        (held, failed) => parts.push(format!("{} failed, {held} held", count(failed))),
    }
    if run.skipped > 0 {
        parts.push(format!("{} not compared", run.skipped));
    }
    let errors = run.problems.iter().filter(|problem| problem["severity"] == "error").count();
    match status {
        "stopped" => parts.insert(0, "stopped".to_string()),
        "error" => parts.insert(0, format!("the study was not run to its end ({})", words::count(errors, "error"))),
        _ => {}
    }
    parts.push(duration(run.start.elapsed().as_secs_f64()));
    parts.join(", ")
}
