extension Sketch.Ink.ID {
    /// Creates an identity from a number, whether there is such ink or not.
    package init(_ number: Int) { self.init(number: number) }
}
