import AlgorithmSupport
import Automata
import ComponentContracts
import Components
import RegularExpressions
import Testing

private struct Letters: PortProtocol {
    let a = Message<Int>()
    let b = Message<Int>()
}

/// Sends the letters that it is told to, and receives others.
private struct Speaker: Component {
    let output = Output<Letters>(isOptional: true)
    let input = Input<Letters>()
    let orders = Input<Orders>()
    var log: [String] = []

    static var handlers: Handlers<Speaker> {
        Receive(\.input.a) { speaker, _ in speaker.log.append("?a") }
        Receive(\.input.b) { speaker, _ in speaker.log.append("?b") }
        Receive(\.orders.say) { speaker, letter in
            speaker.log.append("!" + letter)
            if letter == "a" { speaker.output.a(0) } else { speaker.output.b(0) }
        }
    }
}

private struct Orders: PortProtocol { let say = Message<String>() }

struct ContractLawTests {
    private static let letters = ["!a", "!b", "?a", "?b"]

    /// Returns an expression, and the same one in the textbook's syntax.
    private func randomExpression(_ depth: Int, _ generator: inout SeededGenerator) -> (text: String, textbook: String)
    {
        let kind = depth == 0 ? 0 : Int.random(in: 0..<6, using: &generator)
        if kind < 2 {
            let letter = Self.letters.randomElement(using: &generator) ?? ""
            return (letter, "'\(letter)'")
        }
        let left = randomExpression(depth - 1, &generator)
        if kind == 3 {
            let sign = Int.random(in: 0..<3, using: &generator)
            return ("(\(left.text))" + ["*", "+", "?"][sign], "(\(left.textbook))" + ["*", "⁺", "?"][sign])
        }
        let right = randomExpression(depth - 1, &generator)
        if kind == 2 { return ("(\(left.text) | \(right.text))", "(\(left.textbook) | \(right.textbook))") }
        return ("\(left.text) \(right.text)", "\(left.textbook) \(right.textbook)")
    }

    /// The watcher of a run agrees with the core's run of the automaton over each prefix.
    @Test func watchersAreRunsOfTheAutomaton() throws {
        var generator = SeededGenerator(seed: 59)
        var (breachCount, messageCount) = (0, 0)
        for _ in 0..<300 {
            let (text, textbook) = randomExpression(4, &generator)
            let contract = try Contract(text)
            let language = try RegularExpression(parsing: textbook, syntax: .textbook).dfa()
            #expect(try Contract(contract.dfa()) == contract)
            #expect(try contract.dfa().isEquivalent(to: language))
            let (prefixes, letters) = (language.prefixes(), Set(contract.actions.map(\.description)))
            var assembly = Assembly()
            let speaker = assembly.add("speaker") { Speaker() }
            var ports: [PortReference] = []
            if text.contains("!") { ports.append(speaker.output) }
            if text.contains("?a") || text.contains("?b") { ports.append(speaker.input) }
            assembly.add(contract, named: "law", to: ports)
            assembly.waitForRestart(["speaker"])
            let simulation = try Simulation(assembly)
            let (input, orders) = try (
                simulation.port(\.input, of: speaker), simulation.port(\.orders, of: speaker)
            )
            var word: [String] = []
            for _ in 0..<12 {
                let possible = Self.letters.filter {
                    ports.contains($0.hasPrefix("!") ? speaker.output : speaker.input)
                }
                // Mostly allowed ones, so that runs are long.
                let allowed = possible.filter { letters.contains($0) && prefixes.accepts(word + [$0]) }
                let isWild = allowed.isEmpty || Int.random(in: 0..<8, using: &generator) == 0
                let letter = (isWild ? possible : allowed).randomElement(using: &generator) ?? ""
                word.append(letter)
                messageCount += 1
                switch letter {
                case "?a": input.a(0)
                case "?b": input.b(0)
                case "!a": orders.say("a")
                default: orders.say("b")
                }
                try simulation.run()
                let isAllowed = letters.contains(letter) && prefixes.accepts(word)
                #expect(simulation.failures.isEmpty == isAllowed, "\(text): \(word)")
                if !isAllowed {
                    breachCount += 1
                    let isHandled = try simulation.with(speaker) { $0.log.count == word.count }
                    // A message that is sent belongs to an order, which is handled.
                    #expect(isHandled == letter.hasPrefix("!"))
                    break
                }
                let state = try #require(simulation.contractStates(ofPart: "speaker")["law"])
                #expect(contract.mayEnd[state] == language.accepts(word))
            }
        }
        #expect(breachCount > 100 && messageCount > 600)
    }
}
