import Automata
import ComponentContracts
import Components
import RegularExpressions
import Testing

struct ContractExpressionTests {
    private func error(_ text: String) -> String {
        do throws(ContractError) {
            _ = try Contract(text)
            return ""
        } catch { return error.description }
    }

    /// Returns whether a contract allows actions in their order; and whether it may end after them.
    private func run(_ contract: Contract, _ text: String) throws -> (isAllowed: Bool, mayEnd: Bool) {
        var state = 0
        for word in text.split(separator: " ") {
            let action = try #require(contract.actions.firstIndex(of: try Contract.Action(String(word))))
            guard let target = contract.target(from: state, on: action) else { return (false, false) }
            state = target
        }
        return (true, contract.mayEnd[state])
    }

    @Test(arguments: [
        ("(!a ?b)*", ["", "!a ?b", "!a ?b !a ?b"], ["!a", "!a ?b !a"], ["?b", "!a !a"]),
        ("!a (?b | !c)", ["!a ?b", "!a !c"], ["", "!a"], ["?b", "!a ?b !c"]),
        ("!a+ ?b?", ["!a", "!a !a", "!a ?b"], [""], ["?b", "!a ?b ?b"]),
        ("!a? ?b", ["?b", "!a ?b"], ["", "!a"], ["!a !a"]),
        ("(!a)? ?b?", ["", "!a", "?b", "!a ?b"], [], ["?b !a"]),
        ("!a (timeout !c | ?b)", ["!a timeout !c", "!a ?b"], ["!a timeout"], ["timeout", "!a ?b timeout"]),
        ("()", [""], [], []),
        ("!a ( ) | ?b**", ["!a", "", "?b ?b"], [], ["!a ?b"]),
        ("!p.a ?q.b.c", ["!p.a ?q.b.c"], ["", "!p.a"], []),
        ("!a ?timeout", ["!a ?timeout"], ["!a"], []),
        ("((((!a))))", ["!a"], [""], ["!a !a"]),
        ("!ä(?b)", ["!ä ?b"], ["!ä"], []),
    ])
    func knownLanguages(_ text: String, _ ends: [String], _ others: [String], _ breaches: [String]) throws {
        let contract = try Contract(text)
        for word in ends { #expect(try run(contract, word) == (true, true), "\(word)") }
        for word in others { #expect(try run(contract, word) == (true, false), "\(word)") }
        for word in breaches { #expect(try run(contract, word) == (false, false), "\(word)") }
    }

    @Test(arguments: [
        ("", "column 1: missing message; write () for none"),
        ("  ", "column 3: missing message; write () for none"),
        ("!a |", "column 5: missing message; write () for none"),
        ("(| !a)", "column 2: missing message; write () for none"),
        ("(!a |)", "column 6: missing message; write () for none"),
        ("!a)", "column 3: this ')' has no '('; remove it"),
        ("!a ((?b)", "column 4: this '(' has no ')'; add it"),
        ("* !a", "column 1: nothing before this '*'; write it after a message or a group"),
        ("(+)", "column 2: nothing before this '+'; write it after a message or a group"),
        ("!a | ? !b", "column 6: nothing before this '?'; write it after a message or a group"),
        ("! a", "column 1: no message after this '!'; write its name without a space"),
        ("!!a", "column 1: no message after this '!'; write its name without a space"),
        ("!a req", "column 4: 'req' has no direction; write !req to send it, or ?req to receive it"),
        (
            "!a?b",
            "column 3: this '?' may belong to either side; put a space before it to receive 'b', or after it to make "
                + "the left side optional"
        ),
        (
            "(!a)?b",
            "column 5: this '?' may belong to either side; put a space before it to receive 'b', or after it to make "
                + "the left side optional"
        ),
        (
            "!ä\u{7}",
            "column 1: invalid action '!ä\\x07'; write !message, ?message or timeout, without spaces and ( ) | * + ! ? "
                + "in names"
        ),
    ])
    func errorsSayWhere(_ text: String, _ message: String) { #expect(error(text) == message) }

    @Test func nestingIsLimitedByMemoryAlone() throws {
        let depth = 20_000
        let text = String(repeating: "(", count: depth) + "!a" + String(repeating: ")", count: depth)
        #expect(try Contract(text) == Contract("!a"))
        #expect(error(String(repeating: "(", count: depth)).hasPrefix("column \(depth): "))
    }

    @Test func budgetsStopTheWork() {
        // 2¹⁶ states.
        let text = "(!a | !b)* !a" + String(repeating: " (!a | !b)", count: 15)
        #expect(throws: ContractError.self) { try Contract(text, budget: .init(maximumStates: 1_000)) }
        #expect(error(text).isEmpty)
    }

    /// Each `+` may stand for two copies of what it repeats.
    @Test func nestedRepetitionsStayWithinTheBudget() throws {
        for sign in ["+", "?", "*"] {
            var text = "!a"
            for _ in 0..<40 { text = "(\(text) !b)\(sign)" }
            do throws(ContractError) {
                let contract = try Contract(text, budget: .init(maximumStates: 100_000))
                #expect(contract.allowed(in: 0) == [.send("a")] || sign != "+")
            } catch {
                guard case .stopped = error else { throw error }
            }
        }
    }

    @Test func equalLanguagesAreEqualContracts() throws {
        #expect(try Contract("(!a ?b)*") == Contract("() | !a (?b !a)* ?b"))
        #expect(try Contract("(!a ?b)*") != Contract("(!a ?b)+"))
    }

    @Test func contractsOfAutomata() throws {
        let dfa = try DFA(
            alphabet: ["!a", "?b", "timeout"],
            transitions: [("x", "!a", "y"), ("y", "?b", "x"), ("y", "!a", "dead"), ("dead", "?b", "dead")],
            initial: "x", final: ["x"])
        let contract = try Contract(dfa)
        // What leads to no end isn't allowed; what has no transition is mentioned nevertheless.
        #expect(contract.actions == [.send("a"), .receive("b"), .timeout])
        #expect(contract.allowed(in: 1) == [.receive("b")])
        #expect(contract.stateCount == 2)
        #expect(throws: ContractError.invalidAction("c")) {
            try Contract(DFA(alphabet: ["c"], transitions: [("x", "c", "x")], initial: "x", final: ["x"]))
        }
        #expect(throws: ContractError.emptyLanguage) {
            try Contract(DFA(alphabet: ["!a"], transitions: [("x", "!a", "x")], initial: "x", final: []))
        }
    }
}
