/// The angle of the vector (x, y), −π…π, to within 2·10⁻⁷; 0 for the zero vector.
///
/// The features need sixty of these a stroke. A polynomial is several times as fast as the C library's function and
/// gives the same bits on every machine, so that a model trained on one says the same on all.
@inline(__always)
func quickAngle(_ y: Double, _ x: Double) -> Double {
    let ax = abs(x)
    let ay = abs(y)
    let high = max(ax, ay)
    guard high > 0 else { return 0 }
    let t = min(ax, ay) / high
    let s = t * t
    // Minimax polynomial of odd degree 15 on 0…1 (Abramowitz and Stegun 4.4.49, |ε| ≤ 2·10⁻⁸).
    var p = 0.0028662257
    p = p * s - 0.0161657367
    p = p * s + 0.0429096138
    p = p * s - 0.0752896400
    p = p * s + 0.1065626393
    p = p * s - 0.1420889944
    p = p * s + 0.1999355085
    p = p * s - 0.3333314528
    var angle = t + t * s * p
    if ay > ax { angle = .pi / 2 - angle }
    if x < 0 { angle = .pi - angle }
    return y < 0 ? -angle : angle
}
