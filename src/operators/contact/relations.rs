//! The relations by their names in studies, and the reading of those other than DIS_CHOC.

use super::choc::obstacle_shape;
use super::reader::Reader;
use crate::catalogue::{CallError, Keywords};
use crate::concepts::{Concept, Function};
use crate::kernel::assembly::Component;
use crate::kernel::interaction::Attachment;
use crate::kernel::interaction::laws::{
    BucklingSpec, CrackedRotorSpec, ElasticShockSpec, ForceRelationSpec, PlasticLinkSpec, SeismicDeviceSpec,
    ShaftAngle, ZenerSpec,
};
use crate::kernel::laws::{
    BucklingLaw, ElasticShockLaw, Hardening, HardeningCurve, LocalControl, PlasticLaw, Plateau, SeismicDeviceLaw,
    ZenerLaw,
};
use crate::kernel::mesh::Cell;
use crate::kernel::signal::Signal;
use crate::operators::call::entities::{one_node, one_node_of};
use crate::operators::results::motion::signal_of_concept;

/// Reads one occurrence of a relation.
type Read = for<'r, 'a, 'c, 'w> fn(&'r mut Reader<'a, 'c, 'w>, &Keywords) -> Result<(), CallError>;

/// All relations. `interaction::laws` has the same names, as the test of relations finds.
pub(super) const RELATIONS: &[(&str, Read)] = &[
    ("DIS_CHOC", |reader, keywords| reader.read_choc(keywords)),
    ("FLAMBAGE", |reader, keywords| reader.read_buckling(keywords)),
    ("DIS_VISC", |reader, keywords| reader.read_zener(keywords)),
    ("DIS_ECRO_TRAC", |reader, keywords| reader.read_plastic_link(keywords)),
    ("CHOC_ELAS_TRAC", |reader, keywords| reader.read_elastic_shock(keywords)),
    ("ANTI_SISM", |reader, keywords| reader.read_seismic_device(keywords)),
    ("RELA_EFFO_DEPL", |reader, keywords| reader.read_force_relation("RELA_EFFO_DEPL", keywords)),
    ("RELA_EFFO_VITE", |reader, keywords| reader.read_force_relation("RELA_EFFO_VITE", keywords)),
    ("ROTOR_FISS", |reader, keywords| reader.read_cracked_rotor(keywords)),
];

/// The two nodes of a link.
struct Ends {
    nodes: [usize; 2],
    keywords: [&'static str; 2],
}

impl Ends {
    fn of_link(&self) -> (usize, Option<usize>) {
        (self.nodes[0], Some(self.nodes[1]))
    }
}

/// The law of 2020.
fn plateau(keywords: &Keywords) -> Result<Plateau, CallError> {
    let needed = |name: &str| {
        keywords.real_if_given(name).ok_or_else(|| {
            let error = keywords.error("FNOR_CRIT", "R425", format!("{name} is missing"));
            Box::new(error.help("the law of 2020 needs RIGI_NOR, FNOR_CRIT and FNOR_POST_FL"))
        })
    };
    let lists = ["DEPL_POST_FL", "RIGI_POST_FL", "AMOR_POST_FL"].map(|name| keywords.reals(name));
    let [residual, stiffness, dampings] = &lists;
    let damping = keywords.real_if_given("AMOR_NOR").unwrap_or(0.0);
    let damping_after = keywords.real_if_given("AMOR_FL").unwrap_or(damping);
    if residual.len() != stiffness.len() || !(dampings.is_empty() || dampings.len() == residual.len()) {
        let [a, b, c] = [residual, stiffness, dampings].map(|list| list.len());
        let message = format!("DEPL_POST_FL has {a} values, RIGI_POST_FL {b}, AMOR_POST_FL {c}");
        let help = "give as many of each; AMOR_POST_FL may be left out";
        return Err(Box::new(keywords.error("DEPL_POST_FL", "R425", message).help(help)));
    }
    let of_point = |j: usize| dampings.get(j).copied().unwrap_or(damping_after);
    Ok(Plateau {
        stiffness: needed("RIGI_NOR")?,
        damping,
        critical_force: needed("FNOR_CRIT")?,
        force_after: needed("FNOR_POST_FL")?,
        width: keywords.real_if_given("LARG_PLAT").unwrap_or(0.0),
        softening: keywords.real_if_given("ENFO_FL").unwrap_or(1e-20),
        damping_after,
        points: residual.iter().zip(stiffness).enumerate().map(|(j, (p, r))| [*p, *r, of_point(j)]).collect(),
        damped_criterion: !keywords.is("CRIT_AMOR", "EXCLUS"),
    })
}

impl Reader<'_, '_, '_> {
    fn read_buckling(&mut self, keywords: &Keywords) -> Result<(), CallError> {
        if keywords.has("RIGI_NOR_POST_FL") {
            let message = "FLAMBAGE with RIGI_NOR_POST_FL is not available";
            let help = "give the functions of the present language: FX, RIGI_NOR and AMOR_NOR, of the penetration DX";
            return Err(Box::new(keywords.error("RIGI_NOR_POST_FL", "R425", message).help(help)));
        }
        let shape = obstacle_shape(keywords)?;
        let law = match keywords.has("FNOR_CRIT") {
            true => BucklingLaw::Numbers(plateau(keywords)?),
            false => BucklingLaw::Functions {
                critical_force: function_of(keywords, "FX", "DX")?.signal.clone(),
                stiffness: function_of(keywords, "RIGI_NOR", "DX")?.signal.clone(),
                damping: function_of(keywords, "AMOR_NOR", "DX")?.signal.clone(),
                damped_criterion: !keywords.is("CRIT_AMOR", "EXCLUS"),
            },
        };
        for nodes in self.contact_nodes(keywords)? {
            let placement = self.placement(keywords, shape, &nodes)?;
            let spec = BucklingSpec { placement, law: law.clone() };
            self.add("FLAMBAGE", keywords, spec, (nodes.node_1, nodes.node_2))?;
        }
        Ok(())
    }

    fn read_zener(&mut self, keywords: &Keywords) -> Result<(), CallError> {
        let ends = self.ends(keywords)?;
        let real = |name: &str| keywords.real_if_given(name);
        let compliance = |k: &str, inverse: &str| real(k).map(|x| 1.0 / x).or(real(inverse)).unwrap_or(0.0);
        let (s1, s3) = (compliance("K1", "UNSUR_K1"), compliance("K3", "UNSUR_K3"));
        let k2 = real("K2").or(real("UNSUR_K2").map(|x| 1.0 / x)).unwrap_or(0.0);
        if s1 + s3 + s1 * k2 * s3 == 0.0 {
            let keyword = if keywords.has("UNSUR_K1") { "UNSUR_K1" } else { "K1" };
            let message = "the element is rigid: 1/K1 and 1/K3 are both zero";
            return Err(Box::new(keywords.error(keyword, "R426", message).help("give a finite K1 or K3")));
        }
        let (node_1, node_2) = self.attach_ends(keywords, &ends)?;
        let (c, alpha) = (real("C").unwrap_or(0.0), real("PUIS_ALPHA").unwrap_or(0.5));
        let spec = ZenerSpec { node_1, node_2, law: ZenerLaw { s1, k2, s3, c, alpha }, control: control(keywords) };
        self.add("DIS_VISC", keywords, spec, ends.of_link())
    }

    fn read_plastic_link(&mut self, keywords: &Keywords) -> Result<(), CallError> {
        let ends = self.ends(keywords)?;
        let tangential = keywords.has("FTAN");
        let (keyword, parameter) = if tangential { ("FTAN", "DTAN") } else { ("FX", "DX") };
        let function = function_of(keywords, keyword, parameter)?;
        let hardening =
            if keywords.is("ECROUISSAGE", "CINEMATIQUE") { Hardening::Kinematic } else { Hardening::Isotropic };
        let curve = HardeningCurve::of_table(&function.table(), hardening).map_err(|fault| {
            let help = "the curve goes from (0, 0) to the elastic limit, then on with smaller slopes";
            Box::new(keywords.error(keyword, "R427", format!("the curve {keyword} cannot be used: {fault}")).help(help))
        })?;
        let (node_1, node_2) = self.attach_ends(keywords, &ends)?;
        let law = PlasticLaw { curve, hardening, tangential };
        let spec = PlasticLinkSpec { node_1, node_2, law, control: control(keywords) };
        self.add("DIS_ECRO_TRAC", keywords, spec, ends.of_link())
    }

    fn read_elastic_shock(&mut self, keywords: &Keywords) -> Result<(), CallError> {
        let ends = self.ends(keywords)?;
        let force = function_of(keywords, "FX", "DX")?.signal.clone();
        let (node_1, node_2) = self.attach_ends(keywords, &ends)?;
        let (size_1, size_2) =
            (keywords.real_if_given("DIST_1").unwrap_or(0.0), keywords.real_if_given("DIST_2").unwrap_or(0.0));
        let spec = ElasticShockSpec { node_1, node_2, law: ElasticShockLaw { force, size_1, size_2 } };
        self.add("CHOC_ELAS_TRAC", keywords, spec, ends.of_link())
    }

    fn read_seismic_device(&mut self, keywords: &Keywords) -> Result<(), CallError> {
        let ends = self.ends(keywords)?;
        let (node_1, node_2) = self.attach_ends(keywords, &ends)?;
        let real = |name: &str| keywords.real_if_given(name).unwrap_or(0.0);
        let stroke = keywords.real("DX_MAX")?;
        if stroke == 0.0 && real("C") != 0.0 {
            return Err(keywords.error("DX_MAX", "R428", "DX_MAX is zero, and the viscous force divides by it"));
        }
        if real("SEUIL_FX") == 0.0 && real("RIGI_K1") != 0.0 && real("RIGI_K1") != real("RIGI_K2") {
            let message = "SEUIL_FX is zero, and the elastic force divides by it";
            let help = "give the force at which the stiffness passes from RIGI_K1 to RIGI_K2";
            return Err(Box::new(keywords.error("SEUIL_FX", "R428", message).help(help)));
        }
        let law = SeismicDeviceLaw {
            stiffness_1: real("RIGI_K1"),
            stiffness_2: real("RIGI_K2"),
            threshold: real("SEUIL_FX"),
            damping: real("C"),
            power: real("PUIS_ALPHA"),
            stroke,
        };
        self.add("ANTI_SISM", keywords, SeismicDeviceSpec { node_1, node_2, law }, ends.of_link())
    }

    /// RELA_EFFO_DEPL and RELA_EFFO_VITE.
    fn read_force_relation(&mut self, relation: &str, keywords: &Keywords) -> Result<(), CallError> {
        let node_keyword = if keywords.has("GROUP_NO") { "GROUP_NO" } else { "NOEUD" };
        let Some(node) = one_node_of(keywords, ["GROUP_NO", "NOEUD", "SOUS_STRUC"], self.mesh)? else {
            return Err(keywords.error(node_keyword, "R437", "a node is needed: GROUP_NO with a group of one node"));
        };
        let name = keywords.text_if_given("NOM_CMP").unwrap_or_default();
        let Some(component) = Component::from_name(&name) else {
            let error =
                keywords.error("NOM_CMP", "R438", format!("NOM_CMP='{name}' is not a component of a displacement"));
            return Err(Box::new(error.help("it is one of DX, DY, DZ, DRX, DRY, DRZ")));
        };
        // The older language calls the function RELATION.
        let keyword = if keywords.handle("FONCTION").is_some() { "FONCTION" } else { "RELATION" };
        let Some(concept) = keywords.concept(keyword) else {
            return Err(keywords.error(keyword, "R440", format!("{keyword} is not a function")));
        };
        if let Concept::Function(function) = concept
            && matches!(function.signal, Signal::Table(_))
            && function.parameter != *name
        {
            let message = format!("the function depends on {} and is applied to {name}", function.parameter);
            let help =
                format!("define it with NOM_PARA='{name}' (for a velocity too, the name is that of the component)");
            return Err(Box::new(keywords.error(keyword, "R429", message).help(help)));
        }
        let function = signal_of_concept(keywords, keyword, concept)?;
        let shape = self.attach_components(keywords, node_keyword, node, [component; 3])?.shapes;
        let shape = shape.into_iter().map(|[x, _, _]| x).collect();
        let of_velocity = relation == "RELA_EFFO_VITE";
        self.add(relation, keywords, ForceRelationSpec { shape, function, of_velocity }, (node, None))?;
        let function_name = keywords.handle(keyword).map_or("", |h| h.name()).to_string();
        if let Some(record) = self.records.last_mut() {
            record.title = format!("{:<8}{name:<8}{function_name:<8}", node + 1);
            record.component = name.to_string();
            record.function = function_name;
        }
        Ok(())
    }

    fn read_cracked_rotor(&mut self, keywords: &Keywords) -> Result<(), CallError> {
        let written = |group: &'static str, node| if keywords.has(group) { group } else { node };
        let (right, left) = (written("GROUP_NO_D", "NOEUD_D"), written("GROUP_NO_G", "NOEUD_G"));
        let node_1 = one_node(keywords, "GROUP_NO_D", "NOEUD_D", self.mesh)?;
        let node_2 = one_node(keywords, "GROUP_NO_G", "NOEUD_G", self.mesh)?;
        let (Some(node_1), Some(node_2)) = (node_1, node_2) else {
            return Err(keywords.error(right, "R437", "the nodes on both sides of the crack are needed"));
        };
        let rotations = [Component::Drx, Component::Dry, Component::Drz];
        let a = self.attach_components(keywords, right, node_1, rotations)?;
        let b = self.attach_components(keywords, left, node_2, rotations)?;
        let difference = |x: &[f64; 3], y: &[f64; 3]| [y[0] - x[0], y[1] - x[1], y[2] - x[2]];
        let far = |own, other, keyword| self.far_end(keywords, keyword, own, other);
        let (from, to) = (far(node_2, node_1, left)?, far(node_1, node_2, right)?);
        let axis = difference(&self.mesh.nodes[from].position, &self.mesh.nodes[to].position);
        let signal = |name: &str| match keywords.concept(name) {
            Some(concept) => signal_of_concept(keywords, name, concept),
            None => Err(keywords.error(name, "R440", format!("{name} is not a function"))),
        };
        let angle = if self.call.is("VITESSE_VARIABLE", "OUI") {
            ShaftAngle::Function(signal("ANGL_ROTA").map_err(|error| {
                Box::new(
                    error.help("with VITESSE_VARIABLE='OUI' the angle of the shaft is a function of time: ANGL_ROTA"),
                )
            })?)
        } else {
            let initial = keywords.real_if_given("ANGL_INIT").unwrap_or(0.0) * (std::f64::consts::PI / 180.0);
            ShaftAngle::Uniform { initial, speed: self.call.real_if_given("VITE_ROTA").unwrap_or(0.0) }
        };
        let spec = CrackedRotorSpec {
            axis,
            jumps: a.shapes.iter().zip(&b.shapes).map(|(x, y)| difference(x, y)).collect(),
            angle,
            stiffness: signal("K_PHI")?,
            derivative: signal("DK_DPHI")?,
        };
        self.add("ROTOR_FISS", keywords, spec, (node_1, Some(node_2)))
    }

    /// The other end of the last cell of two or three nodes that holds node `own` of the crack and not node `other`: the
    /// nodes of the crack usually coincide, the shaft beside them gives the axis.
    fn far_end(&self, keywords: &Keywords, keyword: &str, own: usize, other: usize) -> Result<usize, CallError> {
        let end = |cell: &Cell| match cell.nodes.as_slice() {
            [a, b] | [a, b, _] if [a, b].contains(&&own) && !cell.nodes.contains(&other) => {
                Some(if *a == own { *b } else { *a })
            }
            _ => None,
        };
        self.mesh.cells.iter().rev().find_map(end).ok_or_else(|| {
            let message = "no cell of two nodes goes from this node of the crack along the shaft";
            let error = keywords.error(keyword, "R437", message);
            Box::new(
                error.help("the axis is taken from the cells on both sides of the crack, which end at its two nodes"),
            )
        })
    }

    fn ends(&self, keywords: &Keywords) -> Result<Ends, CallError> {
        let written = |group: &'static str, node| if keywords.has(group) { group } else { node };
        let names = [written("GROUP_NO_1", "NOEUD_1"), written("GROUP_NO_2", "NOEUD_2")];
        let node_1 = one_node(keywords, "GROUP_NO_1", "NOEUD_1", self.mesh)?;
        let node_2 = one_node(keywords, "GROUP_NO_2", "NOEUD_2", self.mesh)?;
        match (node_1, node_2) {
            (Some(node_1), Some(node_2)) => Ok(Ends { nodes: [node_1, node_2], keywords: names }),
            _ => Err(keywords.error(names[0], "R437", "this relation links two nodes: GROUP_NO_1 and GROUP_NO_2")),
        }
    }

    fn attach_ends(&self, keywords: &Keywords, ends: &Ends) -> Result<(Attachment, Attachment), CallError> {
        let [a, b] = ends.nodes;
        Ok((self.attach(keywords, ends.keywords[0], a)?, self.attach(keywords, ends.keywords[1], b)?))
    }
}

fn control(keywords: &Keywords) -> LocalControl {
    let max_attempts = keywords.integer_if_given("ITER_INTE_MAXI").unwrap_or(20).clamp(0, 1_000_000) as u32;
    LocalControl { max_attempts, tolerance: keywords.real_if_given("RESI_INTE").unwrap_or(1e-6) }
}

/// The function a keyword gives, of the parameter the law needs.
fn function_of<'k>(keywords: &'k Keywords, keyword: &str, parameter: &str) -> Result<&'k Function, CallError> {
    let Some(Concept::Function(function)) = keywords.concept(keyword) else {
        let error = keywords.error(keyword, "R440", format!("{keyword} is not a real function"));
        return Err(Box::new(error.help(format!("define it with DEFI_FONCTION(NOM_PARA='{parameter}', ...)"))));
    };
    if matches!(function.signal, Signal::Table(_)) && function.parameter != parameter {
        let message =
            format!("{keyword} is a function of {} where a function of {parameter} is needed", function.parameter);
        let help = format!("define it with NOM_PARA='{parameter}'");
        return Err(Box::new(keywords.error(keyword, "R429", message).help(help)));
    }
    Ok(function)
}
