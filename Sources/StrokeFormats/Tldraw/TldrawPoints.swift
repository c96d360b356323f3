internal import Strokes

/// The encoded points of tldraw's strokes: base64 of little-endian floating-point numbers, x, y and
/// pressure of each point, or only x and y.
enum TldrawPoints {
    /// Decodes points; returns `nil` for a text that doesn't encode any.
    ///
    /// - Parameters:
    ///   - isDelta: Whether the first point has 32 bits a number and others are differences of 16
    ///     bits, in place of 16 bits for all.
    ///   - dimension: The numbers of a point, 2 or 3.
    static func decode(_ text: String, isDelta: Bool, dimension: Int) -> [Point]? {
        guard let bytes = base64(text) else { return nil }
        if bytes.isEmpty { return [] }
        let firstSize = dimension * (isDelta ? 4 : 2)
        let size = dimension * 2
        guard bytes.count >= firstSize, (bytes.count - firstSize) % size == 0 else { return nil }
        func bits(_ offset: Int, _ count: Int) -> UInt32 {
            (0..<count).reduce(0) { $0 | UInt32(bytes[offset + $1]) << UInt32(8 * $1) }
        }
        func half(_ offset: Int) -> Double { Self.half(bits(offset, 2)) }
        func single(_ offset: Int) -> Double { Double(Float(bitPattern: bits(offset, 4))) }
        var point = isDelta ? Point(x: single(0), y: single(4)) : Point(x: half(0), y: half(2))
        var points = [point]
        for offset in stride(from: firstSize, to: bytes.count, by: size) {
            let next = Point(x: half(offset), y: half(offset + 2))
            point = isDelta ? Point(x: point.x + next.x, y: point.y + next.y) : next
            points.append(point)
        }
        return points
    }

    /// Returns the value of a number of 16 bits in IEEE 754.
    private static func half(_ bits: UInt32) -> Double {
        let (exponent, fraction) = (Int(bits >> 10 & 0x1F), Double(bits & 0x3FF))
        let magnitude: Double =
            switch exponent {
            case 0: fraction * 0x1p-24
            case 31: fraction == 0 ? .infinity : .nan
            default: (1024 + fraction) * Double(sign: .plus, exponent: exponent - 25, significand: 1)
            }
        return bits & 0x8000 == 0 ? magnitude : -magnitude
    }

    private static func base64(_ text: String) -> [UInt8]? {
        var (bytes, value, bitCount) = ([UInt8](), 0, 0)
        for byte in text.utf8.reversed().drop(while: { $0 == UInt8(ascii: "=") }).reversed() {
            let digit: UInt8
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): digit = byte - UInt8(ascii: "A")
            case UInt8(ascii: "a")...UInt8(ascii: "z"): digit = byte - UInt8(ascii: "a") + 26
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0") + 52
            case UInt8(ascii: "+"): digit = 62
            case UInt8(ascii: "/"): digit = 63
            default: return nil
            }
            value = (value << 6 | Int(digit)) & 0xFFFF
            bitCount += 6
            if bitCount >= 8 {
                bitCount -= 8
                bytes.append(UInt8(truncatingIfNeeded: value >> bitCount))
            }
        }
        return bytes
    }
}
