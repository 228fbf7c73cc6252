//! Running a script: an engine without files, modules, clock or `eval`, and limits on operations,
//! time, depth and the size of values.
//!
//! Operators are functions of the engine. Such a call is sent to the session, which answers with handles of the
//! concepts it makes; so a script never holds the session, and can be stopped wherever it is.

use std::sync::Arc;
use std::time::Duration;

use rhai::{AST, Dynamic, Engine, EvalAltResult, Map, NativeCallContext, Position, Scope};

use super::link::{self, Link, Request, STACK_BYTES};
use super::values::{self, Concept};
use crate::catalogue::{self, Command, RawValue};
use crate::diag::did_you_mean;
use crate::source::{FileId, Instant, Span};
use crate::study::{Emission, Emitted, MacroFault};

const OPERATIONS: u64 = 3_000_000;
const TIME: Duration = Duration::from_millis(800);
const LEVELS: usize = 48;
const STRING_BYTES: usize = 1 << 16;
const ITEMS: usize = 20_000;
const VARIABLES: usize = 1_000;

/// Token of a script that is ended because one of its calls was wrong, which has been told.
const REPORTED: &str = "a call was wrong";

/// What stopped a script, and where.
#[derive(Debug)]
pub struct Fault {
    pub message: String,
    pub help: String,
    position: Position,
    reported: bool,
}

impl Fault {
    /// A fault at the definition of a function.
    pub fn at(text: &str, function: &str, message: String) -> Self {
        let before = text.find(&format!("fn {function}")).map_or("", |at| &text[..at]);
        let line = before.matches('\n').count() + 1;
        let position = Position::new(line.min(usize::from(u16::MAX)) as u16, 1);
        Fault { message, help: String::new(), position, reported: false }
    }

    /// Byte offsets of the place.
    pub fn range(&self, text: &str) -> (usize, usize) {
        range(text, self.position)
    }
}

pub fn compile(text: &str) -> Result<AST, Fault> {
    sandbox(None).compile(text).map_err(|error| Fault {
        message: error.err_type().to_string(),
        help: String::new(),
        position: error.position(),
        reported: false,
    })
}

/// What `describe()` returns.
pub fn describe(ast: &AST) -> Result<Dynamic, Fault> {
    let ast = ast.clone();
    in_a_thread(move || sandbox(None).call_fn(&mut Scope::new(), &ast, "describe", ()).map_err(|e| fault_of(&e)))
}

/// How a script and the session take turns.
#[derive(Clone, Copy, Debug)]
pub enum Way {
    Thread,
    /// Without threads.
    Again,
}

/// The way that the platform has.
pub const WAY: Way = if cfg!(target_arch = "wasm32") { Way::Again } else { Way::Thread };

/// Runs `run(k)` and submits its calls.
pub fn expand(
    way: Way,
    ast: &AST,
    text: &str,
    description: &'static Command,
    arguments: Vec<(Arc<str>, RawValue)>,
    macros: Vec<String>,
    emit: &mut dyn FnMut(Emitted) -> Result<Emission, ()>,
) -> Result<RawValue, MacroFault> {
    let mut keywords: Map = description.level.keywords.iter().map(|(n, _)| ((*n).into(), Dynamic::UNIT)).collect();
    keywords.extend(arguments.iter().map(|(name, value)| (name.as_ref().into(), values::to_script(value))));
    let ast = ast.clone();
    let script = move |link: Arc<Link>| {
        let engine = sandbox(Some(link));
        let run = engine.call_fn::<Dynamic>(&mut Scope::new(), &ast, "run", (keywords.clone(),));
        run.map_err(|e| fault_of(&e))
    };
    let mut session = |request: Request| match request {
        Request::Print(text) => emit(Emitted::Print(text)),
        Request::Call { command, keywords, position } => {
            let (start, end) = range(text, position);
            let arguments = keywords.into_iter().map(|a| (a.name, a.value)).collect();
            emit(Emitted::Call { command, arguments, start, end })
        }
    };
    let outcome = match way {
        Way::Thread => link::in_a_thread(script, &macros, &mut session),
        Way::Again => link::again(script, &macros, &mut session),
    };
    match outcome {
        Some(Ok(value)) => Ok(values::from_script(&value, nowhere())),
        Some(Err(fault)) if fault.reported => Err(MacroFault::Reported),
        Some(Err(fault)) => {
            // Limits are met between statements: their place is the function.
            let fault = if fault.position.is_none() {
                Fault { help: fault.help, ..Fault::at(text, "run", fault.message) }
            } else {
                fault
            };
            let (start, end) = fault.range(text);
            Err(MacroFault::Script { message: fault.message, help: fault.help, start, end })
        }
        None => {
            let message = "the script could not be run".to_string();
            Err(MacroFault::Script { message, help: String::new(), start: 0, end: 0 })
        }
    }
}

/// An engine that reaches nothing but the link.
fn sandbox(link: Option<Arc<Link>>) -> Engine {
    let mut engine = Engine::new();
    engine.set_max_operations(OPERATIONS);
    engine.set_max_call_levels(LEVELS);
    engine.set_max_string_size(STRING_BYTES);
    engine.set_max_array_size(ITEMS);
    engine.set_max_map_size(ITEMS);
    engine.set_max_variables(VARIABLES);
    engine.set_max_expr_depths(64, 64);
    engine.set_fail_on_invalid_map_property(true);
    engine.set_fast_operators(false);
    engine.disable_symbol("eval");
    // Stands before the function of that name in the language's library.
    engine.register_fn("sleep", |_: i64| no_waiting());
    engine.register_fn("sleep", |_: f64| no_waiting());
    values::register(&mut engine);
    engine.register_fn("/", divide);
    engine.register_fn("/", |a: i64, b: f64| divide(a as f64, b));
    engine.register_fn("/", |a: f64, b: i64| divide(a, b as f64));
    let waited = link.clone();
    let start = Instant::now();
    engine.on_progress(move |operations| {
        let waiting = waited.as_ref().map_or(0, |link| link.waited());
        let late = operations % 256 == 0 && start.elapsed() > TIME + Duration::from_micros(waiting);
        late.then(|| Dynamic::from("it runs too long".to_string()))
    });
    let printer = link.clone();
    let print = move |text: &str| {
        if let Some(link) = &printer {
            // A session that is gone prints nothing.
            let _ = link.ask(Request::Print(format!("{text}\n")));
        }
    };
    engine.on_debug({
        let print = print.clone();
        move |text, _, _| print(text)
    });
    engine.on_print(print);
    if let Some(link) = link {
        let names = catalogue::names().map(str::to_string).chain(link.macros.iter().cloned()).collect::<Vec<_>>();
        for name in names {
            register_operator(&mut engine, name.into(), link.clone());
        }
    }
    engine
}

type Answer = Result<Dynamic, Box<EvalAltResult>>;

fn register_operator(engine: &mut Engine, name: Arc<str>, link: Arc<Link>) {
    let function = name.to_string();
    engine.register_fn(function, move |context: NativeCallContext, keywords: Map| -> Answer {
        let position = context.call_position();
        let keywords = values::arguments(&keywords, nowhere());
        let emission = link
            .ask(Request::Call { command: name.clone(), keywords, position })
            .map_err(|()| EvalAltResult::ErrorTerminated(Dynamic::from(REPORTED.to_string()), position))?;
        Ok(match emission.result {
            Some(handle) => Dynamic::from(Concept(handle)),
            None => {
                let made = emission.created.into_iter();
                Dynamic::from_map(made.map(|(n, h)| (n.as_ref().into(), Dynamic::from(Concept(h)))).collect())
            }
        })
    });
}

fn no_waiting() -> Result<(), Box<EvalAltResult>> {
    Err("a script cannot wait: remove sleep()".into())
}

fn divide(a: f64, b: f64) -> Result<f64, Box<EvalAltResult>> {
    if b == 0.0 {
        let message = format!("division by zero: {a} / {b}");
        return Err(Box::new(EvalAltResult::ErrorArithmetic(message, Position::NONE)));
    }
    Ok(a / b)
}

/// A place for values that have none of their own.
fn nowhere() -> Span {
    Span::new(FileId(0), 0, 0)
}

fn fault_of(error: &EvalAltResult) -> Fault {
    let inner = error.unwrap_inner();
    let outermost = error.position();
    let position = if inner.position().is_none() { outermost } else { inner.position() };
    let (message, help) = match inner {
        EvalAltResult::ErrorTerminated(token, _) => {
            let limit = format!("a macro-command expands in less than {} ms: does a loop never end?", TIME.as_millis());
            (token.to_string(), limit)
        }
        EvalAltResult::ErrorTooManyOperations(_) => {
            (format!("it makes more than {OPERATIONS} operations"), "does a loop never end?".to_string())
        }
        EvalAltResult::ErrorDataTooLarge(what, _) => (
            format!("it makes a value that is too large ({})", what.to_lowercase()),
            format!("texts hold up to {STRING_BYTES} bytes, lists and maps {ITEMS} items"),
        ),
        EvalAltResult::ErrorStackOverflow(_) => {
            (format!("its functions call each other deeper than {LEVELS} levels"), String::new())
        }
        EvalAltResult::ErrorFunctionNotFound(what, _) => {
            let name = what.split(" (").next().unwrap_or(what);
            let near = catalogue::nearest(name, catalogue::names());
            let help =
                near.map_or(String::new(), |n| format!("{} Operators take one map: {n}(#{{ ... }})", did_you_mean(n)));
            (format!("there is no function {what}"), help)
        }
        EvalAltResult::ErrorDotExpr(what, _) if what.contains("type 'concept'") => {
            let property = what.split('\'').nth(1).unwrap_or(what);
            let help = "a script is expanded before anything is computed: it hands concepts on, and knows their .name and .kind alone; \
                        a study's own Python can ask for numbers (TABLE.EXTR_TABLE(), F(0.3))";
            (format!("a concept has no {property} here"), help.to_string())
        }
        other => {
            let mut other = other.to_string();
            if let Some(at) = other.rfind(" (line ") {
                other.truncate(at);
            }
            (other.to_lowercase_first(), String::new())
        }
    };
    Fault { reported: message == REPORTED, message, help, position }
}

trait LowercaseFirst {
    fn to_lowercase_first(&self) -> String;
}

impl LowercaseFirst for String {
    fn to_lowercase_first(&self) -> String {
        let mut chars = self.chars();
        chars.next().map_or(String::new(), |c| c.to_lowercase().chain(chars).collect())
    }
}

/// Byte offsets of the word at a position.
fn range(text: &str, position: Position) -> (usize, usize) {
    let (Some(line), column) = (position.line(), position.position().unwrap_or(1)) else { return (0, 0) };
    let before: usize = text.split_inclusive('\n').take(line - 1).map(str::len).sum();
    let rest = &text[before.min(text.len())..];
    let offset: usize = rest.chars().take(column.saturating_sub(1)).map(char::len_utf8).sum();
    let start = (before + offset).min(text.len());
    let word =
        text[start..].chars().take_while(|c| c.is_alphanumeric() || *c == '_').map(char::len_utf8).sum::<usize>();
    (start, (start + word.max(1)).min(text.len()).max(start))
}

fn in_a_thread(work: impl FnOnce() -> Result<Dynamic, Fault> + Send) -> Result<Dynamic, Fault> {
    let lost = || Fault {
        message: "the script could not be run".into(),
        help: String::new(),
        position: Position::NONE,
        reported: false,
    };
    if matches!(WAY, Way::Again) {
        return work();
    }
    std::thread::scope(|scope| {
        let builder = std::thread::Builder::new().name("macro".into()).stack_size(STACK_BYTES);
        let thread = builder.spawn_scoped(scope, work).map_err(|_| lost())?;
        thread.join().unwrap_or_else(|_| Err(lost()))
    })
}
