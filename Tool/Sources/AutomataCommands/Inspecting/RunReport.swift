@_spi(Tool) import Automata
import ToolSupport

/// A run on a word as JSON.
enum RunReport {
    static func json(_ run: Run<Automaton>, _ budget: Budget) throws(AutomataError) -> String {
        let names = JSONNames(run.automaton)
        var text = BoundedText(budget)
        try text.append("{\"accepted\": \(run.isAccepting), \"word\": [")
        for (index, symbol) in run.word.enumerated() {
            try text.append((index == 0 ? "" : ", ") + names[symbol: symbol])
        }
        try text.append("], \"sets\": [")
        for (index, set) in run.stateSets.enumerated() {
            try text.append((index == 0 ? "" : ", ") + names.list(set))
        }
        try text.append("]")
        if let path = run.acceptingPath { try text.append(", \"run\": \(names.list(path.states))") }
        try text.append("}\n")
        return text.text
    }

    /// The object for a text that is no word over the alphabet.
    static func json(reason: String) -> String {
        var facts = FactList()
        facts.add("accepted", json: "false", text: nil)
        facts.add("reason", text: reason)
        return facts.json
    }
}
