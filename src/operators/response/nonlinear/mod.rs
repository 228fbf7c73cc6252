//! Nonlinear analyses on physical unknowns: STAT_NON_LINE and DYNA_NON_LINE, for discrete elements with laws, bars and beams.
//!
//! ```text
//! RUN = DYNA_NON_LINE(
//!     MODELE=MODEL, CHAM_MATER=FIELD, CARA_ELEM=CARA, EXCIT=(_F(CHARGE=HELD), _F(CHARGE=PUSH, FONC_MULT=RAMP)),
//!     COMPORTEMENT=_F(RELATION='DIS_CONTACT', GROUP_MA='STOP'), INCREMENT=_F(LIST_INST=TIMES),
//!     SCHEMA_TEMPS=_F(SCHEMA='NEWMARK', FORMULATION='DEPLACEMENT'), NEWTON=_F(REAC_ITER=1),
//! )
//! ```
//!
//! * `structure`: elements with their laws (`element_laws`, `behaviours`, their `conditions`), mass and damping; `damping`: modes and supports
//! * `loading`, `instants`, `initial`, `options`, `schemes`: what the keywords ask for
//! * `commands`: the run; `archive`, `result`, `observation`: what is kept of it; `follow`: what is printed; `report`: why it stopped; `open_contacts`
//!
//! Numerics: `kernel::structural::newton`, `kernel::laws`.

mod archive;
mod behaviours;
mod commands;
mod conditions;
mod damping;
mod digits;
mod element_laws;
mod element_values;
mod follow;
mod following;
mod initial;
mod instants;
mod loading;
mod loosest;
mod observation;
mod open_contacts;
mod options;
mod report;
mod result;
mod schemes;
mod structure;
mod terms;
mod unilateral;

pub use commands::{DYNA_NON_LINE, MECA_NON_LINE, STAT_NON_LINE};
