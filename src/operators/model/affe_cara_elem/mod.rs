//! AFFE_CARA_ELEM: stiffness, mass and damping of discrete elements, sections of beams and bars, local frames.
//!
//! ```python
//! CARA = AFFE_CARA_ELEM(MODELE=MODEL, DISCRET=(_F(GROUP_MA="SHOE", CARA="K_T_D_N", VALE=(1.0e5, 0.0, 0.0)),
//!                                              _F(GROUP_MA="SHOE", CARA="M_T_D_N", VALE=1.0)))
//! ```
//!
//! Drives `kernel::elements`. Cells given nothing have no stiffness, mass or damping: that is no error. Plates and solids
//! are not implemented: their properties (COQUE, MASSIF ...) are told to be left out, as no cell can carry such an element.

mod assign;
mod discrete;
mod foundation;
mod orientation;
mod sections;
mod shared;

pub use assign::AFFE_CARA_ELEM;
