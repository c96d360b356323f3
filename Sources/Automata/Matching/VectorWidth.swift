internal import ByteScanning

/// The widths of vectors for reading texts.
enum VectorWidth {
    /// The width of this machine's widest vectors, in bytes; 0 if it has none.
    static let widest = automata_widest_vectors()
}
