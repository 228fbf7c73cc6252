//! DIS_CHOC (CHOC in the older language): contact with friction.

use super::reader::{Checked, Reader};
use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{Concept, Substructure};
use crate::diag::Diagnostic;
use crate::diag::Faults;
use crate::kernel::interaction::{ContactSpec, Friction, Kind, ObstacleShape, Placement, automatic_damping};
use crate::kernel::mesh::CellKind;
use crate::kernel::schemes::SchemeInfo;
use crate::operators::call::coefficients::friction_coefficient;
use crate::operators::call::entities::{cell_groups, named_cells, one_node_of};
use crate::verdict::significant;

impl Reader<'_, '_, '_> {
    pub(super) fn read_choc(&mut self, keywords: &Keywords) -> Result<(), CallError> {
        let shape = obstacle_shape(keywords)?;
        let (mut friction, is_automatic) = read_friction(keywords)?;
        let exact = exact_scheme(self.call);
        let restitution = self.restitution(keywords, exact)?;
        let normal_stiffness = match (keywords.real_if_given("RIGI_NOR"), restitution) {
            (Some(stiffness), _) => stiffness,
            (None, Some(_)) => 0.0,
            (None, None) => {
                let message = "RIGI_NOR, the normal stiffness of the contact, is missing";
                let error = keywords.error("OBSTACLE", "R414", message);
                let help = "give RIGI_NOR in N/m; only SCHEMA='EVENEMENT' and 'MOREAU' have rigid contacts, without it";
                return Err(Box::new(error.help(help)));
            }
        };
        self.note_penalty(keywords, exact);
        self.doubt_numbers(keywords, &friction, exact, shape.kind.is_pair);
        if normal_stiffness <= 0.0 && restitution.is_none() {
            let message = format!("RIGI_NOR is {normal_stiffness} N/m: this contact never pushes back");
            let warning = Diagnostic::warning("R480", message).at_if_absent(keywords.span_of("RIGI_NOR"));
            self.context.warn(warning.help("the normal stiffness of a contact is positive"));
        }
        if keywords.is("LAME_FLUIDE", "OUI") {
            let error = keywords.error("LAME_FLUIDE", "R407", "a fluid film in the contact is not available");
            return Err(Box::new(error.help("no present version has it; remove LAME_FLUIDE")));
        }
        for nodes in self.contact_nodes(keywords)? {
            if self.buckling_nodes.contains(&nodes.node_1) {
                let message =
                    format!("the DIS_CHOC at node {} is left out: a FLAMBAGE relation is there", nodes.node_1 + 1);
                let warning = Diagnostic::warning("R463", message).at_if_absent(keywords.span);
                self.context.warn(warning.help("give one relation a node: FLAMBAGE contains the contact"));
                continue;
            }
            let placement = self.placement(keywords, shape, &nodes)?;
            let normal_damping = keywords.real("AMOR_NOR")?;
            let is_automatic = is_automatic && exact.is_none();
            if is_automatic {
                friction.damping = automatic_damping(&placement, friction.stiffness, &self.problem.modes);
            }
            let entrainment = self.entrainment(keywords, &placement, exact)?;
            let spec = ContactSpec { placement, normal_stiffness, normal_damping, restitution, friction, entrainment };
            let frictionless = spec.friction.mu_static == 0.0 && spec.friction.mu_dynamic == 0.0;
            if restitution.is_none() {
                self.note_for_check(&spec, &nodes);
            }
            self.add("DIS_CHOC", keywords, spec, (nodes.node_1, nodes.node_2))?;
            if let Some(record) = self.records.last_mut() {
                record.frictionless = frictionless;
            }
            if is_automatic {
                let title = self.records.last().map_or("", |r| r.title.trim_end());
                let title = title.split_whitespace().collect::<Vec<_>>().join(" ");
                let damping = significant(friction.damping, 4);
                match self.damped.iter_mut().find(|(known, _)| *known == damping) {
                    Some((_, titles)) => titles.push(title),
                    None => self.damped.push((damping, vec![title])),
                }
            }
        }
        Ok(())
    }

    /// COEF_REST of a rigid contact: `None` where RIGI_NOR is given, or the scheme has no rigid contacts.
    fn restitution(&self, keywords: &Keywords, exact: Option<&str>) -> Result<Option<f64>, CallError> {
        if exact.is_none() || keywords.has("RIGI_NOR") {
            if keywords.written("COEF_REST") {
                let message = "COEF_REST is the restitution of a rigid contact, and this one is not rigid";
                let help = match exact {
                    None => "rigid contacts need SCHEMA_TEMPS=_F(SCHEMA='EVENEMENT') or 'MOREAU'; remove COEF_REST",
                    Some(_) => "remove RIGI_NOR for a rigid contact, or COEF_REST for a linear stop",
                };
                return Err(Box::new(keywords.error("COEF_REST", "R482", message).help(help)));
            }
            return Ok(None);
        }
        let restitution = keywords.real_if_given("COEF_REST").unwrap_or(0.0);
        if !(0.0..=1.0).contains(&restitution) {
            let message = format!("COEF_REST is {restitution}: a restitution lies between 0 and 1");
            let help = "0: the bodies stay together; 1: no energy is lost along the normal";
            return Err(Box::new(keywords.error("COEF_REST", "R482", message).help(help)));
        }
        Ok(Some(restitution))
    }

    /// VITE_ENTR: the velocity of the surface, along the surface.
    fn entrainment(
        &self,
        keywords: &Keywords,
        placement: &Placement,
        exact: Option<&str>,
    ) -> Result<[f64; 3], CallError> {
        let velocity = keywords.reals("VITE_ENTR");
        let [x, y, z] = velocity.as_slice() else {
            return if velocity.is_empty() {
                Ok([0.0; 3])
            } else {
                Err(three_values(keywords, "VITE_ENTR", velocity.len()))
            };
        };
        let norm = (x * x + y * y + z * z).sqrt();
        if norm == 0.0 {
            return Ok([0.0; 3]);
        }
        if exact.is_none() {
            let message = "VITE_ENTR, the velocity of the surface, needs exact friction: this scheme holds a point by a spring, \
                           which a surface that moves would stretch without end";
            let help = "give SCHEMA_TEMPS=_F(SCHEMA='EVENEMENT') or 'MOREAU', or remove VITE_ENTR";
            return Err(Box::new(keywords.error("VITE_ENTR", "R489", message).help(help)));
        }
        let local = placement.frame().to_local([*x, *y, *z]);
        let across = match placement.obstacle.kind.normal_axis {
            Some(axis) => local[axis].abs(),
            None => (local[1] * local[1] + local[2] * local[2]).sqrt(),
        };
        if !(across <= 1e-9 * norm) {
            let message = format!(
                "VITE_ENTR has a part of {} m/s across the surface of the obstacle, which stays where it is",
                significant(across, 4)
            );
            let help = match placement.obstacle.kind.normal_axis {
                Some(_) => "a belt or a disc moves along its surface: remove the part along the normal",
                None => {
                    "the surface of a round obstacle moves along NORM_OBST alone: a constant velocity around it is none"
                }
            };
            return Err(Box::new(keywords.error("VITE_ENTR", "R489", message).help(help)));
        }
        Ok([*x, *y, *z])
    }

    /// RIGI_TAN and AMOR_TAN have no effect where friction is exact.
    fn note_penalty(&mut self, keywords: &Keywords, exact: Option<&str>) {
        let Some(scheme) = exact else { return };
        for name in ["RIGI_TAN", "AMOR_TAN"] {
            if keywords.written(name) && keywords.real_if_given(name).is_some_and(|x| x != 0.0) {
                let message = format!("{name} has no effect: with SCHEMA='{scheme}' contacts stick exactly");
                let warning = Diagnostic::warning("R483", message).at_if_absent(keywords.span_of(name));
                self.context.warn(warning.help("it may stay: the other schemes need it"));
            }
        }
    }

    fn note_for_check(&mut self, spec: &ContactSpec, nodes: &ContactNodes) {
        let (place, stiffness) = (&spec.placement, spec.normal_stiffness);
        let (a, origin) = (&place.node_1, place.origin());
        match (&place.node_2, nodes.node_2) {
            (Some(b), Some(node_2)) => {
                self.checked.push(Checked::new(nodes.node_1, a, b.position, stiffness));
                self.checked.push(Checked::new(node_2, b, a.position, stiffness));
            }
            (None, Some(node_2)) => {
                let other = self.mesh.nodes[node_2].position;
                self.checked.push(Checked::new(nodes.node_1, a, other, stiffness));
            }
            _ => self.checked.push(Checked::new(nodes.node_1, a, origin, stiffness)),
        }
    }

    /// The pairs of nodes of an occurrence: those named, or the ends of each segment of its cells.
    pub(super) fn contact_nodes(&self, keywords: &Keywords) -> Result<Vec<ContactNodes>, CallError> {
        for (keyword, cells) in [
            ("GROUP_MA", cell_groups(keywords, "GROUP_MA", self.mesh)?),
            ("MAILLE", named_cells(keywords, "MAILLE", self.mesh)?),
        ] {
            if !keywords.has(keyword) {
                continue;
            }
            let mut pairs = Vec::new();
            for cell in cells {
                let cell = &self.mesh.cells[cell];
                let (CellKind::Segment2, [node_1, node_2]) = (cell.kind, cell.nodes.as_slice()) else {
                    let message = format!("{keyword}: cell '{}' is not a segment of two nodes", cell.label);
                    let help = "contacts by cells need SEG2 cells, one contact a segment";
                    return Err(Box::new(keywords.error(keyword, "R415", message).help(help)));
                };
                pairs.push(ContactNodes {
                    node_1: *node_1,
                    node_2: Some(*node_2),
                    keyword_1: keyword,
                    keyword_2: keyword,
                });
            }
            return Ok(pairs);
        }
        let mut faults = Faults::default();
        let node_1 = faults.keep(one_node_of(keywords, ["GROUP_NO_1", "NOEUD_1", "SOUS_STRUC_1"], self.mesh)).flatten();
        let node_2 = faults.keep(one_node_of(keywords, ["GROUP_NO_2", "NOEUD_2", "SOUS_STRUC_2"], self.mesh)).flatten();
        faults.end()?;
        let written = |a: &'static str, b| if keywords.has(a) { a } else { b };
        let (keyword_1, keyword_2) = (written("GROUP_NO_1", "NOEUD_1"), written("GROUP_NO_2", "NOEUD_2"));
        Ok(node_1.map(|node_1| ContactNodes { node_1, node_2, keyword_1, keyword_2 }).into_iter().collect())
    }

    /// Where a contact (or a buckling stop) is and how it is turned.
    pub(super) fn placement(
        &self,
        keywords: &Keywords,
        shape: &ObstacleShape,
        nodes: &ContactNodes,
    ) -> Result<Placement, CallError> {
        check_nodes(keywords, shape.kind, nodes)?;
        let frame = self.substructure_frame(keywords)?;
        let turned = |v: [f64; 3]| frame.map_or(v, |part| part.frame.to_global(v));
        let normal = read_normal(keywords)?;
        let sizes @ [size_1, size_2] = ["DIST_1", "DIST_2"].map(|name| keywords.real_if_given(name).unwrap_or(0.0));
        if shape.kind.is_nested && size_2 < size_1 {
            let message = format!(
                "the circle of node 1 (DIST_1 = {size_1}) does not fit inside that of node 2 (DIST_2 = {size_2})"
            );
            return Err(Box::new(
                keywords.error("DIST_2", "R416", message).help(format!("{} needs DIST_2 >= DIST_1", shape.kind.name)),
            ));
        }
        let node_1 = self.attach(keywords, nodes.keyword_1, nodes.node_1)?;
        let node_2 = match nodes.node_2 {
            Some(node) => Some(self.attach(keywords, nodes.keyword_2, node)?),
            None => None,
        };
        // A fixed obstacle takes a second node as a name only.
        let node_2 = node_2.filter(|_| shape.kind.is_pair);
        let twist = keywords.real_if_given("ANGL_VRIL").map(|degrees| degrees * (std::f64::consts::PI / 180.0));
        let origin = match keywords.reals("ORIG_OBST").as_slice() {
            [] => None,
            [x, y, z] => Some(frame.map_or([*x, *y, *z], |part| part.place([*x, *y, *z]))),
            other => return Err(three_values(keywords, "ORIG_OBST", other.len())),
        };
        let gap = keywords.real("JEU")?;
        let (obstacle, normal) = (shape.clone(), turned(normal));
        Ok(Placement { obstacle, node_1, node_2, normal, twist, origin, gap, sizes })
    }

    /// The sub-structure in whose axes an obstacle is given (REPERE); `None` for those of the structure.
    fn substructure_frame(&self, keywords: &Keywords) -> Result<Option<&Substructure>, CallError> {
        let Some(name) = keywords.text_if_given("REPERE").filter(|r| &**r != "GLOBAL") else { return Ok(None) };
        let parts = self.problem.basis.coupling.as_ref().map_or(&[][..], |c| c.model.parts.as_slice());
        let found = parts.iter().find(|p| *p.name == *name);
        found.map(Some).ok_or_else(|| {
            let message = format!("REPERE='{name}' is not a sub-structure of this basis");
            Box::new(keywords.error("REPERE", "R407", message).help("use REPERE='GLOBAL'"))
        })
    }
}

/// Nodes of one contact, and the keywords they come from.
pub(super) struct ContactNodes {
    pub node_1: usize,
    pub node_2: Option<usize>,
    pub keyword_1: &'static str,
    pub keyword_2: &'static str,
}

/// Name of the scheme where it has Coulomb's law itself: cycles are followed by EVENEMENT.
fn exact_scheme(call: &Call) -> Option<&'static str> {
    if &*call.command == "CALC_CYCLE" {
        return Some("EVENEMENT");
    }
    let schema = call.one("SCHEMA_TEMPS")?.text_if_given("SCHEMA")?;
    SchemeInfo::named(&schema).filter(|info| info.is_exact).map(|info| info.name)
}

pub(super) fn obstacle_shape(keywords: &Keywords) -> Result<&ObstacleShape, CallError> {
    let Some(Concept::Obstacle(shape)) = keywords.concept("OBSTACLE") else {
        let error = keywords.error("OBSTACLE", "R413", "OBSTACLE is not the result of DEFI_OBSTACLE");
        return Err(Box::new(error.help("define it, for example FLOOR = DEFI_OBSTACLE(TYPE='PLAN_Z')")));
    };
    Ok(shape)
}

/// Coefficients of friction, and whether the tangential damping is automatic.
fn read_friction(keywords: &Keywords) -> Result<(Friction, bool), CallError> {
    let real = |name: &str| keywords.real_if_given(name).unwrap_or(0.0);
    let mut faults = Faults::default();
    let mut coefficient = |name: &str| faults.keep(friction_coefficient(keywords, name)).unwrap_or(0.0);
    let (mu_static, mu_dynamic) = if keywords.is("FROTTEMENT", "COULOMB_STAT_DYNA") {
        (coefficient("COULOMB_STAT"), coefficient("COULOMB_DYNA"))
    } else if keywords.is("FROTTEMENT", "NON") && keywords.written("FROTTEMENT") {
        (0.0, 0.0)
    } else {
        // The oldest studies give COULOMB without FROTTEMENT.
        let mu = coefficient("COULOMB");
        (mu, mu)
    };
    faults.end()?;
    let stiffness = real("RIGI_TAN");
    let automatic = keywords.real_if_given("AMOR_TAN").is_none() && stiffness > f64::EPSILON;
    let one_direction = keywords.is("UNIDIRECTIONNEL", "OUI");
    Ok((Friction { mu_static, mu_dynamic, stiffness, damping: real("AMOR_TAN"), one_direction }, automatic))
}

fn check_nodes(keywords: &Keywords, kind: &Kind, nodes: &ContactNodes) -> Result<(), CallError> {
    match (kind.is_pair, nodes.node_2) {
        (true, None) => {
            let error =
                keywords.error("OBSTACLE", "R417", "this obstacle stands between two nodes, and only one is given");
            Err(Box::new(error.help("give GROUP_NO_2, or use a fixed obstacle (CERCLE, PLAN_Y, PLAN_Z, DISCRET)")))
        }
        _ => Ok(()),
    }
}

fn read_normal(keywords: &Keywords) -> Result<[f64; 3], CallError> {
    let normal = keywords.reals("NORM_OBST");
    let [x, y, z] = normal.as_slice() else { return Err(three_values(keywords, "NORM_OBST", normal.len())) };
    if [x, y, z].iter().all(|c| c.abs() <= f64::MIN_POSITIVE) {
        let error = keywords.error("NORM_OBST", "R418", "NORM_OBST has no length: it gives no direction");
        let help = "it is the normal to the plane in which the obstacle is drawn; contact happens in that plane";
        return Err(Box::new(error.help(help)));
    }
    Ok([*x, *y, *z])
}

fn three_values(keywords: &Keywords, keyword: &str, count: usize) -> CallError {
    let message = format!("{keyword} has {count} values where three are needed (X, Y, Z)");
    keywords.error(keyword, "R419", message)
}
