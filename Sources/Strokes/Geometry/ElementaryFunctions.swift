// The only file that imports the system's elementary functions; the square root is in the standard
// library.
#if canImport(Glibc)
    private import Glibc
#elseif canImport(Musl)
    private import Musl
#elseif canImport(Darwin)
    private import Darwin
#elseif canImport(ucrt)
    private import ucrt
#endif

/// Elementary functions of the system's library.
enum ElementaryFunctions {
    /// Returns the angle of a vector, -π…π.
    @inline(__always)
    static func angle(x: Double, y: Double) -> Double { atan2(y, x) }

    @inline(__always)
    static func exponential(_ value: Double) -> Double { exp(value) }

    @inline(__always)
    static func logarithm(_ value: Double) -> Double { log(value) }
}
