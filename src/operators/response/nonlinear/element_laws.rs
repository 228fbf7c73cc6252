//! COMPORTEMENT: the law of each cell.

use std::sync::Arc;

use super::behaviours::{Made, Refusal, law};
use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{ElementProperties, Material, MaterialField, Model, Modelisation};
use crate::diag::{Diagnostic, each};
use crate::kernel::elements::{BehavingElement, CellProperties, Mechanics};
use crate::kernel::laws::{LAWS, LawInfo, LocalControl, bar_law, discrete_law};
use crate::kernel::mesh::Mesh;
use crate::operators::call::entities;
use crate::operators::{Context, counted};

/// One occurrence of COMPORTEMENT.
struct Occurrence<'c> {
    keywords: &'c Keywords,
    relation: String,
    control: LocalControl,
}

/// The occurrence that holds for each cell; cells without one are elastic.
pub(super) struct ElementLaws<'c> {
    call: &'c Call,
    occurrences: Vec<Occurrence<'c>>,
    cells: Vec<Option<usize>>,
}

impl<'c> ElementLaws<'c> {
    pub fn read(call: &'c Call, context: &mut Context<'_>, mesh: &Mesh, model: &Model) -> Result<Self, CallError> {
        let former = ["COMP_INCR", "COMP_ELAS"].into_iter().filter(|name| !call.factor(name).is_empty());
        let names: Vec<&str> = former.chain(["COMPORTEMENT"]).collect();
        let mut laws = ElementLaws { call, occurrences: Vec::new(), cells: vec![None; mesh.cells.len()] };
        // Former occurrences stand for COMPORTEMENT, whose default then says nothing.
        let written = names.len() == 1 || call.written("COMPORTEMENT");
        let all = names.iter().filter(|name| written || **name != "COMPORTEMENT").flat_map(|name| call.factor(name));
        each(all, |keywords| {
            let cells = entities::selected_cells(keywords, mesh)?;
            check_kinematics(keywords, context, (mesh, model), &cells)?;
            let tolerance = keywords.real_if_given("RESI_INTE_RELA");
            let control = LocalControl {
                max_attempts: keywords.integer("ITER_INTE_MAXI")?.unsigned_abs() as u32,
                tolerance: match tolerance {
                    Some(tolerance) => tolerance,
                    None => keywords.real("RESI_INTE")?,
                },
            };
            if control.tolerance <= 0.0 {
                let name = if tolerance.is_some() { "RESI_INTE_RELA" } else { "RESI_INTE" };
                let message = format!(
                    "{name}={:e} is never met: laws that are integrated along the step give no answer",
                    control.tolerance
                );
                let warning = Diagnostic::warning("R373", message).at_if_absent(keywords.span_of(name));
                context.warn(warning.help("give a positive number; 1e-6 is the default"));
            }
            let relation = keywords.text("RELATION")?.to_string();
            let rank = laws.occurrences.len();
            laws.occurrences.push(Occurrence { keywords, relation, control });
            for cell in cells {
                laws.cells[cell] = Some(rank);
            }
            Ok(())
        })?;
        Ok(laws)
    }

    /// Where errors about a cell are placed.
    pub fn place(&self, cell: usize) -> &'c Keywords {
        self.occurrence(cell).map_or(self.call as &Keywords, |o| o.keywords)
    }

    fn occurrence(&self, cell: usize) -> Option<&Occurrence<'c>> {
        self.cells[cell].map(|rank| &self.occurrences[rank])
    }

    /// The name of the law of a cell.
    pub fn relation(&self, cell: usize) -> &str {
        self.occurrence(cell).map_or("ELAS", |o| &o.relation)
    }

    /// The law of a cell, and the control of its integration.
    pub fn of(
        &self,
        cell: usize,
        mesh: &Mesh,
        modelisation: Modelisation,
        given: &CellProperties,
        material: Option<&Arc<Material>>,
    ) -> Result<(&'static LawInfo, Made, LocalControl), CallError> {
        let (place, relation) = (self.place(cell), self.relation(cell));
        let label = format!("M{} ({})", cell + 1, mesh.cells[cell].label);
        let refuse = |message: String, help: String| -> CallError {
            Box::new(place.error("RELATION", "R361", message).help(help))
        };
        let kind = if modelisation.is_discrete() { "a discrete element" } else { "a bar" };
        let found = if modelisation.is_discrete() { discrete_law(relation) } else { bar_law(relation) };
        let Some(info) = found else {
            let message =
                format!("{relation} is not a law of {kind}, and cell {label} is one ({})", modelisation.name());
            let help = match modelisation.is_discrete() {
                true => "give this law to bars (BARRE), and a law of discrete elements to these cells",
                false => "give bars ELAS or a law of bars, and this law to discrete elements",
            };
            return Err(refuse(message, help.into()));
        };
        if modelisation.is_discrete() {
            self.check_element(info, &label, mesh.cells[cell].nodes.len(), modelisation, given)?;
        }
        let control = self.occurrence(cell).map_or(LocalControl { max_attempts: 1, tolerance: 1.0 }, |o| o.control);
        match law(info, material.map(|m| &**m)) {
            Ok(made) => Ok((info, made, control)),
            Err(Refusal::Material(factors)) => {
                let message = format!("{relation} needs {} in the material of cell {label}", factors.join(" or "));
                let help = "write it in DEFI_MATERIAU, and give the material to the group with AFFE_MATERIAU";
                Err(refuse(message, help.into()))
            }
            Err(Refusal::Numbers { factor, fault }) => {
                let message = format!("{relation} of cell {label}: in {factor}, {fault}");
                Err(refuse(message, format!("see {} in DEFI_MATERIAU", fault.keyword())))
            }
        }
    }

    /// The element must be of the kind that the law is for.
    fn check_element(
        &self,
        info: &LawInfo,
        label: &str,
        nodes: usize,
        modelisation: Modelisation,
        given: &CellProperties,
    ) -> Result<(), CallError> {
        let place = self.occurrences.iter().find(|o| o.relation == info.name).map(|o| o.keywords);
        let Some(place) = place else { return Ok(()) };
        let refuse = |message: String, help: &str| -> CallError {
            Box::new(place.error("RELATION", "R361", message).help(help.to_string()))
        };
        let (name, rules) = (info.name, info.elements);
        let turns = matches!(modelisation, Modelisation::DisTr | Modelisation::PlaneDisTr);
        let wrong = |what: &str| format!("{name} is for {what}; cell {label} carries {}", modelisation.name());
        if rules.rotations.is_some_and(|wanted| wanted != turns) {
            let kind = if turns { "elements without rotations" } else { "elements with rotations" };
            return Err(refuse(wrong(kind), "give the cell another MODELISATION in AFFE_MODELE"));
        }
        if rules.plane.is_some_and(|wanted| wanted != modelisation.is_plane()) {
            let kind = if modelisation.is_plane() { "elements in space" } else { "elements in the plane" };
            return Err(refuse(wrong(kind), "give the cell another MODELISATION in AFFE_MODELE"));
        }
        if rules.two_nodes && nodes != 2 {
            let message = format!("{name} is for elements between two nodes; cell {label} is a point");
            return Err(refuse(message, "use a segment (SEG2) between the two nodes"));
        }
        // Without one the stiffness is zero.
        let Some(stiffness) = given.stiffness.as_deref() else { return Ok(()) };
        if rules.local_stiffness && !stiffness.local {
            let message = format!("{name} needs the stiffness in local axes; that of cell {label} is in global ones");
            return Err(refuse(message, "write REPERE='LOCAL' beside its VALE in AFFE_CARA_ELEM"));
        }
        if !(stiffness.symmetric || name == "ELAS" && modelisation == Modelisation::DisT) {
            let message = format!("{name} needs a symmetric stiffness; that of cell {label} is not");
            return Err(refuse(message, "stiffnesses with SYME='NON' are for ELAS on DIS_T"));
        }
        Ok(())
    }
}

/// Notes each factor keyword in the materials of elements that none of the elements with that material reads.
pub(super) fn note_idle_materials(
    call: &Call,
    context: &mut Context<'_>,
    mesh: &Mesh,
    materials: Option<&MaterialField>,
    (elements, laws): (&[BehavingElement], &[&'static LawInfo]),
) {
    let Some(field) = materials else { return };
    // By material and factor: the first cell, and whether a law reads it.
    let mut seen: Vec<(&Arc<Material>, &str, usize, bool)> = Vec::new();
    for (element, law) in elements.iter().zip(laws) {
        let Some(material) = field.cells.get(element.cell).and_then(Option::as_ref) else { continue };
        for factor in material.behaviours.keys() {
            let read = law.materials.contains(&factor.as_str());
            match seen.iter_mut().find(|(known, name, ..)| Arc::ptr_eq(known, material) && *name == factor.as_str()) {
                Some((.., used)) => *used |= read,
                None => seen.push((material, factor, element.cell, read)),
            }
        }
    }
    for (_, factor, cell, _) in seen.into_iter().filter(|(.., read)| !read) {
        let of_factor = LAWS.iter().filter(|law| law.materials.contains(&factor)).map(|law| law.name);
        let names: Vec<String> = of_factor.map(|name| format!("'{name}'")).collect();
        let label = &mesh.cells[cell].label;
        let message = format!("no law reads {factor} in the material of cell M{} ({label})", cell + 1);
        let place = if call.written("COMPORTEMENT") { "COMPORTEMENT" } else { "CHAM_MATER" };
        let note = Diagnostic::note("R372", message).at_if_absent(call.span_of(place));
        let help = format!("give RELATION={} to its group in COMPORTEMENT, or leave {factor} out", names.join(" or "));
        context.warn(note.help(help));
    }
}

/// Notes elements with a law that have no stiffness: zero is taken.
pub(super) fn note_without_stiffness(
    call: &Call,
    context: &mut Context<'_>,
    mesh: &Mesh,
    properties: Option<&ElementProperties>,
    (elements, laws): (&[BehavingElement], &[&'static LawInfo]),
) {
    let given = |cell: usize| properties.and_then(|p| p.cells.get(cell)).is_some_and(|c| c.stiffness.is_some());
    let with_law = elements.iter().zip(laws).filter(|(e, law)| {
        // An elastic element may be a mass alone.
        law.name != "ELAS" && matches!(e.mechanics, Mechanics::Discrete { .. }) && !given(e.cell)
    });
    let without: Vec<_> = with_law.collect();
    let Some((element, law)) = without.first() else { return };
    let label = &mesh.cells[element.cell].label;
    let cells = counted(without.len() as u64, "cell");
    let message = format!(
        "{cells} with a law and no stiffness (the first is M{} ({label}), {}): zero is taken",
        element.cell + 1,
        law.name
    );
    let note = Diagnostic::note("R374", message).at_if_absent(call.span_of("CARA_ELEM"));
    context
        .warn(note.help("give K_... in AFFE_CARA_ELEM where the law takes its stiffness from it, or zeros to say so"));
}

/// Small displacements alone. Discrete elements have the same equations with large ones in the reference too; beams and bars do not.
fn check_kinematics(
    keywords: &Keywords,
    context: &mut Context<'_>,
    (mesh, model): (&Mesh, &Model),
    cells: &[usize],
) -> Result<(), CallError> {
    let Some(kinematics) = keywords.text_if_given("DEFORMATION") else { return Ok(()) };
    if &*kinematics == "PETIT" {
        return Ok(());
    }
    let moves = matches!(&*kinematics, "PETIT_REAC" | "GROT_GDEP");
    let carried = |cell: usize| model.modelisations.get(cell).copied().flatten().map(|m| (cell, m));
    let other = cells.iter().filter_map(|cell| carried(*cell)).find(|(_, m)| !m.is_discrete());
    if let Some((cell, modelisation)) = other.filter(|_| moves) {
        let label = &mesh.cells[cell].label;
        let what = if modelisation.is_bar() { "bar" } else { "beam" };
        let message = format!(
            "DEFORMATION='{kinematics}' changes the equations of beams and bars, which are those of small displacements here: cell M{} ({label}) is a {what} ({})",
            cell + 1,
            modelisation.name()
        );
        let help = "use DEFORMATION='PETIT' where rotations and displacements are small; buckling loads of beams: CALC_MODES with RIGI_GEOM";
        return Err(Box::new(keywords.error("DEFORMATION", "R360", message).help(help)));
    }
    if !moves {
        let message = format!("DEFORMATION='{kinematics}' is not available: displacements are small here");
        return Err(Box::new(keywords.error("DEFORMATION", "R360", message).help("use DEFORMATION='PETIT'")));
    }
    let message = format!("DEFORMATION='{kinematics}' is taken as PETIT: displacements are small here");
    let warning = Diagnostic::warning("R370", message).at_if_absent(keywords.span_of("DEFORMATION"));
    context.warn(warning.help("check that rotations of the elements stay small"));
    Ok(())
}
