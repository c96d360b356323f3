internal import Automata
internal import Glibc

/// Memory that C frees with `automata_free`.
enum Result {
    /// Allocates memory for elements; never NULL, even for none.
    static func allocate<Element>(_ type: Element.Type, _ count: Int) throws(CallError) -> UnsafeMutablePointer<Element>
    {
        guard let memory = calloc(max(1, count), MemoryLayout<Element>.stride) else {
            throw .core(.budgetExceeded(statesBuilt: 0, limit: .memory))
        }
        return memory.bindMemory(to: Element.self, capacity: count)
    }

    /// Returns a copy of an array.
    static func array<Element>(_ elements: [Element]) throws(CallError) -> UnsafeMutablePointer<Element> {
        let copy = try allocate(Element.self, elements.count)
        elements.withUnsafeBufferPointer { elements in
            if let start = elements.baseAddress { copy.initialize(from: start, count: elements.count) }
        }
        return copy
    }
}

/// The output parameters of a function that hands out an array.
struct ArrayResult<Element> {
    private let items: UnsafeMutablePointer<UnsafeMutablePointer<Element>?>?
    private let count: UnsafeMutablePointer<Int>?

    /// Clears both outputs.
    init(_ items: UnsafeMutablePointer<UnsafeMutablePointer<Element>?>?, _ count: UnsafeMutablePointer<Int>?) {
        items?.initialize(to: nil)
        count?.initialize(to: 0)
        self.items = items
        self.count = count
    }

    /// Throws an error if one of them is NULL.
    func check(_ name: StaticString, _ countName: StaticString = "count") throws(CallError) {
        _ = try required(items, name)
        _ = try required(count, countName)
    }

    func hand(out elements: [Element]) throws(CallError) {
        let copy = try Result.array(elements)
        items?.initialize(to: copy)
        count?.initialize(to: elements.count)
    }
}

extension ArrayResult<UInt32> {
    func hand(out ids: [some DenseID]) throws(CallError) { try hand(out: ids.map(\.rawValue)) }
}

extension ArrayResult<CChar> {
    func hand(out text: String) throws(CallError) {
        try text.utf8Span.span.withUnsafeBufferPointer { (bytes) throws(CallError) in try hand(out: bytes) }
    }

    func hand(out bytes: UnsafeBufferPointer<UInt8>) throws(CallError) {
        try hand(length: bytes.count) { append in append(bytes) }
    }

    /// Hands out a zero-terminated text of a known length, which `write` appends piece by piece.
    func hand(
        length: Int, write: ((UnsafeBufferPointer<UInt8>) -> Void) -> Void
    ) throws(CallError) {
        let text = try Result.allocate(UInt8.self, length + 1)
        var end = 0
        write { piece in
            let rest = min(piece.count, length - end)
            if let start = piece.baseAddress { (text + end).initialize(from: start, count: rest) }
            end += rest
        }
        text[end] = 0
        items?.initialize(to: UnsafeMutableRawPointer(text).assumingMemoryBound(to: CChar.self))
        count?.initialize(to: end)
    }
}
