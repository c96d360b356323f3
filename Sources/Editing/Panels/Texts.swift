internal import Automata
internal import Grammars
internal import RegularExpressions
internal import TextSupport

extension PanelAnswer {
    /// A regular expression of the language, as textbooks write it.
    func expression() throws(PanelFailure) -> (inout JSONObject) -> Void {
        let automaton = try automaton()
        let text = try attempt { () throws(AutomataError) in
            try automaton.regularExpression(budget: budget).text(syntax: .textbook, budget: budget)
        }
        return { $0.add("text", text) }
    }

    /// A right-linear grammar of the language.
    func grammar() throws(PanelFailure) -> (inout JSONObject) -> Void {
        let automaton = try automaton()
        let text = try attempt { () throws(AutomataError) in
            try RegularGrammar(automaton, direction: .right, budget: budget).grammar.text(budget: budget)
        }
        return { $0.add("text", text) }
    }
}
