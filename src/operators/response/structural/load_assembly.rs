//! CHARGE of EXCIT: a load assembled when its functions are known, at an instant or a frequency.

use std::sync::Arc;

use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{
    Concept, ElementProperties, Load, LoadValue, MaterialField, MatrixValue, Model, NodalField, NumberingValue,
};
use crate::kernel::mesh::Mesh;
use crate::operators::matrices::assembly::{LoadRequest, LoadRows, element_loads, materials, properties, vector_field};

/// A load and all that its vector depends on.
pub struct LoadAssembly<'c> {
    keywords: &'c Keywords,
    loads: Vec<Arc<Load>>,
    model: Arc<Model>,
    mesh: Arc<Mesh>,
    numbering: Arc<NumberingValue>,
    properties: Option<Arc<ElementProperties>>,
    materials: Option<Arc<MaterialField>>,
    /// Where it acts on nodes alone.
    rows: Option<LoadRows>,
}

impl<'c> LoadAssembly<'c> {
    /// The load of an occurrence of EXCIT on the unknowns of a matrix. MODELE, CARA_ELEM and CHAM_MATER of
    /// the call come before what the matrix was made of.
    pub fn new(call: &Call, keywords: &'c Keywords, matrix: &MatrixValue) -> Result<Self, CallError> {
        let Some(Concept::Load(load)) = keywords.concept("CHARGE") else {
            return Err(keywords.error("CHARGE", "R320", "CHARGE is not a mechanical load"));
        };
        let model = match call.concept("MODELE") {
            Some(Concept::Model(model)) => Some(model.clone()),
            _ => matrix.numbering.model.clone(),
        };
        let Some(model) = model.or_else(|| load.model.clone()) else {
            return Err(Box::new(keywords.error("CHARGE", "R320", "a load needs the model").help("give MODELE")));
        };
        let properties = properties(call).or_else(|| matrix.properties.clone());
        let materials = materials(call).or_else(|| matrix.materials.clone());
        let load = LoadAssembly::of(keywords, load.clone(), model, matrix.numbering.clone(), properties, materials);
        load.refuse_motion().map(|()| load)
    }

    /// A load on a model that is known.
    pub fn of(
        keywords: &'c Keywords,
        load: Arc<Load>,
        model: Arc<Model>,
        numbering: Arc<NumberingValue>,
        properties: Option<Arc<ElementProperties>>,
        materials: Option<Arc<MaterialField>>,
    ) -> Self {
        let mesh = model.mesh.mesh.clone();
        let loads = vec![load];
        let rows = LoadRows::of(&numbering, &mesh, &loads);
        LoadAssembly { keywords, loads, mesh, model, numbering, properties, materials, rows }
    }

    /// Forces and imposed values at an instant (s), or at a frequency (Hz) for functions of FREQ.
    pub fn at(&self, instant: f64) -> Result<NodalField, CallError> {
        let request = LoadRequest {
            mesh: &self.mesh,
            model: &self.model,
            properties: self.properties.as_deref(),
            materials: self.materials.as_deref(),
            loads: &self.loads,
            instant_s: instant,
        };
        let terms = element_loads(&request, self.keywords)?;
        vector_field(&self.numbering, &self.model.mesh, &terms, &self.loads, instant, self.keywords)
    }

    /// Writes forces (one per unknown) and imposed values (one per row) at an instant (s).
    pub fn write(&self, instant: f64, force: &mut Vec<f64>, imposed: &mut Vec<f64>) -> Result<(), CallError> {
        let unknowns = &self.numbering.numbering;
        force.resize(unknowns.len(), 0.0);
        imposed.resize(unknowns.constraints.len(), 0.0);
        match &self.rows {
            Some(rows) => rows.write(instant, self.keywords, force, imposed),
            None => {
                let field = self.at(instant)?;
                force.copy_from_slice(&field.values);
                imposed.fill(0.0);
                imposed.iter_mut().zip(&field.imposed).for_each(|(d, value)| *d = *value);
                Ok(())
            }
        }
    }

    /// Whether the vector is the same at all instants.
    pub fn is_constant(&self) -> bool {
        let fixed = |value: &LoadValue| value.constant().is_some();
        self.loads.iter().all(|load| {
            load.constraints.iter().all(|(_, v)| fixed(v))
                && load.nodal_forces.iter().all(|(_, _, v)| fixed(v))
                && load.turned_forces.is_empty()
                && load.line_forces.iter().all(|f| f.values.iter().all(fixed))
                && load.strains.iter().all(|s| s.values.iter().all(fixed))
        })
    }

    /// Refuses line loads that see velocities or accelerations: only loads that follow the motion know them.
    pub fn refuse_motion(&self) -> Result<(), CallError> {
        const MOTION: [&str; 6] = ["VITE_X", "VITE_Y", "VITE_Z", "ACCE_X", "ACCE_Y", "ACCE_Z"];
        let sees = |load: &Arc<Load>| load.line_forces.iter().any(|f| f.values.iter().any(|value| value.sees(&MOTION)));
        if !self.loads.iter().any(sees) {
            return Ok(());
        }
        let message =
            "a line load of CHARGE is a function of the velocity or the acceleration, which this load does not see";
        let help = "give it to DYNA_NON_LINE with TYPE_CHARGE='SUIV' in EXCIT";
        Err(Box::new(self.keywords.error("CHARGE", "R332", message).help(help)))
    }

    pub fn is_complex(&self) -> bool {
        self.loads.iter().any(|load| load.is_complex())
    }

    /// Whether the load imposes motions that are not, or not always, zero.
    pub fn imposes_motion(&self) -> bool {
        self.loads.iter().any(|load| load.constraints.iter().any(|(_, v)| v.constant() != Some(0.0)))
    }
}
