extension String {
    /// The text with control characters written as `\n`, `\u{1B}` and so on, so that a name from a file neither breaks the lines that
    /// it is printed in nor tells a terminal what to do.
    @_spi(Tool) public var printable: String {
        guard unicodeScalars.contains(where: \.isControl) else { return self }
        return unicodeScalars.map { $0.isControl ? $0.escaped(asASCII: true) : String($0) }.joined()
    }
}

extension Unicode.Scalar {
    /// Whether it is one of the control characters, C0, C1 or delete.
    fileprivate var isControl: Bool { value < 0x20 || (0x7F...0x9F).contains(value) }
}
