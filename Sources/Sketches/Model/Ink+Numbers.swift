extension Sketch.Ink.ID {
    /// Creates an identity from its number, which ink may have or not.
    package init(_ number: Int) { self.init(number: number) }
}
