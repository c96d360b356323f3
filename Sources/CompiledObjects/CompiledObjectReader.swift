/// A reader of compiled objects, section by section.
///
/// Sections are copied, and their numbers are checked in the copy: the memory may be a mapped file
/// that another program changes at the same time.
package struct CompiledObjectReader {
    private let bytes: UnsafeRawBufferPointer
    /// The ranges of the sections that aren't read yet; the next section is the last element.
    private var sections: [Range<Int>] = []

    /// Creates a reader, and checks the header, the checksum and the offsets of the sections.
    ///
    /// - Requires: The bytes stay in memory as long as the reader is used.
    package init(_ bytes: UnsafeRawBufferPointer, kind: CompiledObject.Kind) throws(CompiledObjectError) {
        typealias Offset = CompiledObject.Offset
        self.bytes = bytes
        guard bytes.prefix(CompiledObject.magic.count).elementsEqual(CompiledObject.magic) else { throw .unrecognized }
        guard bytes.count >= CompiledObject.alignment else { throw .damaged("its header ends early") }
        let order = bytes.loadUnaligned(fromByteOffset: Offset.byteOrder, as: UInt32.self)
        guard order != CompiledObject.byteOrderMark.byteSwapped else { throw .otherByteOrder }
        let version = bytes.loadUnaligned(fromByteOffset: Offset.version, as: UInt32.self)
        guard version == CompiledObject.version else { throw .otherVersion(Int(version)) }
        let length = bytes.loadUnaligned(fromByteOffset: Offset.length, as: UInt64.self)
        guard length == UInt64(bytes.count), bytes.count == CompiledObject.aligned(bytes.count) else {
            throw .damaged("it has \(bytes.count) bytes instead of \(length)")
        }
        let checksum = bytes.loadUnaligned(fromByteOffset: Offset.checksum, as: UInt64.self)
        guard order == CompiledObject.byteOrderMark, checksum == CompiledObject.checksum(of: bytes) else {
            throw .damaged("its checksum is wrong")
        }
        let found = bytes.loadUnaligned(fromByteOffset: Offset.kind, as: UInt32.self)
        guard found == kind.rawValue else {
            guard let other = CompiledObject.Kind(rawValue: found) else { throw .damaged("its kind is unknown") }
            throw .otherKind("\(other)", expected: "\(kind)")
        }
        let count = Int(bytes.loadUnaligned(fromByteOffset: Offset.sectionCount, as: UInt32.self))
        guard count <= (bytes.count - CompiledObject.alignment) / CompiledObject.byteCountOfPlace else {
            throw .damaged("its table of sections ends early")
        }
        for index in (0..<count).reversed() {
            let entry = CompiledObject.alignment + index * CompiledObject.byteCountOfPlace
            let offset = bytes.loadUnaligned(fromByteOffset: entry, as: UInt64.self)
            let length = bytes.loadUnaligned(fromByteOffset: entry + 8, as: UInt64.self)
            guard offset <= UInt64(bytes.count), length <= UInt64(bytes.count) - offset else {
                throw .damaged("section \(index) ends after the end of the object")
            }
            sections.append(Int(offset)..<Int(offset + length))
        }
    }

    /// Reads the next section, an array of integers.
    ///
    /// - Parameter count: The number of integers; `nil` for any number.
    package mutating func array<Element: FixedWidthInteger & BitwiseCopyable>(
        of type: Element.Type, count: Int? = nil
    ) throws(CompiledObjectError) -> [Element] {
        guard let range = sections.popLast() else { throw .damaged("a section is missing") }
        let (found, rest) = range.count.quotientAndRemainder(dividingBy: MemoryLayout<Element>.stride)
        guard rest == 0, found == count ?? found else { throw .damaged("the length of a section is invalid") }
        return [Element](unsafeUninitializedCapacity: found) { elements, initializedCount in
            UnsafeMutableRawBufferPointer(elements).copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[range]))
            initializedCount = found
        }
    }

    /// Reads the next section, which has `count` numbers, none of them negative.
    package mutating func numbers(_ count: Int) throws(CompiledObjectError) -> [Int] {
        let numbers = try array(of: Int64.self, count: count).map { Int($0) }
        guard numbers.allSatisfy({ $0 >= 0 }) else { throw .damaged("a number is negative") }
        return numbers
    }

    /// Checks that all sections are read.
    package func finish() throws(CompiledObjectError) {
        if !sections.isEmpty { throw .damaged("it has \(sections.count) superfluous sections") }
    }
}

extension Array where Element: FixedWidthInteger {
    /// Returns whether all numbers of a section are less than a bound, which isn't negative.
    @inlinable
    package func areAll(below bound: Int) -> Bool {
        withUnsafeBufferPointer { numbers in
            var maximum: Element = 0
            for number in numbers { maximum = Swift.max(maximum, number) }
            return numbers.isEmpty || maximum < bound
        }
    }

    /// Checks that offsets of a section begin at 0, ascend, and end at the number of items.
    @inlinable
    package func checkOffsets(endingAt count: Int) throws(CompiledObjectError) {
        let isAscending = withUnsafeBufferPointer { offsets in
            var (isAscending, previous) = (true, 0 as Element)
            for offset in offsets {
                if offset < previous { isAscending = false }
                previous = offset
            }
            return isAscending
        }
        guard first == 0, let last, last == count, isAscending else {
            throw .damaged("the offsets of a section aren't ascending")
        }
    }
}
