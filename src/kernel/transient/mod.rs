//! The modal transient problem `M a + C v + K q = f(t, q, v, z)` and its integration schemes.
