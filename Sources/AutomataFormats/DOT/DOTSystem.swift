internal import Automata
internal import TextSupport

/// The systems that a graph without final states may show, as AutomataLib and AALpy label them.
package enum DOTSystem: Sendable {
    /// An automaton that accepts words, or no words.
    case acceptor
    /// Edges with an input and an output, such as `a / x`.
    case mealy
    /// States with an output, such as `q|x` or `q / x`, or with one label for several states.
    case moore
    /// States with different labels: names of an acceptor without final states, or outputs.
    case labeledStates
    /// Edges that are possible or necessary.
    case modal
    /// Edges with probabilities, such as `a:0.5`.
    case stochastic

    /// The message and the remedy of a reader of acceptors; `nil` for an acceptor.
    package var refusalAsAcceptor: (message: String, remedy: String)? {
        let remedy = "automata machine and MachineFormat.dot read it; if these are symbols, mark a final state"
        switch self {
        case .acceptor, .labeledStates: return nil
        case .mealy: return ("this graph is a Mealy machine: its edges are labeled 'input / output'", remedy)
        case .moore: return ("this graph is a Moore machine: its states are labeled with outputs", remedy)
        case .modal, .stochastic: return refusalAsMachine
        }
    }

    /// The message and the remedy of a reader of machines; `nil` for a machine.
    package var refusalAsMachine: (message: String, remedy: String)? {
        switch self {
        case .mealy, .moore, .labeledStates: nil
        case .acceptor:
            (
                "expected edges labeled 'input/output', or all states labeled 'name|output' or 'output'",
                "other commands read automata that accept words"
            )
        case .modal:
            (
                "this graph is a modal transition system: its edges have a modality",
                "such systems aren't supported; leave the modalities out for an automaton"
            )
        case .stochastic:
            (
                "this graph is a Markov chain or decision process: its edges are labeled with probabilities",
                "such systems aren't supported"
            )
        }
    }
}

extension DOTGraph {
    /// Returns the system that the graph shows. Only graphs without final states can be another
    /// than an acceptor.
    func system(isMarker: [Bool]) -> DOTSystem {
        if isModal { return .modal }
        if nodes.contains(where: { $0.shape == .doubleCircle || $0.hasSeveralPeripheries ?? false }) {
            return .acceptor
        }
        var isUsed = [Bool](repeating: false, count: labels.count)
        for edge in edges where edge.label != .absent && !isMarker[Int(edge.source)] { isUsed[Int(edge.label)] = true }
        let used = isUsed.indices.filter { isUsed[$0] }.map { labels.utf8(at: $0) }
        let states = nodes.indices.filter { !isMarker[$0] }
        if !used.isEmpty {
            if used.allSatisfy(Self.hasProbability), used.contains(where: { $0.contains(UInt8(ascii: ".")) }) {
                return .stochastic
            }
            if used.allSatisfy({ $0.dropFirst().contains(UInt8(ascii: "/")) }) { return .mealy }
        }
        let names = states.compactMap { nodes[$0].label }.filter { $0 != .absent && !labels.utf8(of: $0).isEmpty }
        guard !states.isEmpty, names.count == states.count else { return .acceptor }
        return names.allSatisfy(isPair) || Set(names).count < names.count ? .moore : .labeledStates
    }

    /// Returns whether a node's label is `name|output`, `name / output` or `name/output`.
    private func isPair(_ label: LabelID) -> Bool {
        let text = Array(labels.utf8(of: label))
        return text.contains(UInt8(ascii: "|")) || text.count { $0 == UInt8(ascii: "/") } == 1
            || text.indices.dropLast(2).contains { text[$0..<$0 + 3].elementsEqual(" / ".utf8) }
    }

    /// Returns whether a label is a number from 0 to 1, or has one after its last colon.
    private static func hasProbability(_ label: ArraySlice<UInt8>) -> Bool {
        let start = label.lastIndex(of: UInt8(ascii: ":")).map { $0 + 1 } ?? label.startIndex
        let number = label[start...].withUnsafeBufferPointer { DecimalNumber.finiteValue($0) }
        return number.map { (0...1).contains($0) } ?? false
    }
}
