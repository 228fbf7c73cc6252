//! FAISCEAU_TRANS: zones of a tube crossed by a fluid, read at the nodes of the tube.

use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{Concept, ElementProperties, MeshValue, TransverseFlow};
use crate::kernel::assembly::Component;
use crate::kernel::elements::SectionShape;
use crate::kernel::flow::{Coefficients, Line, Pitch, TransverseForces, Zone, added_mass, blocks};
use crate::kernel::signal::{Signal, SignalFault};
use crate::operators::Context;
use crate::operators::functions::no_value;

pub(super) fn read(call: &Call, context: &Context<'_>) -> Result<TransverseFlow, CallError> {
    let occurrences = call.factor("FAISCEAU_TRANS");
    let Some(first) = occurrences.first() else { return Err(call.missing("FAISCEAU_TRANS")) };
    // What all zones share is that of the first occurrence, or of the last one that gives it.
    let shared = [
        "CARA_ELEM",
        "NOM_CMP",
        "PROF_RHO_F_INT",
        "PROF_RHO_F_EXT",
        "COUPLAGE",
        "COEF_MASS_AJOU",
        "TYPE_PAS",
        "PAS",
        "RHO_TUBE",
    ];
    occurrences.iter().for_each(|keywords| shared.iter().for_each(|name| keywords.note_read(name)));
    let needed = |keyword: &'static str| {
        let message = format!("the first occurrence of FAISCEAU_TRANS needs {keyword}");
        first.error(keyword, "R541", message)
    };
    let Some(Concept::ElementProperties(properties)) = first.concept("CARA_ELEM") else {
        return Err(needed("CARA_ELEM"));
    };
    let [outer_diameter, inner_diameter] = diameters(first, properties)?;
    let Some(model) = &properties.model else { return Err(first.error("CARA_ELEM", "R541", "CARA_ELEM has no model")) };
    let (nodes, line) = tube(first, call, &model.mesh, context)?;
    let profile = |keywords: &Keywords, keyword: &str| at_nodes(keywords, keyword, &line);
    if !first.has("PROF_RHO_F_INT") || !first.has("PROF_RHO_F_EXT") {
        return Err(needed(if first.has("PROF_RHO_F_INT") { "PROF_RHO_F_EXT" } else { "PROF_RHO_F_INT" }));
    }
    let (inner, outer) = (profile(first, "PROF_RHO_F_INT")?, profile(first, "PROF_RHO_F_EXT")?);
    let component = first.text_if_given("NOM_CMP").and_then(|name| Component::from_name(&name));
    let component = component.ok_or_else(|| needed("NOM_CMP"))?;
    let zones = zones(occurrences, &line)?;
    let last = |name: &str| occurrences.iter().rev().find(|keywords| keywords.has(name));
    let is_coupled = last("COUPLAGE").is_some_and(|keywords| keywords.is("COUPLAGE", "OUI"));
    let pitch = last("TYPE_PAS").map(|keywords| match keywords.is("TYPE_PAS", "CARRE_LIGN") {
        true => Pitch::Square,
        false => Pitch::Triangular,
    });
    let ratio = last("PAS").and_then(|keywords| keywords.real_if_given("PAS"));
    let added = match last("COEF_MASS_AJOU").and_then(|keywords| keywords.real_if_given("COEF_MASS_AJOU")) {
        Some(given) => Some(given),
        None => pitch.zip(ratio).map(|(pitch, ratio)| added_mass(pitch, ratio)),
    };
    let forces = match is_coupled {
        false => Vec::new(),
        true => forces(occurrences, pitch, &zones, context)?,
    };
    if !is_coupled {
        let unused = ["TYPE_RESEAU", "UNITE_CD", "UNITE_CK"];
        occurrences.iter().for_each(|keywords| unused.iter().for_each(|name| keywords.note_read(name)));
    }
    Ok(TransverseFlow {
        is_coupled,
        mesh: model.mesh.clone(),
        nodes,
        line,
        component,
        inner,
        outer,
        outer_diameter,
        inner_diameter,
        zones,
        forces,
        added_mass: added,
        connors: connors(occurrences)?,
    })
}

/// The one circular section of all tubes.
fn diameters(keywords: &Keywords, properties: &ElementProperties) -> Result<[f64; 2], CallError> {
    let refused = |what: String| {
        let error = keywords.error("CARA_ELEM", "R541", what);
        Box::new(error.help("the tube has one constant circular section: SECTION='CERCLE' with R and EP"))
    };
    let mut found: Option<[f64; 2]> = None;
    for section in properties.cells.iter().filter_map(|cell| cell.section) {
        if section.start.shape != SectionShape::Circle {
            continue;
        }
        for end in [section.start, section.end] {
            let own = [2.0 * end.ry, 2.0 * end.inner];
            let known = *found.get_or_insert(own);
            if (known[0] - own[0]).abs() > 1e-9 * own[0] || (known[1] - own[1]).abs() > 1e-9 * own[0] {
                return Err(refused(format!(
                    "CARA_ELEM has tubes of several radii: {} and {}",
                    known[0] / 2.0,
                    own[0] / 2.0
                )));
            }
        }
    }
    found.ok_or_else(|| refused("CARA_ELEM has no circular section".into()))
}

/// Nodes of the tube in the order of their curvilinear abscissae.
fn tube(
    keywords: &Keywords,
    call: &Call,
    mesh: &MeshValue,
    context: &Context<'_>,
) -> Result<(Vec<usize>, Line), CallError> {
    let Some(abscissae) = &context.latest_mesh(call, mesh).abscissae else {
        let error = keywords.error("CARA_ELEM", "R541", "the mesh of the tube has no curvilinear abscissae");
        return Err(Box::new(
            error.help("MODI_MAILLAGE(reuse=..., MAILLAGE=..., ABSC_CURV=_F(TOUT='OUI')) measures them"),
        ));
    };
    let mut nodes: Vec<usize> = (0..abscissae.len()).filter(|node| abscissae[*node].is_finite()).collect();
    nodes.sort_by(|a, b| abscissae[*a].total_cmp(&abscissae[*b]));
    if nodes.len() < 2 {
        return Err(keywords.error("CARA_ELEM", "R541", "the tube has less than two nodes on its line"));
    }
    let line = Line { abscissae: nodes.iter().map(|node| abscissae[*node]).collect() };
    Ok((nodes, line))
}

/// The function of a keyword, ready to be evaluated.
pub(super) fn signal(keywords: &Keywords, keyword: &str) -> Result<Signal, CallError> {
    keywords
        .concept(keyword)
        .and_then(Concept::signal)
        .ok_or_else(|| keywords.error(keyword, "R541", format!("{keyword} is a real function or formula of ABSC")))
}

/// Values of a profile at the nodes of the tube.
fn at_nodes(keywords: &Keywords, keyword: &str, line: &Line) -> Result<Vec<f64>, CallError> {
    let found = profile(&signal(keywords, keyword)?, line);
    found.map_err(|fault| no_value(keywords, keyword, keywords.handle(keyword), &fault))
}

/// Share of the length within which a node is a point of a profile: beside it, rounding would move the end of a zone.
const CLOSE: f64 = 1e-9;

/// Values of a function at the nodes of a line.
pub(super) fn profile(signal: &Signal, line: &Line) -> Result<Vec<f64>, SignalFault> {
    let slack = CLOSE * line.length();
    let value = |s: &f64| {
        if let Signal::Table(table) = signal {
            let after = table.abscissae.partition_point(|x| *x < s - slack);
            if table.abscissae.get(after).is_some_and(|x| (x - s).abs() <= slack) {
                return Ok(table.ordinates[after]);
            }
        }
        signal.evaluate(*s, &mut 0)
    };
    line.abscissae.iter().map(value).collect()
}

fn zones(occurrences: &[Keywords], line: &Line) -> Result<Vec<Zone>, CallError> {
    let mut zones: Vec<Zone> = Vec::new();
    for keywords in occurrences {
        let refused = |what: String| keywords.error("PROF_VITE_FLUI", "R542", what);
        let zone =
            line.zone(at_nodes(keywords, "PROF_VITE_FLUI", line)?).map_err(|fault| refused(fault.to_string()))?;
        if let Some(other) = zones.iter().position(|other| other.speeds == zone.speeds) {
            return Err(refused(format!("zone {} has the profile of zone {}", zones.len() + 1, other + 1)));
        }
        if let Some(other) = zones.iter().find(|other| other.overlaps(&zone)) {
            let ends = |zone: &Zone| (line.abscissae[zone.first], line.abscissae[zone.last]);
            let (own, known) = (ends(&zone), ends(other));
            return Err(refused(format!(
                "two zones overlap: from {} to {}, and from {} to {}",
                known.0, known.1, own.0, own.1
            )));
        }
        zones.push(zone);
    }
    Ok(zones)
}

/// The laws of the zones from the files of coefficients.
fn forces(
    occurrences: &[Keywords],
    pitch: Option<Pitch>,
    zones: &[Zone],
    context: &Context<'_>,
) -> Result<Vec<TransverseForces>, CallError> {
    let mut found = Vec::new();
    for (keywords, zone) in occurrences.iter().zip(zones) {
        let Some(pitch) = pitch else {
            return Err(keywords.error(
                "TYPE_PAS",
                "R541",
                "COUPLAGE='OUI' needs TYPE_PAS, the arrangement of the tubes",
            ));
        };
        let Some(kind) = keywords.integer_if_given("TYPE_RESEAU") else {
            return Err(keywords.error(
                "TYPE_RESEAU",
                "R541",
                "COUPLAGE='OUI' needs TYPE_RESEAU, which block of the files to use",
            ));
        };
        if kind < 1 || !Coefficients::is_known(pitch, kind) {
            let message = format!("TYPE_RESEAU={kind} is not known for this TYPE_PAS");
            let help = "1 to 1000 take the coefficients of the files as they are; 1001 to 1005, 1007, 1008, 1101 to 1106 and 1201 to 1206 (CARRE_LIGN) \
                        and 1001 to 1004 (TRIA_LIGN) are those of the reference, whose coefficients are in your files";
            return Err(Box::new(keywords.error("TYPE_RESEAU", "R541", message).help(help)));
        }
        let [damping, stiffness] = [("UNITE_CD", "Cd"), ("UNITE_CK", "Ck")].map(|(keyword, law)| {
            let (file, bytes) = file(keywords, keyword, context)?;
            let read = blocks(&String::from_utf8_lossy(&bytes));
            let read = read.map_err(|fault| keywords.error(keyword, "I606", format!("{file}, {fault}")))?;
            Coefficients::find(&read, pitch, kind, law).ok_or_else(|| {
                let message = format!("{file} has no block of pitch {} and type {kind}", pitch.number());
                let known: Vec<String> = read.iter().map(|b| format!("({}, {})", b.pitch, b.kind)).collect();
                let help = format!(
                    "its blocks (pitch, type): {}; the pitch is 1 for CARRE_LIGN, 2 for TRIA_LIGN",
                    known.join(" ")
                );
                Box::new(keywords.error(keyword, "I606", message).help(help))
            })
        });
        let by_mean = pitch == Pitch::Square && kind == 1003;
        found.push(TransverseForces { zone: zone.clone(), damping: damping?, stiffness: stiffness?, by_mean });
    }
    Ok(found)
}

/// Name and bytes of the file of a unit.
fn file(keywords: &Keywords, keyword: &str, context: &Context<'_>) -> Result<(String, Vec<u8>), CallError> {
    let unit = keywords.integer(keyword)?;
    let path = context.units.resolve(unit, &["txt"], context.world).map_err(|places| {
        let places: Vec<String> = places.iter().map(|p| p.display().to_string()).collect();
        let error =
            keywords.error(keyword, "I604", format!("there is no file for unit {unit}, the coefficients of {keyword}"));
        Box::new(error.help(format!("looked for {}", places.join(", "))))
    })?;
    let name = path.file_name().map_or(String::new(), |name| name.to_string_lossy().to_string());
    let bytes = context.world.read(&path);
    bytes.map(|bytes| (name.clone(), bytes)).map_err(|fault| {
        keywords.error(keyword, "I604", format!("the file {name} of unit {unit} cannot be read: {fault}"))
    })
}

/// RHO_TUBE of the last occurrence that gives it, CSTE_CONNORS and NB_CONNORS of each.
type Connors = (f64, Vec<([f64; 2], usize)>);

fn connors(occurrences: &[Keywords]) -> Result<Option<Connors>, CallError> {
    let density = occurrences.iter().rev().find_map(|keywords| keywords.real_if_given("RHO_TUBE"));
    let mut constants = Vec::new();
    for keywords in occurrences {
        let &[low, high] = keywords.reals("CSTE_CONNORS").as_slice() else { continue };
        let count = keywords.integer_if_given("NB_CONNORS").unwrap_or(2).max(2) as usize;
        if !(low > 0.0 && high > 0.0) {
            return Err(keywords.error("CSTE_CONNORS", "R541", "constants of Connors are above zero"));
        }
        constants.push(([low, high], count));
    }
    if !constants.is_empty() && constants.len() != occurrences.len() {
        let without = occurrences.iter().find(|keywords| !keywords.has("CSTE_CONNORS")).unwrap_or(&occurrences[0]);
        return Err(without.error("CSTE_CONNORS", "R541", "each zone needs CSTE_CONNORS and NB_CONNORS, or none"));
    }
    Ok(density.filter(|_| !constants.is_empty()).map(|density| (density, constants)))
}
