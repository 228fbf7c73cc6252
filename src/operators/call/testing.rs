//! Calls made by hand, for the tests of operators.

use std::sync::Arc;

use crate::catalogue::{self, Call, CallError, Constant, FreeValue, Given, Keywords, Level, RawCall, Value};
use crate::concepts::{
    Concept, Handle, InteractionRecord, MeshValue, Mode, ModeSet, ModeSupport, Shape, Support, Trajectory,
};
use crate::kernel::assembly::{Component, Dof, Numbering};
use crate::kernel::columns::Columns;
use crate::kernel::mesh::{Mesh, Node};
use crate::kernel::signal::Signal;
use crate::operators::call::inner::InnerArguments;
use crate::operators::{Context, Message, Units, find};
use crate::source::{FileId, Memory, Span};

/// Texts that the catalogue allows for a keyword, by its path (factor keyword, keyword).
pub(crate) fn allowed(command: &str, path: &[&str]) -> Vec<&'static str> {
    let (last, factors) = path.split_last().unwrap();
    let inside = |level: &'static Level, name: &&str| match &level.find(name).unwrap().shape {
        catalogue::Shape::Factor(level) => &**level,
        catalogue::Shape::Simple(_) => level,
    };
    let level = factors.iter().fold(&catalogue::command(command).unwrap().level, inside);
    let catalogue::Shape::Simple(simple) = &level.find(last).unwrap().shape else { return Vec::new() };
    let text = |value: &Constant| match value {
        Constant::Text(text) => Some(*text),
        _ => None,
    };
    simple.into.iter().filter_map(text).collect()
}

/// Values of one keyword.
pub(crate) fn reals(values: &[f64]) -> Vec<Value> {
    values.iter().map(|x| Value::Real(*x)).collect()
}

pub(crate) fn integers(values: &[i64]) -> Vec<Value> {
    values.iter().map(|i| Value::Integer(*i)).collect()
}

pub(crate) fn texts(values: &[&str]) -> Vec<Value> {
    values.iter().map(|t| Value::Text((*t).into())).collect()
}

pub(crate) fn concepts(values: &[&Concept]) -> Vec<Value> {
    let handle = |value: &&Concept| {
        let handle = Handle::new(7, "any");
        handle.set((*value).clone());
        Value::Concept(handle)
    };
    values.iter().map(handle).collect()
}

pub(crate) fn keywords(simple: Vec<(&'static str, Vec<Value>)>) -> Keywords {
    let mut keywords = Keywords::new(Some(span()));
    for (name, values) in simple {
        keywords.insert(name, Given { values: values.into(), span: Some(span()) });
    }
    keywords
}

/// A call with its keywords written in the order given.
pub(crate) fn call(command: &str, simple: Vec<(&'static str, Vec<Value>)>) -> Call {
    Call {
        command: command.into(),
        keywords: keywords(simple),
        free: Default::default(),
        reuse: None,
        result: Some(Handle::new(1, "any")),
        meshes: Vec::new(),
        span: span(),
        line: 1,
    }
}

pub(crate) fn with_factor(
    mut call: Call,
    name: &'static str,
    occurrences: Vec<Vec<(&'static str, Vec<Value>)>>,
) -> Call {
    call.keywords.insert_factor(name, occurrences.into_iter().map(keywords).collect());
    call
}

pub(crate) fn with_free(mut call: Call, name: &str, value: FreeValue) -> Call {
    call.insert_free(name.into(), value);
    call
}

/// The call with the defaults of the catalogue.
pub(crate) fn completed(call: &Call) -> Call {
    let raw = RawCall {
        command: call.command.clone(),
        name_span: call.span,
        span: call.span,
        line: call.line,
        arguments: InnerArguments::of(call),
        reuse: None,
    };
    Call {
        command: call.command.clone(),
        keywords: with_defaults(&call.keywords, &catalogue::completed(&raw)),
        free: call.free.clone(),
        reuse: call.reuse.clone(),
        result: call.result.clone(),
        meshes: call.meshes.clone(),
        span: call.span,
        line: call.line,
    }
}

/// One occurrence of a factor keyword with the defaults of the catalogue.
pub(crate) fn completed_occurrence(command: &str, factor: &'static str, keywords: Keywords) -> Keywords {
    let mut call = call(command, vec![]);
    call.keywords.insert_factor(factor, vec![keywords]);
    with_defaults(completed(&call).only(factor).unwrap(), &Keywords::default())
}

/// `own`, and of `all` what is there by default.
fn with_defaults(own: &Keywords, all: &Keywords) -> Keywords {
    let mut keywords = Keywords::new(own.span);
    for (name, given) in own.simple_names() {
        keywords.insert(name, given.clone());
    }
    for (name, given) in all.simple_names().filter(|(name, given)| given.span.is_none() && !own.has(name)) {
        keywords.insert(name, given.clone());
    }
    let none = Keywords::default();
    for (name, occurrences) in own.factor_names() {
        let all = all.factor(name).iter().chain(std::iter::repeat(&none));
        let of = occurrences.len();
        let occurrences = occurrences.iter().zip(all).enumerate();
        let occurrences = occurrences.map(|(rank, (own, all))| with_defaults(own, all).occurrence(name, rank, of));
        keywords.insert_factor(name, occurrences.collect());
    }
    for (name, occurrences) in all.factor_names().filter(|(name, _)| !own.has(name)) {
        let absent = occurrences.iter().filter(|o| o.span.is_none());
        keywords.insert_factor(name, absent.map(|all| with_defaults(&none, all)).collect());
    }
    keywords
}

/// Runs a call with files in memory; gives its result and what it said.
pub(crate) fn run(call: &Call) -> Result<(Option<Concept>, Vec<Message>), CallError> {
    run_in(call, &Memory::default(), &Units::default())
}

pub(crate) fn run_in(call: &Call, world: &Memory, units: &Units) -> Result<(Option<Concept>, Vec<Message>), CallError> {
    let call = &completed(call);
    let operator = find(&call.command).expect("an operator");
    let mut context = Context {
        commands: |name| find(name).map(|operator| operator.run),
        world,
        units,
        messages: Vec::new(),
        progress: &|_, _| (),
        file: Arc::from("test.comm"),
        age: &crate::former::Age::default(),
        seed: None,
        rehearsal: false,
    };
    (operator.run)(call, &mut context)?;
    Ok((call.result.as_ref().and_then(|handle| handle.get().cloned()), context.messages))
}

/// A mesh of two nodes (groups `A`, `B`, `AB`), two modes on DX, DY, DZ, and three archived states at 0, 1
/// and 3 s with one DIS_CHOC at node A and one RELA_EFFO_DEPL at node B. In mode 1, DX is 1 at A and 2 at B;
/// in mode 2, DY is 1 at A and -1 at B.
pub(crate) fn small_trajectory() -> Trajectory {
    let node = |label: &str, x| Node { label: label.into(), position: [x, 0.0, 0.0] };
    let mesh = Mesh {
        dimension: 3,
        nodes: vec![node("N1", 0.0), node("N2", 1.0)],
        node_groups: [("A", vec![0]), ("B", vec![1]), ("AB", vec![0, 1])].map(|(k, v)| (k.to_string(), v)).into(),
        ..Mesh::default()
    };
    let translations = [Component::Dx, Component::Dy, Component::Dz];
    let dofs = (0..2).flat_map(|node| translations.map(|component| Dof { node, component })).collect();
    let mode = |values: [f64; 6], number, frequency| Mode {
        shape: Shape::Dynamic,
        values: values.to_vec(),
        imaginary: Vec::new(),
        number,
        parameters: [("FREQ".to_string(), frequency)].into(),
        labels: Default::default(),
        fields: Default::default(),
    };
    let support = ModeSupport::Physical(Arc::new(Numbering::new(dofs, 2)));
    let modes = vec![mode([1.0, 0.0, 0.0, 2.0, 0.0, 0.0], 1, 5.0), mode([0.0, 1.0, 0.0, 0.0, -1.0, 0.0], 2, 7.0)];
    let basis = ModeSet::new(Some(MeshValue { identity: 1, mesh: Arc::new(mesh) }), None, support, modes);
    let record = |relation: &str, title: &str, node_1, offset, width| InteractionRecord {
        relation: relation.into(),
        title: title.into(),
        node_1,
        node_2: None,
        offset,
        width,
        frictionless: false,
        component: "DX".into(),
        function: "SPRING".into(),
        substructures: Default::default(),
    };
    // Variable i of state k of the stop is 100 k + i + 1; the spring acts in the last two states.
    let mut variables = Vec::new();
    for k in 0..3 {
        variables.extend((1..=20).map(|i| f64::from(100 * k + i)));
        variables.extend([f64::from(k) * -0.5, 7.0, if k > 0 { 1.0 } else { 0.0 }]);
    }
    Trajectory {
        basis: Arc::new(basis),
        size: 2,
        scheme: Some("DIFF_CENTRE".into()),
        continued: false,
        orders: [0, 10, 30].into_iter().collect(),
        instants: vec![0.0, 1.0, 3.0].into(),
        steps: Columns::from_rows(1, &[0.1, 0.1, 0.2]),
        displacement: vec![0.0, 0.0, 1.0, 2.0, 5.0, 4.0].into(),
        velocity: vec![1.0, 0.0, 1.0, -1.0, 2.0, 3.0].into(),
        acceleration: vec![0.5, 0.0, 0.5, 1.0, 1.5, 2.0].into(),
        interactions: vec![
            record("DIS_CHOC", "STOP", 0, 0, 20),
            record("RELA_EFFO_DEPL", "2       DX      SPRING  ", 1, 20, 3),
        ],
        variables: Columns::from_rows(23, &variables),
        supports: vec![Support {
            shape: vec![1.0, 0.0, 0.0, 1.0, 0.0, 0.0],
            motion: [10.0, 20.0, 30.0].map(|x| Some(Signal::Constant(x))),
            correction: false,
        }],
        statistics: Default::default(),
        exchanged: Default::default(),
        events: Vec::new(),
    }
}

pub(crate) fn span() -> Span {
    Span::new(FileId(0), 0, 0)
}
