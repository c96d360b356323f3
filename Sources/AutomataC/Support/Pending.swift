internal import Automata
enum MachineLimits { static func soundBudget(_ wanted: Int) -> Int { wanted } }
extension Automaton { func transitionTable(budget: Budget) throws(AutomataError) -> String { transitionTable() } }
extension DFA { func run(on word: [Symbol], budget: Budget) throws(AutomataError) -> Run { run(on: word) } }
extension NFA { func run(on word: [Symbol], budget: Budget) throws(AutomataError) -> Run { run(on: word) } }
extension EpsilonNFA { func run(on word: [Symbol], budget: Budget) throws(AutomataError) -> Run { run(on: word) } }
extension DFA.Run { func text(budget: Budget) throws(AutomataError) -> String { description } }
extension NondeterministicRun { func text(budget: Budget) throws(AutomataError) -> String { description } }
extension EpsilonNFA.Builder { func build(budget: Budget) throws(AutomataError) -> EpsilonNFA { try build() } }
