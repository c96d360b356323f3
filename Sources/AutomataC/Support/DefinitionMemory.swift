internal import CAutomata

/// The memory of a definition that is lent to C: texts and arrays, freed together.
final class DefinitionMemory {
    private var blocks: [UnsafeMutableRawPointer] = []

    deinit { for block in blocks { block.deallocate() } }

    /// Copies an array; `nil` if it is empty.
    func array<Element: BitwiseCopyable>(_ elements: [Element]) -> UnsafePointer<Element>? {
        guard !elements.isEmpty else { return nil }
        let copy = UnsafeMutablePointer<Element>.allocate(capacity: elements.count)
        copy.initialize(from: elements, count: elements.count)
        blocks.append(UnsafeMutableRawPointer(copy))
        return UnsafePointer(copy)
    }

    /// Copies a text, with a zero byte after its end.
    func text(_ text: String) -> UnsafePointer<CChar>? {
        array(text.utf8.map { CChar(bitPattern: $0) } + [0])
    }

    /// Copies texts.
    func texts(_ texts: some Sequence<String>) -> UnsafePointer<UnsafePointer<CChar>?>? {
        array(texts.map { text($0) })
    }
}
