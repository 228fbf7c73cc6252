//! A call of an operator: converted, checked by the catalogue, appended to the graph. The few commands that
//! act on the study itself (DEBUT, FIN, INCLUDE, DEFI_FICHIER ...) are carried out here.

use std::path::PathBuf;
use std::sync::Arc;

use super::convert::Converter;
use super::formula::{self, Wanted};
use super::formula_expression::{self, Given};
use super::session::Session;
use crate::catalogue::{self, Call, Command, RawArgument, RawCall, RawValue, Type, free_value, replaced};
use crate::concepts::Handle;
use crate::diag::Diagnostic;
use crate::former;
use crate::python::{CommandCall, CommandOutcome, Fault, Found, Host, Keyword, Result, Scope, Value, asked_in};
use crate::source::Span;
use crate::study::named_values::NamedValues;

/// Keywords of a command that take a name for a new concept and no other value.
fn new_names(command: &'static Command) -> Vec<&'static str> {
    let only_new = |path: &&str| {
        let (factor, name) = path.split_once('/').map_or((None, *path), |(factor, name)| (Some(factor), name));
        let level = match factor.map(|factor| command.level.find(factor)) {
            Some(keyword) => keyword.and_then(catalogue::Keyword::factor),
            None => Some(&command.level),
        };
        let simple = level.and_then(|level| level.find(name)).and_then(catalogue::Keyword::simple);
        simple.is_none_or(|simple| !simple.types.iter().any(|t| matches!(t, Type::Concept(_))))
    };
    let paths = command.outputs.iter().map(|output| output.path).filter(only_new);
    paths.filter_map(|path| path.rsplit('/').next()).collect()
}

/// Commands that make no node.
pub const OWN: &[&str] = &["DEBUG", "DEBUT", "DEFI_FICHIER", "DETRUIRE", "FIN", "INCLUDE", "POURSUITE"];

/// Files included one inside the other.
const DEEPEST_INCLUSION: usize = 50;
/// Files included by one study, each as often as it is.
const MOST_INCLUSIONS: usize = 10_000;

/// A known command that is not implemented.
pub fn not_built(name: &str, span: Span) -> Diagnostic {
    let way = catalogue::way_out(name).unwrap_or("a command of the language that is not implemented");
    Diagnostic::error("G003", format!("{name} is not available"))
        .at(span)
        .label("not implemented")
        .help(way)
        .missing(name)
}

impl Session<'_> {
    pub(super) fn is_refused(&self, name: &str) -> bool {
        !OWN.contains(&name) && (self.setup.options.find)(name).is_none()
    }

    pub(super) fn call_operator(&mut self, call: CommandCall, scope: &Arc<Scope>) -> Result<CommandOutcome> {
        self.renew_formulas();
        self.input.last = None;
        self.register.visit += 1;
        let mut raw = self.raw_call(&call);
        if let Some(note) = former::default_scheme(&mut raw, &|| self.age()) {
            self.say_once(note);
        }
        let mut captured = Vec::new();
        let mut missing = Vec::new();
        let mut named = None;
        if &*call.name == "FORMULE" {
            for keyword in &call.arguments {
                captured.extend(formula::concepts_in(&keyword.value));
            }
            let (plain, given) = (raw.clone(), captured.clone());
            missing = self.capture(&mut raw, &mut captured, scope);
            let known = raw.arguments[plain.arguments.len()..].iter();
            let known = known.map(|a| Wanted { name: a.name.to_string(), span: a.span });
            let wanted: Vec<Wanted> = known.chain(missing.iter().cloned()).collect();
            let own: Given = call.arguments.iter().map(|k| (k.name.clone(), self.as_it_is(k.value.clone()))).collect();
            let mut all = own.clone();
            for name in &wanted {
                if let Found::Value(value) = scope.get(&name.name) {
                    all.push((name.name.as_str().into(), self.as_it_is(value)));
                }
            }
            raw.arguments.extend(formula_expression::whole(&raw, &all));
            named = (!wanted.is_empty()).then_some((plain, own, given, wanted));
        }
        let mut outcome = self.submit(raw, captured, missing)?;
        if let (Some((raw, own, given, wanted)), Value::Concept(handle)) = (named, &outcome.value) {
            let seen = wanted.iter().map(|w| match scope.get(&w.name) {
                Found::Value(value) => Some(self.as_it_is(value)),
                _ => None,
            });
            let (handle, scope, seen) = (handle.clone(), scope.clone(), seen.collect());
            self.formulas.named.push(NamedValues { handle, raw, own, given, wanted, seen, scope });
        }
        if outcome.created.is_empty() && self.input.last.is_none() {
            // What a call in doubt makes is not known.
            let fresh = asked_in(&call.arguments).into_iter().filter(|asked| asked.made().is_none());
            outcome.created = fresh.map(|asked| (asked.name, Value::Unknown)).collect();
        }
        Ok(outcome)
    }

    /// Checks a call and appends its node, or expands a macro-command.
    pub(super) fn submit(
        &mut self,
        raw: RawCall,
        captured: Vec<Handle>,
        missing: Vec<Wanted>,
    ) -> Result<CommandOutcome> {
        self.input.last = None;
        let described = catalogue::command(&raw.command).is_some();
        if !described && let Some(description) = self.macro_description(&raw.command) {
            return self.call_macro(description, &raw);
        }
        let known = described || catalogue::way_out(&raw.command).is_some();
        let refused = known && self.is_refused(&raw.command);
        let mut next_id = self.register.next_id;
        let checked = catalogue::check(&raw, &mut || {
            next_id += 1;
            next_id
        });
        self.register.next_id = next_id;
        for form in &checked.forms {
            self.history.forms.entry(form.span).or_insert_with(|| form.clone());
        }
        let wrong = checked.diagnostics.iter().any(Diagnostic::is_error);
        if refused {
            // What is wrong with the call matters less than that it cannot run.
            self.report(not_built(&raw.command, raw.name_span));
        } else {
            let unknown = checked.diagnostics.iter().any(|diagnostic| diagnostic.code == "C001");
            let macros = self.setup.options.macros.as_ref().filter(|_| unknown);
            let near = macros.and_then(|m| replaced(&raw.command, m.names(), Some(raw.name_span)));
            for diagnostic in checked.diagnostics {
                match &near {
                    Some((help, fix)) if diagnostic.code == "C001" => {
                        self.report(Diagnostic { fixes: fix.iter().cloned().collect(), ..diagnostic }.help(help));
                    }
                    _ => self.report(diagnostic),
                }
            }
        }
        if let (Some(old), Some(new)) = (&checked.enriched, &checked.result) {
            self.graph.enrich(old, new);
        }
        let mut outcome = CommandOutcome::of(match checked.result {
            Some(handle) => Value::Concept(handle),
            None if wrong || checked.call.is_none() || refused => Value::Unknown,
            None => Value::Nothing(raw.command.clone()),
        });
        outcome.created = checked.created.into_iter().map(|(name, handle)| (name, Value::Concept(handle))).collect();
        if OWN.contains(&&*raw.command) {
            return self.own_command(&raw, checked.call, outcome);
        }
        // Where nothing runs, a call whose values are not all known stands in the graph too.
        let known = checked.call.is_some();
        let call = checked.call.or_else(|| checked.sketch.filter(|_| self.is_idle()));
        if let (Some(checked), Some(operator)) = (call, (self.setup.options.find)(&raw.command)) {
            let (file, _) = self.place_line(raw.name_span);
            // Names asked for with CO are known at once; the result's comes with its assignment.
            for (name, value) in &outcome.created {
                if let Value::Concept(handle) = value {
                    handle.set_name(name);
                }
            }
            let rank = self.graph.add(checked, operator, file, self.bindings.units.clone(), &captured);
            self.graph.nodes[rank].is_sketch = !known;
            self.outbox.expect(rank);
            self.input.last = Some(rank);
            if !missing.is_empty() {
                self.formulas.waiting.push((rank, missing));
            }
        }
        Ok(outcome)
    }

    fn raw_call(&mut self, call: &CommandCall) -> RawCall {
        let (_, line) = self.place_line(call.name_span);
        let graph = &self.graph;
        let newest = |handle: &Handle| graph.newest(handle);
        let mut converter = Converter::new(&newest);
        let description = catalogue::command(&call.name).or_else(|| self.macro_description(&call.name));
        converter.outputs = description.map_or_else(Vec::new, new_names);
        let mut arguments = Vec::with_capacity(call.arguments.len());
        let mut reuse = None;
        for keyword in &call.arguments {
            let argument = converter.argument(keyword);
            match &*argument.name {
                "reuse" if matches!(argument.value, RawValue::None) => {}
                "reuse" => reuse = Some((argument.value, argument.value_span)),
                _ => arguments.push(argument),
            }
        }
        let diagnostics = converter.diagnostics;
        diagnostics.into_iter().for_each(|d| self.report(d));
        let (name_span, span) = (call.name_span, call.span);
        let command = self.register.shared_text(&call.name);
        RawCall { command, name_span, span, line, arguments, reuse }
    }

    /// Gives a formula the variables it names. Returns those that have no value yet.
    fn capture(&mut self, raw: &mut RawCall, captured: &mut Vec<Handle>, scope: &Arc<Scope>) -> Vec<Wanted> {
        let sources = &self.sources;
        let mut missing = Vec::new();
        let wanted = match formula::wanted(raw, |span| sources.text(span).to_string()) {
            Ok(wanted) => wanted,
            Err(error) => {
                self.report(*error);
                return missing;
            }
        };
        for name in wanted {
            match scope.get(&name.name) {
                Found::Value(value) => {
                    captured.extend(formula::concepts_in(&value));
                    raw.arguments.push(self.captured(&name, &value));
                }
                _ => missing.push(name),
            }
        }
        missing
    }

    pub(super) fn captured(&self, name: &Wanted, value: &Value) -> RawArgument {
        let newest = |handle: &Handle| self.graph.newest(handle);
        let mut converter = Converter::new(&newest);
        let keyword = Keyword {
            name: name.name.as_str().into(),
            span: name.span,
            value: value.clone(),
            value_span: name.span,
            items: Vec::new(),
        };
        let argument = converter.argument(&keyword);
        formula::captured(name, argument.value)
    }

    /// Looks up the variables formulas still wait for. The last time, those without value are errors.
    pub(super) fn settle_formulas(&mut self, last: bool) {
        for (rank, names) in std::mem::take(&mut self.formulas.waiting) {
            let mut missing = Vec::new();
            for name in names {
                let Found::Value(value) = self.scope.get(&name.name) else {
                    missing.push(name);
                    continue;
                };
                let argument = self.captured(&name, &value);
                let handles: Vec<Handle> =
                    formula::concepts_in(&value).iter().map(|handle| self.graph.newest(handle)).collect();
                if self.graph.depend(rank, &handles) {
                    let free = free_value(&argument.value);
                    // A formula that has values missing has not run: nobody else holds its call.
                    if let Some(call) = Arc::get_mut(&mut self.graph.nodes[rank].call) {
                        call.insert_free(argument.name, free);
                    }
                } else {
                    let message = format!("the formula names {}, which is computed from the formula itself", name.name);
                    self.report(Diagnostic::error("G011", message).at(name.span).label("depends on this formula"));
                }
            }
            if last {
                let own = self.graph.nodes[rank].call.result.as_ref().map(|handle| handle.name().to_string());
                missing.iter().for_each(|name| self.missing_in_formula(name, own.as_deref()));
            } else if !missing.is_empty() {
                self.formulas.waiting.push((rank, missing));
            }
        }
    }

    /// `own` is the name of the formula, which is never meant.
    fn missing_in_formula(&mut self, name: &Wanted, own: Option<&str>) {
        let mut known = self.scope.visible();
        known.retain(|known| Some(&**known) != own);
        self.report(name.missing(&known));
    }

    fn own_command(
        &mut self,
        raw: &RawCall,
        checked: Option<Call>,
        mut outcome: CommandOutcome,
    ) -> Result<CommandOutcome> {
        // FIN ends the file whatever its keywords.
        outcome.ends = &*raw.command == "FIN";
        let Some(checked) = checked else {
            self.bindings.unbound = true;
            return Ok(outcome);
        };
        match &*raw.command {
            "DEBUT" | "POURSUITE" => {
                let catches = checked.one("ERREUR").is_some_and(|e| e.is("ERREUR_F", "EXCEPTION"));
                self.catching |= catches;
                self.outbox.ignored.extend(checked.texts("IGNORE_ALARM").iter().map(|code| code.to_string()));
            }
            "INCLUDE" => outcome.include = self.include(&checked)?,
            "DEFI_FICHIER" => self.bind_file(&checked, &mut outcome)?,
            _ => {}
        }
        Ok(outcome)
    }

    fn include(&mut self, call: &Call) -> Result<Option<Vec<crate::syntax::Statement>>> {
        let Some(unit) = call.integer_if_given("UNITE") else { return Ok(None) };
        let units = self.bindings.units.clone();
        // What the study writes itself is there before it is included.
        let keys = units.keys_of_unit(unit);
        let writers = self.graph.writers(&keys);
        if !writers.is_empty() || self.bindings.is_announced(&keys) {
            if self.is_idle() {
                return Ok(None);
            }
            self.run_waiting(writers)?;
        }
        let path = match units.resolve(unit, &[], self.setup.world()) {
            Ok(path) => path,
            Err(looked) => {
                let looked: Vec<String> = looked.iter().map(|p| p.display().to_string()).collect();
                let stage = self.setup.project.stages.iter().find(|(own, _)| *own == unit);
                let help = match stage {
                    Some((_, path)) => format!(
                        "{} is run after the files before it, as a stage: `F libr` in place of `F comm` makes it a file to include",
                        path.display()
                    ),
                    None => format!("looked for {}", looked.join(", ")),
                };
                let error = Diagnostic::error("I001", format!("no file for unit {unit}"));
                self.report(error.at_if_absent(call.span_of("UNITE")).label("included here").help(help));
                return Ok(None);
            }
        };
        let why = if self.input.include_depth >= DEEPEST_INCLUSION {
            format!(
                "more than {DEEPEST_INCLUSION} files are included one inside the other: does a file include itself?"
            )
        } else if self.input.inclusions >= MOST_INCLUSIONS {
            format!("more than {MOST_INCLUSIONS} files are included")
        } else {
            let statements = self.load(&path);
            self.input.include_depth += usize::from(statements.is_some());
            self.input.inclusions += 1;
            return Ok(statements);
        };
        self.report(*call.error("UNITE", "G014", why));
        // What includes itself twice would go on as often as files can be included.
        Err(Fault::Stop)
    }

    /// DEFI_FICHIER: the calls that follow see the new binding, those before keep theirs.
    fn bind_file(&mut self, call: &Call, outcome: &mut CommandOutcome) -> Result<()> {
        let units = self.bindings.units.clone();
        let mut bound = units.all_bound();
        let named = call.text_if_given("FICHIER").map(|name| units.place(&name));
        let action = call.text_if_given("ACTION");
        let unit = call.integer_if_given("UNITE").or_else(|| {
            let same = |path: &PathBuf| named.as_ref() == Some(path);
            bound.iter().find(|(_, path)| same(path)).map(|(unit, _)| *unit)
        });
        if action.as_deref() == Some("LIBERER") {
            if let Some(unit) = unit {
                self.bindings.units = Arc::new(units.released(unit));
            }
            return Ok(());
        }
        let unit = unit.or_else(|| (19..=99).rev().find(|unit| !bound.contains_key(unit)));
        let Some(unit) = unit else {
            self.report(*call.error("FICHIER", "G014", "no logical unit is free between 19 and 99"));
            return Ok(());
        };
        // A unit of the profile without another name keeps the profile's.
        let own = || units.own(unit).cloned();
        let path = named.or_else(own).unwrap_or_else(|| units.fort(unit));
        // A file that is only read stands beside the study.
        let beside = call.text_if_given("FICHIER").map(|name| units.folder.join(&*name));
        let read = call.is("ACCES", "OLD");
        let path = beside
            .filter(|beside| read && !self.setup.world().exists(&path) && self.setup.world().exists(beside))
            .unwrap_or(path);
        bound.insert(unit, path.clone());
        let now = units.rebound(bound);
        if call.is("ACCES", "APPEND") && !self.is_idle() {
            // What the study itself writes before is known by then.
            self.run_waiting(self.graph.writers(&now.keys_of_unit(unit)))?;
            let path = now.output_file(unit).unwrap_or(path);
            // What it holds before the study writes to it stays at its head.
            if let Ok(bytes) = self.setup.world().read(&path) {
                now.keep(&path, bytes);
            }
        }
        self.bindings.units = Arc::new(now);
        outcome.value = Value::Integer(unit);
        Ok(())
    }
}
