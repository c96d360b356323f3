/// Returns the angles of the vectors (x, y), −π…π, with errors of at most 10⁻⁶; 0 for the zero
/// vector.
///
/// The features of a stroke need about two hundred angles. A polynomial for eight angles at a time
/// is ten times as fast as the C library. It gives the same bits on every machine, so that a model
/// has the same answers everywhere.
@inline(__always)
package func angles(_ y: SIMD8<Float>, _ x: SIMD8<Float>) -> SIMD8<Float> {
    let ax = x.replacing(with: -x, where: x .< 0)
    let ay = y.replacing(with: -y, where: y .< 0)
    let isSteep = ay .> ax
    let high = ax.replacing(with: ay, where: isSteep)
    let low = ay.replacing(with: ax, where: isSteep)
    let t = low / high.replacing(with: 1, where: high .== 0)
    let s = t * t
    // Minimax polynomial of odd degree 17 on 0…1 (Abramowitz and Stegun 4.4.49, |ε| ≤ 2·10⁻⁸).
    var p = SIMD8<Float>(repeating: 0.0028662257)
    p = p * s - 0.0161657367
    p = p * s + 0.0429096138
    p = p * s - 0.0752896400
    p = p * s + 0.1065626393
    p = p * s - 0.1420889944
    p = p * s + 0.1999355085
    p = p * s - 0.3333314528
    var angle = t + t * s * p
    angle.replace(with: Float.pi / 2 - angle, where: isSteep)
    angle.replace(with: Float.pi - angle, where: x .< 0)
    angle.replace(with: -angle, where: y .< 0)
    return angle
}

extension SIMD8<Float> {
    // The standard library's pointwise functions are slow: they work lane by lane.

    @inline(__always)
    mutating func lower(to other: SIMD8<Float>) { replace(with: other, where: other .< self) }

    @inline(__always)
    mutating func raise(to other: SIMD8<Float>) { replace(with: other, where: other .> self) }

    @inline(__always)
    var sizes: SIMD8<Float> { replacing(with: -self, where: self .< 0) }
}
