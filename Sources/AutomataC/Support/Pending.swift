internal import Automata

enum MachineLimits { static func soundBudget(_ wanted: Int) -> Int { wanted } }
