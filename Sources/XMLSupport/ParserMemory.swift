internal import CExpat
internal import Glibc

/// The memory of an expat parser, counted and limited.
///
/// expat doesn't pass the parser to its allocator. But only one thread uses a parser, from its
/// creation to its end, so the thread keeps its memory object.
final class ParserMemory {
    /// The bytes that are held.
    private(set) var byteCount = 0
    private let limit: Int

    init(limit: Int) {
        self.limit = limit
    }

    /// The key of the thread's memory; `nil` if the process has no keys left. Then nothing is
    /// counted.
    private static let key: pthread_key_t? = {
        var key = pthread_key_t()
        return pthread_key_create(&key, nil) == 0 ? key : nil
    }()

    /// Makes this the memory of the thread's parser, and returns the previous one.
    func enter() -> UnsafeMutableRawPointer? {
        guard let key = Self.key else { return nil }
        let outer = pthread_getspecific(key)
        pthread_setspecific(key, Unmanaged.passUnretained(self).toOpaque())
        return outer
    }

    /// Restores the memory that ``enter()`` returned.
    func leave(to outer: UnsafeMutableRawPointer?) {
        if let key = Self.key { pthread_setspecific(key, outer) }
    }

    private static var current: ParserMemory? {
        guard let key, let memory = pthread_getspecific(key) else { return nil }
        return Unmanaged<ParserMemory>.fromOpaque(memory).takeUnretainedValue()
    }

    /// Returns a new parser, or `nil` if there is no memory for it.
    func makeParser() -> XML_Parser? {
        var functions = XML_Memory_Handling_Suite(
            malloc_fcn: { size in ParserMemory.resized(nil, to: size) },
            realloc_fcn: { block, size in ParserMemory.resized(block, to: size) },
            free_fcn: { block in
                guard let whole = block.map({ $0 - ParserMemory.headerSize }) else { return }
                ParserMemory.current?.byteCount -= whole.load(as: Int.self)
                free(whole)
            })
        return XML_ParserCreate_MM(nil, &functions, nil)
    }

    /// The bytes before each block, which hold its size and keep it aligned.
    private static let headerSize = 16

    private static func resized(_ block: UnsafeMutableRawPointer?, to size: Int) -> UnsafeMutableRawPointer? {
        let memory = current
        let whole = block.map { $0 - headerSize }
        let oldSize = whole?.load(as: Int.self) ?? 0
        let (newSize, isTooLarge) = size.addingReportingOverflow(headerSize)
        if isTooLarge || size < 0 { return nil }
        if let memory, newSize > memory.limit - memory.byteCount { return nil }
        guard let new = realloc(whole, newSize) else { return nil }
        memory?.byteCount += newSize - oldSize
        new.storeBytes(of: newSize, as: Int.self)
        return new + headerSize
    }
}
