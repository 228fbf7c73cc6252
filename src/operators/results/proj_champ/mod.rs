//! PROJ_CHAMP: nodal fields of a result carried to another mesh.
//!
//! ```text
//! FINE = PROJ_CHAMP(RESULTAT=U, MODELE_1=COARSE, MODELE_2=FINE, METHODE='COLLOCATION')
//! ```
//!
//! Each node of the second mesh takes the values of the nearest point of the segments and points of the first one,
//! linear between the two nodes of a segment. TRANSF_GEOM_1 and _2 move the nodes for that. VIS_A_VIS says which cells serve which nodes; DISTANCE_MAX leaves
//! nodes that are farther without values. Fields on elements are carried from points to points alone (CAS_FIGURE='0D').

mod points;
mod transfer;

pub(in crate::operators) use transfer::PROJ_CHAMP;
