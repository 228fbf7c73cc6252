//! Vectors of three numbers.

/// Vector in space, of any unit.
pub type Vector = [f64; 3];

/// Scalar product `a · b`.
pub fn dot(a: Vector, b: Vector) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// Vector product `a × b`.
pub fn cross(a: Vector, b: Vector) -> Vector {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// Difference `a - b`.
pub fn minus(a: Vector, b: Vector) -> Vector {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

/// Euclidean length.
pub fn norm(a: Vector) -> f64 {
    dot(a, a).sqrt()
}

/// Vector of length 1 along `a`, none for a vector without length.
pub fn unit(a: Vector) -> Option<Vector> {
    let length = norm(a);
    (length > 0.0).then(|| a.map(|x| x / length))
}

/// Part of `a` across `axis`, a vector of length 1.
pub fn across(a: Vector, axis: Vector) -> Vector {
    let along = dot(a, axis);
    [a[0] - along * axis[0], a[1] - along * axis[1], a[2] - along * axis[2]]
}
