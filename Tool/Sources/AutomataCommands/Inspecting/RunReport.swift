@_spi(Tool) import Automata
import TextSupport

extension JSONObject {
    /// A run on a word.
    init(_ run: Run<Automaton>) {
        let names = JSONNames(run.automaton)
        self = [
            "accepted": run.isAccepting, "word": JSONList(run.word.lazy.map { names[symbol: $0] }),
            "sets": JSONList(run.stateSets.lazy.map { names.list($0) }),
        ]
        if let path = run.acceptingPath { add("run", names.list(path.states)) }
    }
}
