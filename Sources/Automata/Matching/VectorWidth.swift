internal import ByteScanning

/// The widths of vectors for reading texts.
package enum VectorWidth {
    /// The width of this machine's widest vectors, in bytes; 0 if it has none.
    package static let widest = automata_widest_vectors()
}
