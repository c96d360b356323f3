import Automata
import AutomataTestSupport

/// An expression over automata as a plain tree, and its words as textbooks define them: the oracle
/// for expressions that are read from text.
indirect enum LanguageTerm {
    case operand(Int)
    case word([Symbol])
    case any
    case union([LanguageTerm])
    case intersection([LanguageTerm])
    case concatenation([LanguageTerm])
    case symmetricDifference(LanguageTerm, LanguageTerm)
    case difference(LanguageTerm, LanguageTerm)
    case complement(LanguageTerm)
    case repetition(LanguageTerm, from: Int, to: Int?)
    case reversal(LanguageTerm)
    case lengths(LanguageTerm, from: Int, to: Int?)
    /// What keeps the language.
    case same(String, LanguageTerm)

    static func random(depth: Int, _ random: inout SplitMix64) -> LanguageTerm {
        func term() -> LanguageTerm { .random(depth: depth - 1, &random) }
        func terms() -> [LanguageTerm] { (0..<2 + random.draw(2)).map { _ in term() } }
        let most = random.draw(3)
        switch depth == 0 ? random.draw(4) : random.draw(18) {
        case 0, 1: return .operand(random.draw(3))
        case 2: return .word((0..<random.draw(4)).map { _ in Symbol(random.draw(2)) })
        case 3: return .any
        case 4, 5: return .union(terms())
        case 6, 7: return .intersection(terms())
        case 8, 9: return .concatenation(terms())
        case 10: return .symmetricDifference(term(), term())
        case 11: return .difference(term(), term())
        case 12, 13: return .complement(term())
        case 14: return .repetition(term(), from: random.draw(most + 1), to: most)
        case 15: return .repetition(term(), from: random.draw(3), to: nil)
        case 16: return .reversal(term())
        default:
            if most == 0 { return .lengths(term(), from: random.draw(3), to: nil) }
            let names = ["minimize", "determinize", "reduce", "trim"]
            return most == 1 ? .lengths(term(), from: 0, to: 1 + random.draw(3)) : .same(names[random.draw(4)], term())
        }
    }

    // MARK: - Text

    /// The text with the parentheses that it needs, some that it doesn't, and white space here and
    /// there.
    func text(within level: Int, _ random: inout SplitMix64) -> String {
        let own = self.level
        let isOpen = own < level || random.draw(8) == 0
        let text = bareText(&random)
        return isOpen ? "(\(text))" : text
    }

    /// From the loosest to the tightest.
    private var level: Int {
        switch self {
        case .union: 0
        case .symmetricDifference: 1
        case .difference: 2
        case .intersection: 3
        case .concatenation: 4
        case .complement: 5
        case .operand, .word, .any, .repetition, .reversal, .lengths, .same: 6
        }
    }

    private func bareText(_ random: inout SplitMix64) -> String {
        func pick(_ signs: [String]) -> String { signs[random.draw(signs.count)] }
        func joined(_ terms: [LanguageTerm], _ signs: [String], _ level: Int) -> String {
            var text = terms[0].text(within: level, &random)
            for term in terms.dropFirst() { text += pick(signs) + term.text(within: level, &random) }
            return text
        }
        func bounds(_ least: Int, _ most: Int?) -> String {
            guard let most else { return "{\(least),}" }
            return least == most ? "{\(least)}" : "{\(least),\(most)}"
        }
        switch self {
        case .operand(let number): return pick(["x\(number)", "'x\(number)'", "\"x\(number)\""])
        case .word(let word): return "<" + word.map { $0 == 0 ? "a" : "b" }.joined() + ">"
        case .any: return pick(["any()", "any( )"])
        case .union(let terms): return joined(terms, ["|", " | ", " ∪ "], 1)
        case .intersection(let terms): return joined(terms, ["&", " & ", "∩"], 4)
        case .concatenation(let terms): return joined(terms, [" ", "\n  "], 5)
        case .symmetricDifference(let left, let right):
            return left.text(within: 1, &random) + pick(["^", " △ "]) + right.text(within: 2, &random)
        case .difference(let left, let right):
            return left.text(within: 2, &random) + pick([" - ", " \\ ", "∖"]) + right.text(within: 3, &random)
        case .complement(let term): return pick(["!", "¬", "!!!"]) + term.text(within: 6, &random)
        case .repetition(let term, let least, let most):
            let inner = term.text(within: 6, &random)
            switch (least, most) {
            case (0, nil): return inner + pick(["*", "{0,}"])
            case (1, nil): return inner + pick(["+", "{1,}"])
            case (0, 1): return inner + pick(["?", "{0,1}"])
            default: return inner + bounds(least, most)
            }
        case .reversal(let term): return "reverse(\(term.text(within: 0, &random)))"
        case .lengths(let term, let least, let most):
            return "lengths(\(term.text(within: 0, &random)), \(bounds(least, most)))"
        case .same(let name, let term): return "\(name)(\(term.text(within: 0, &random)))"
        }
    }

    // MARK: - Words

    /// The words up to the length of the operands' sets; no operation needs longer ones.
    func words(_ operands: [WordSet], over alphabet: Alphabet) -> WordSet {
        func set(_ term: LanguageTerm) -> WordSet { term.words(operands, over: alphabet) }
        let empty = WordSet([[]], over: alphabet, upTo: operands[0].length)
        switch self {
        case .operand(let number): return operands[number]
        case .word(let word): return empty.map { _ in [word] }
        case .any: return empty.map { _ in alphabet.symbols.map { [$0] } }
        case .union(let terms): return terms.map(set).reduce(empty.map { _ in [] }) { $0.union($1) }
        case .intersection(let terms): return terms.map(set).reduce(set(terms[0])) { $0.intersection($1) }
        case .concatenation(let terms): return terms.map(set).reduce(empty) { $0.concatenation($1) }
        case .symmetricDifference(let left, let right):
            return set(left).subtracting(set(right)).union(set(right).subtracting(set(left)))
        case .difference(let left, let right): return set(left).subtracting(set(right))
        case .complement(let term): return set(term).complement
        case .repetition(let term, let least, let most):
            let (once, start) = (set(term), empty)
            let first = (0..<least).reduce(start) { power, _ in power.concatenation(once) }
            let optional = once.union(empty)
            return (0..<(most.map { $0 - least } ?? once.length)).reduce(first) { power, _ in
                power.concatenation(optional)
            }
        case .reversal(let term): return set(term).map { $0.map { Array($0.reversed()) } }
        case .lengths(let term, let least, let most):
            return set(term).map { $0.filter { $0.count >= least && $0.count <= most ?? .max } }
        case .same(_, let term): return set(term)
        }
    }
}
