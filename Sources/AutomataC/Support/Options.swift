/// A struct that begins with its size, so that it can grow at its end.
protocol SizedStruct {
    /// The struct as its `_INIT` makes it.
    init()
    var struct_size: Int { get }
    /// The size of the struct in the first version of the library; the present one unless it has
    /// grown.
    static var leastSize: Int { get }
}

extension SizedStruct {
    static var leastSize: Int { MemoryLayout<Self>.size }

    /// The options that C gives; the defaults for NULL.
    ///
    /// A program that was compiled with an earlier header may give a shorter struct. One that was
    /// compiled with a later header may give a longer one, as long as it doesn't set what this
    /// version doesn't know.
    static func given(_ pointer: UnsafePointer<Self>?) throws(CallError) -> Self {
        var options = Self()
        guard let pointer else { return options }
        let raw = UnsafeRawPointer(pointer)
        let size = raw.loadUnaligned(as: Int.self)
        let known = MemoryLayout<Self>.size
        // Any other size wasn't initialized, such as one that ends within a member.
        guard size == leastSize || size >= known, size <= 1 << 16 else {
            throw .invalidArgument("an options struct has the size \(size): initialize it with its _INIT")
        }
        for offset in known..<max(known, size) where raw.load(fromByteOffset: offset, as: UInt8.self) != 0 {
            throw .invalidArgument("an options struct sets what this version of the library doesn't know yet")
        }
        withUnsafeMutableBytes(of: &options) {
            $0.copyMemory(from: UnsafeRawBufferPointer(start: raw, count: min(known, size)))
        }
        return options
    }
}
