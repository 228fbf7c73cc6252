//! Commands that a client executes: runs, their end, the graph, explanations, pages of the manual, charts.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::runs::{Choice, Run};
use super::server::Server;
use super::state::{FAILED, Refusal, WRONG_PARAMETERS};
use super::{convert, marks};
use crate::cli::graph::{Format, drawn};
use crate::diag::explain;
use crate::language::{Document, Results, topic};
use crate::source::World;
use crate::syntax::decode;

impl Server<'_> {
    /// The answer to a command; none when it comes later.
    pub fn execute(&mut self, id: &Value, params: &Value) -> Result<Option<Value>, Refusal> {
        let argument = &params["arguments"][0];
        match params["command"].as_str().unwrap_or("") {
            "stickslip.run" => self.run_study(id, argument, &params["workDoneToken"]).map(|()| None),
            "stickslip.stop" => {
                let study = self.study_named(argument)?;
                Ok(Some(json!(self.stop_run(&study))))
            }
            "stickslip.graph" => self.graph(argument).map(Some),
            "stickslip.explain" => self.explain(argument).map(Some),
            "stickslip.page" => {
                let name = argument.as_str().unwrap_or("");
                match topic(name) {
                    Some(markdown) => Ok(Some(json!({ "markdown": markdown }))),
                    None => Err(Refusal(FAILED, format!("the manual has no page of '{name}'"))),
                }
            }
            "stickslip.chart" => {
                let study = self.study_named(argument)?;
                let charts = self.state.studies.get(&study).map_or(&[][..], |study| &study.charts);
                let uris: Vec<String> = charts.iter().map(|path| convert::uri_of(path)).collect();
                if let (Some(first), true) = (uris.first(), self.state.can.shows) {
                    self.client.ask("window/showDocument", json!({ "uri": first, "external": true }));
                }
                Ok(Some(json!({ "files": uris })))
            }
            other => Err(Refusal(WRONG_PARAMETERS, format!("there is no command '{other}'"))),
        }
    }

    /// The study that an argument names: the address of a file, or an object with it.
    fn study_named(&self, argument: &Value) -> Result<PathBuf, Refusal> {
        let uri = argument.as_str().or(argument["uri"].as_str());
        let uri = uri.ok_or(Refusal(WRONG_PARAMETERS, "the first argument is the address of a study".into()))?;
        Ok(self.state.study_of(&convert::path_of(uri)))
    }

    fn run_study(&mut self, id: &Value, argument: &Value, token: &Value) -> Result<(), Refusal> {
        let study = self.study_named(argument)?;
        let known = self.state.studies.get(&study);
        let known = known.ok_or_else(|| Refusal(FAILED, format!("{} is not open", study.display())))?;
        if known.run.is_some() {
            return Err(Refusal(FAILED, "this study is running already".into()));
        }
        self.all_saved(&study)?;
        let set = match &argument["set"] {
            Value::Object(values) => values.iter().map(|(name, value)| format!("{name}={}", plain(value))).collect(),
            Value::Array(values) => values.iter().map(plain).collect(),
            _ => Vec::new(),
        };
        let choice = Choice { set, output: self.state.can.output, sandbox: self.state.files.disk.is_sandbox() };
        self.runs += 1;
        let mut run =
            Run::start(&study, self.runs, &choice, &self.threads.events).map_err(|why| Refusal(FAILED, why))?;
        run.id = id.clone();
        run.token = self.begin_progress(&study, token);
        let texts = self.state.texts_of(&study);
        let documents: Vec<&Document> = texts.iter().map(|(_, document)| &**document).collect();
        run.results = Results::of(&documents);
        if let Some(known) = self.state.studies.get_mut(&study) {
            known.run = Some(run);
        }
        self.client.refresh_lenses();
        Ok(())
    }

    /// A run reads the disk: what is open must be what stands there.
    fn all_saved(&self, study: &Path) -> Result<(), Refusal> {
        for (path, open) in self.state.open.iter().filter(|(path, _)| self.state.study_of(path) == study) {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let Some(saved) = self.state.files.read(path, study) else {
                return Err(Refusal(FAILED, format!("{name} is not on the disk: save it, then run")));
            };
            if saved != decode(open.document.text().as_bytes()) {
                return Err(Refusal(FAILED, format!("{name} has changes that are not saved: save it, then run")));
            }
        }
        Ok(())
    }

    /// Progress of a run, with the token of the request or one of the server's own.
    fn begin_progress(&mut self, study: &Path, token: &Value) -> Option<Value> {
        let token = if !token.is_null() {
            token.clone()
        } else if self.state.can.progress {
            let token = json!(format!("run {}", self.runs));
            self.client.ask("window/workDoneProgress/create", json!({ "token": token }));
            token
        } else {
            return None;
        };
        let title = study.file_name().unwrap_or_default().to_string_lossy();
        let value = json!({ "kind": "begin", "title": title, "message": "running", "cancellable": true });
        self.client.notify("$/progress", json!({ "token": token, "value": value }));
        Some(token)
    }

    /// The operation graph of the last check.
    fn graph(&mut self, argument: &Value) -> Result<Value, Refusal> {
        let study = self.study_named(argument)?;
        let name = study.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let graph = self.state.studies.get(&study).map(|study| &study.rehearsal.graph);
        let graph = graph.filter(|graph| !graph.nodes.is_empty());
        let graph = graph.ok_or_else(|| Refusal(FAILED, "nothing of this study could be evaluated".into()))?;
        let bytes = drawn(&name, graph, Format::Svg).map_err(|fault| Refusal(FAILED, fault.to_string()))?;
        Ok(json!({ "title": name, "svg": String::from_utf8_lossy(&bytes) }))
    }

    /// The meaning of a code, or what the assertion in a line compared.
    fn explain(&mut self, argument: &Value) -> Result<Value, Refusal> {
        if let Some(code) = argument.as_str() {
            let info = explain(code).ok_or_else(|| Refusal(FAILED, format!("there is no code {code}")))?;
            let text = format!("{} {}: {}", info.code, info.name, info.meaning);
            self.client.say(3, &text);
            return Ok(json!({ "markdown": format!("**{} {}**\n\n{}", info.code, info.name, info.meaning) }));
        }
        let path = convert::path_of(argument["uri"].as_str().unwrap_or(""));
        let Some(open) = self.state.open.get(&path) else {
            return Err(Refusal(WRONG_PARAMETERS, "the argument is a code, or a place of an open study".into()));
        };
        let line = argument["line"].as_u64().unwrap_or(0) as usize;
        let document = open.document.clone();
        let of_line = |span: crate::source::Span| document.source.line_rank(span.start as usize) == line;
        let found = marks::verdicts(&self.state, &path, &document).into_iter().find(|mark| of_line(mark.span));
        let found = found.ok_or_else(|| Refusal(FAILED, "no assertion of this line was judged".into()))?;
        self.client.say(if found.passed == Some(false) { 2 } else { 3 }, &found.details);
        Ok(json!({ "markdown": found.details }))
    }
}

/// A value as it is written after `--set NAME=`.
fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), String::from)
}
