//! DEFI_MODELE_GENE: macro-elements at their places, and the interfaces that join them.

use std::sync::Arc;

use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{Concept, Interface, Link, Substructure, SubstructuredModel};
use crate::diag::Diagnostic;
use crate::kernel::assembly::Component;
use crate::kernel::elements::Frame;
use crate::operators::{Context, Outcome, set_result};

pub fn defi_modele_gene(call: &Call, context: &mut Context<'_>) -> Outcome {
    let mut parts: Vec<Substructure> = Vec::new();
    for keywords in call.factor("SOUS_STRUC") {
        let part = read_part(keywords)?;
        if parts.iter().any(|p| p.name == part.name) {
            return Err(keywords.error("NOM", "R721", format!("two sub-structures are named {}", part.name)));
        }
        parts.push(part);
    }
    let links = call.factor("LIAISON").iter().map(|k| read_link(call, k, &parts, context)).collect::<Result<_, _>>()?;
    set_result(call, Concept::SubstructuredModel(Arc::new(SubstructuredModel { parts, links })))
}

fn read_part(keywords: &Keywords) -> Result<Substructure, CallError> {
    let element = keywords.macro_element("MACR_ELEM_DYNA")?;
    let three = |name: &str| {
        let given = keywords.reals(name);
        std::array::from_fn(|i| given.get(i).copied().unwrap_or(0.0))
    };
    Ok(Substructure {
        name: keywords.text_if_given("NOM").map_or(String::new(), |t| t.to_string()),
        element: element.clone(),
        frame: Frame::from_angles(three("ANGL_NAUT").map(f64::to_radians)),
        translation: three("TRANS"),
    })
}

fn read_link(
    call: &Call,
    keywords: &Keywords,
    parts: &[Substructure],
    context: &mut Context<'_>,
) -> Result<Link, CallError> {
    let part = |name: &str| {
        let wanted = keywords.text_if_given(name).unwrap_or_default();
        let found = parts.iter().position(|p| *p.name == *wanted);
        found.ok_or_else(|| {
            let known: Vec<&str> = parts.iter().map(|p| p.name.as_str()).collect();
            let error = keywords.error(name, "R721", format!("no sub-structure is named {wanted}"));
            Box::new(error.help(format!("there are {}", known.join(", "))))
        })
    };
    let ranks = [part("SOUS_STRUC_1")?, part("SOUS_STRUC_2")?];
    let first = interface(keywords, "INTERFACE_1", &parts[ranks[0]])?;
    let second = interface(keywords, "INTERFACE_2", &parts[ranks[1]])?;
    if first.nodes.len() != second.nodes.len() {
        let message = format!("the interfaces have {} and {} nodes", first.nodes.len(), second.nodes.len());
        return Err(keywords.error("INTERFACE_2", "R722", message));
    }
    let mut pairs = Vec::with_capacity(first.nodes.len());
    for &node in &first.nodes {
        let here = position(&parts[ranks[0]], node);
        let distance = |other: &usize| distance(here, position(&parts[ranks[1]], *other));
        let nearest = second.nodes.iter().min_by(|a, b| distance(a).total_cmp(&distance(b)));
        let Some(&other) = nearest else { continue };
        if pairs.iter().any(|([_, taken], _): &([usize; 2], [bool; 6])| *taken == other) {
            let message = format!("node N{} of the second interface is the nearest of two of the first", other + 1);
            return Err(keywords.error("INTERFACE_2", "R722", message));
        }
        let names = ranks.map(|r| parts[r].name.as_str());
        let joint = Joint { parts: names, nodes: [node, other], gap: distance(&other) };
        verify(call, keywords, context, &joint, extent(&parts[ranks[0]], first))?;
        let (a, b) = (active(&parts[ranks[0]], first, node), active(&parts[ranks[1]], second, other));
        pairs.push(([node, other], std::array::from_fn(|c| a[c] && b[c])));
    }
    Ok(Link { parts: ranks, pairs })
}

fn interface<'p>(keywords: &Keywords, keyword: &str, part: &'p Substructure) -> Result<&'p Interface, CallError> {
    let wanted = keywords.text_if_given(keyword).unwrap_or_default();
    let all = part.element.basis.interfaces.as_ref().map_or(&[][..], |set| set.interfaces.as_slice());
    all.iter().find(|i| *i.name == *wanted).ok_or_else(|| {
        let known: Vec<&str> = all.iter().map(|i| i.name.as_str()).collect();
        let message = format!("the basis of {} has no interface {wanted}", part.name);
        let help = match known.is_empty() {
            true => "it was made without INTERF_DYNA".to_string(),
            false => format!("its interfaces are {}", known.join(", ")),
        };
        Box::new(keywords.error(keyword, "R721", message).help(help))
    })
}

/// Place of a node in the structure.
fn position(part: &Substructure, node: usize) -> [f64; 3] {
    let own = part.element.basis.mesh.as_ref().and_then(|m| m.mesh.nodes.get(node));
    part.place(own.map_or([0.0; 3], |n| n.position))
}

fn distance(a: [f64; 3], b: [f64; 3]) -> f64 {
    (0..3).map(|i| (a[i] - b[i]) * (a[i] - b[i])).sum::<f64>().sqrt()
}

/// Largest distance between two nodes of an interface.
fn extent(part: &Substructure, interface: &Interface) -> f64 {
    let places: Vec<[f64; 3]> = interface.nodes.iter().map(|&n| position(part, n)).collect();
    places.iter().flat_map(|a| places.iter().map(|b| distance(*a, *b))).fold(0.0, f64::max)
}

/// Components of the axes of the structure that an interface joins at a node: those that its unmasked unknowns
/// reach.
fn active(part: &Substructure, interface: &Interface, node: usize) -> [bool; 6] {
    let Some(numbering) = part.element.basis.numbering() else { return [false; 6] };
    let own: [bool; 6] = std::array::from_fn(|c| {
        numbering.rank(node, Component::ALL[c]).is_some_and(|rank| interface.dofs.contains(&rank))
    });
    std::array::from_fn(|c| {
        let (first, axis) = (3 * (c / 3), c % 3);
        (0..3).any(|l| own[first + l] && part.frame.axes[l][axis].abs() > 1e-9)
    })
}

/// Two nodes that a link joins, and how far apart they are.
struct Joint<'p> {
    parts: [&'p str; 2],
    nodes: [usize; 2],
    gap: f64,
}

/// Nodes that are joined should coincide: VERIF says how precisely, and whether it is an error.
fn verify(
    call: &Call,
    keywords: &Keywords,
    context: &mut Context<'_>,
    joint: &Joint<'_>,
    extent: f64,
) -> Result<(), CallError> {
    let check = call.one("VERIF");
    let precision = check.and_then(|c| c.real_if_given("PRECISION")).unwrap_or(1e-3);
    let absolute = check.is_some_and(|c| c.is("CRITERE", "ABSOLU"));
    let scale = if absolute || extent == 0.0 { 1.0 } else { extent };
    if joint.gap <= precision * scale {
        return Ok(());
    }
    let Joint { parts: [first, second], nodes: [a, b], gap } = joint;
    let message =
        format!("the link joins node N{} of {first} and node N{} of {second}, {gap:.4} m apart", a + 1, b + 1);
    if check.is_some_and(|c| c.is("STOP_ERREUR", "OUI")) {
        let help = "ANGL_NAUT and TRANS place the sub-structures; VERIF=_F(STOP_ERREUR='NON') only warns";
        return Err(Box::new(keywords.error("INTERFACE_2", "R722", message).help(help)));
    }
    context.warn(Diagnostic::warning("R722", message).at_if_absent(keywords.span_of("INTERFACE_2")));
    Ok(())
}
