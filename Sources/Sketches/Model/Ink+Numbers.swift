extension Sketch.Ink.ID {
    /// Creates an identity from a number, even if no ink has the number.
    package init(_ number: Int) { self.init(number: number) }
}
