//! All codes, stage by stage, and the search for one.

use super::info::CodeInfo;
use super::{
    advice, assembly, catalogue, contact, cycles, extraction, fields, flow, former, graph, input, mesh, model, modes,
    nonlinear, numerical, random, response, rough, running, slab, spectrum, substructure, sweep, syntax, verdict, wear,
};

/// All codes, sorted within each stage.
pub fn all_codes() -> impl Iterator<Item = &'static CodeInfo> {
    [
        syntax::CODES,
        catalogue::CODES,
        graph::CODES,
        former::CODES,
        mesh::CODES,
        model::CODES,
        assembly::CODES,
        modes::CODES,
        running::CODES,
        random::CODES,
        flow::CODES,
        response::CODES,
        nonlinear::CODES,
        rough::CODES,
        substructure::CODES,
        spectrum::CODES,
        slab::CODES,
        cycles::CODES,
        contact::CODES,
        extraction::CODES,
        wear::CODES,
        fields::CODES,
        numerical::CODES,
        verdict::CODES,
        input::CODES,
        sweep::CODES,
        advice::CODES,
    ]
    .into_iter()
    .flatten()
}

/// Looks a code up by its code (`C012`, any case) or by its short name.
pub fn explain(code: &str) -> Option<&'static CodeInfo> {
    all_codes().find(|c| c.code.eq_ignore_ascii_case(code) || c.name == code)
}
