/// A writer of compiled objects, section by section.
package struct CompiledObjectWriter {
    private let kind: CompiledObject.Kind
    /// The sections, each padded.
    private var content: [UInt8] = []
    /// The place of each section in the content.
    private var sections: [Range<Int>] = []

    package init(_ kind: CompiledObject.Kind) { self.kind = kind }

    /// Adds an array as a section.
    package mutating func add(_ array: [some FixedWidthInteger & BitwiseCopyable]) {
        let start = content.count
        array.withUnsafeBytes { content += $0 }
        sections.append(start..<content.count)
        content += repeatElement(0, count: CompiledObject.aligned(content.count) - content.count)
    }

    /// Adds numbers as a section.
    package mutating func add(numbers: Int...) { add(numbers.map { Int64($0) }) }

    /// The bytes of the object.
    package var bytes: [UInt8] {
        let start = CompiledObject.alignment + CompiledObject.aligned(sections.count * CompiledObject.byteCountOfPlace)
        var bytes = [UInt8](repeating: 0, count: start)
        bytes.reserveCapacity(start + content.count)
        bytes += content
        bytes.withUnsafeMutableBytes { bytes in
            typealias Offset = CompiledObject.Offset
            bytes.copyBytes(from: CompiledObject.magic)
            bytes.storeBytes(of: CompiledObject.version, toByteOffset: Offset.version, as: UInt32.self)
            bytes.storeBytes(of: kind.rawValue, toByteOffset: Offset.kind, as: UInt32.self)
            bytes.storeBytes(of: CompiledObject.byteOrderMark, toByteOffset: Offset.byteOrder, as: UInt32.self)
            bytes.storeBytes(of: UInt32(sections.count), toByteOffset: Offset.sectionCount, as: UInt32.self)
            bytes.storeBytes(of: UInt64(bytes.count), toByteOffset: Offset.length, as: UInt64.self)
            for (index, range) in sections.enumerated() {
                let offset = CompiledObject.alignment + index * CompiledObject.byteCountOfPlace
                bytes.storeBytes(of: UInt64(start + range.lowerBound), toByteOffset: offset, as: UInt64.self)
                bytes.storeBytes(of: UInt64(range.count), toByteOffset: offset + 8, as: UInt64.self)
            }
            let checksum = CompiledObject.checksum(of: UnsafeRawBufferPointer(bytes))
            bytes.storeBytes(of: checksum, toByteOffset: Offset.checksum, as: UInt64.self)
        }
        return bytes
    }
}
