/// A struct that begins with its size, so that it can grow at its end.
protocol SizedStruct {
    /// Creates the struct with the values of its `_INIT` macro.
    init()
    var struct_size: Int { get }
    /// The size of the struct in the first version of the library; by default the current size.
    static var minimumSize: Int { get }
    /// The place of the member called `reserved`, which must be 0; by default there is none.
    static var reservedBytes: Range<Int> { get }
}

extension SizedStruct {
    static var minimumSize: Int { MemoryLayout<Self>.size }
    static var reservedBytes: Range<Int> { 0..<0 }

    /// Returns the place of a member.
    static func bytes<Member>(of member: KeyPath<Self, Member>) -> Range<Int> {
        let start = MemoryLayout<Self>.offset(of: member) ?? 0
        return start..<start + MemoryLayout<Member>.size
    }

    /// Returns the options that C gives; the defaults for NULL.
    ///
    /// A program compiled with an earlier header may give a shorter struct. One compiled with a
    /// later header may give a longer one, unless it sets members that this version doesn't know.
    static func given(_ pointer: UnsafePointer<Self>?) throws(CallError) -> Self {
        var options = Self()
        guard let pointer else { return options }
        let raw = UnsafeRawPointer(pointer)
        let size = raw.loadUnaligned(as: Int.self)
        let known = MemoryLayout<Self>.size
        // Any other size means an uninitialized struct, such as a size that ends within a member.
        guard size == minimumSize || size >= known, size <= 1 << 16 else {
            throw .invalidArgument(
                "a struct has the invalid size \(UInt(bitPattern: size)); initialize it with its _INIT macro")
        }
        for offset in known..<max(known, size) where raw.load(fromByteOffset: offset, as: UInt8.self) != 0 {
            throw .invalidArgument(
                "an options struct sets a member that this version of the library doesn't know; clear it, or update the library"
            )
        }
        for offset in reservedBytes.clamped(to: 0..<size) where raw.load(fromByteOffset: offset, as: UInt8.self) != 0 {
            throw .invalidArgument("an options struct sets a reserved member; initialize it with its _INIT macro")
        }
        withUnsafeMutableBytes(of: &options) {
            $0.copyMemory(from: UnsafeRawBufferPointer(start: raw, count: min(known, size)))
        }
        return options
    }
}
