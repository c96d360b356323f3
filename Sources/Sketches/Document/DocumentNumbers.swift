internal import Diagrams

/// The numbers of a document's elements or inks. If one is very large, all are replaced by 1, 2, 3…
/// in the same order.
///
/// Readers accept numbers below 10¹⁸. A sketch whose numbers are near this limit would soon exceed
/// it, because new elements get greater numbers.
struct DocumentNumbers {
    /// The number of elements that were ever added.
    let addedCount: Int
    private let ranks: [Int: Int]?

    init(_ numbers: [Int], addedCount: Int) {
        let greatestNumber = max(numbers.max() ?? 0, addedCount)
        if greatestNumber < 1_000_000_000_000_000_000 / 2 {
            (self.addedCount, ranks) = (greatestNumber, nil)
        } else {
            let sorted = Set(numbers).sorted()
            (self.addedCount, ranks) = (sorted.count, Dictionary(uniqueKeysWithValues: zip(sorted, 1...)))
        }
    }

    /// Returns the number for a number that was read, or `nil` if no element of the document has
    /// it.
    private func number(_ read: Int) -> Int? {
        guard let ranks else { return read }
        return ranks[read]
    }

    private func id<Element>(_ read: Diagram.ElementID<Element>) -> Diagram.ElementID<Element>? {
        number(read.number).map { Diagram.ElementID($0) }
    }

    func renumbered(_ state: Diagram.State) -> Diagram.State {
        var result = state
        result.id = id(state.id) ?? state.id
        return result
    }

    func renumbered(_ transition: Diagram.Transition) -> Diagram.Transition {
        var result = transition
        result.id = id(transition.id) ?? transition.id
        (result.start, result.end) = (transition.start.flatMap { id($0) }, transition.end.flatMap { id($0) })
        return result
    }

    func renumbered(_ note: Diagram.Note) -> Diagram.Note {
        var result = note
        result.id = id(note.id) ?? note.id
        return result
    }

    func renumbered(_ ink: Ink, elements: DocumentNumbers) -> Ink {
        var result = ink
        result.id = number(ink.id.number).map { Ink.ID(number: $0) } ?? ink.id
        result.element = ink.element.flatMap { elements.element($0) }
        result.transcription = ink.transcription.flatMap { old in
            elements.element(old.element).map { element in
                Transcription(
                    text: old.text, element: element,
                    ink: old.ink.compactMap { number($0.number).map { Ink.ID(number: $0) } })
            }
        }
        return result
    }

    private func element(_ read: Element) -> Element? {
        switch read {
        case .state(let state): id(state).map { .state($0) }
        case .transition(let arrow): id(arrow).map { .transition($0) }
        case .note, .ink: read
        }
    }
}
