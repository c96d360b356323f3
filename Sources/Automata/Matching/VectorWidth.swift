internal import ByteScanning

/// The widths of the vectors that texts are read with.
enum VectorWidth {
    /// The widest of this machine, in bytes; 0 if it has none.
    static let widest = automata_widest_vectors()
}
