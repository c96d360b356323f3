internal import Automata
internal import CAutomata

extension Argument {
    /// Returns a list of automata, none of which may be NULL.
    static func automata(
        _ start: UnsafePointer<OpaquePointer?>?, _ count: Int
    ) throws(CallError) -> [Automaton] {
        var automata: [Automaton] = []
        for (index, pointer) in try array(start, count, "automata").enumerated() {
            guard let handle = AutomatonHandle.from(pointer) else {
                throw .invalidArgument("'automata' has NULL at index \(index)")
            }
            automata.append(handle.automaton)
        }
        return automata
    }

    /// Returns C's number, clamped to `Int.max`.
    static func size(_ number: Int) -> Int { number < 0 ? .max : number }

    /// Returns a lower and an upper bound; no upper one for AUTOMATA_UNBOUNDED, which is SIZE_MAX
    /// and arrives as -1.
    static func bounds(_ least: Int, _ most: Int) throws(CallError) -> (least: Int, most: Int?) {
        if UInt(bitPattern: least) > UInt(bitPattern: most) {
            throw .invalidArgument("'least' is more than 'most'; swap them")
        }
        return (size(least), most == -1 ? nil : size(most))
    }
}

/// Makes an automaton from two others, within a budget.
func combine(
    _ left: OpaquePointer?, _ right: OpaquePointer?, _ budget: UnsafePointer<automata_budget>?,
    _ result: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?,
    _ body: (Automaton, Automaton, Budget) throws(AutomataError) -> Automaton
) -> automata_status {
    makeAutomaton(result, error) { () throws(CallError) in
        let left = try AutomatonHandle.required(left).automaton
        let right = try AutomatonHandle.required(right).automaton
        let budget = try Budget(budget)
        return AutomatonHandle(try core { () throws(AutomataError) in try body(left, right, budget) })
    }
}

/// Makes an automaton from another one, within a budget.
func transform(
    _ automaton: OpaquePointer?, _ budget: UnsafePointer<automata_budget>?,
    _ result: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?,
    _ body: (Automaton, Budget) throws(AutomataError) -> Automaton
) -> automata_status {
    transform(automaton, result, error) { automaton throws(CallError) in
        let budget = try Budget(budget)
        return try core { () throws(AutomataError) in try body(automaton, budget) }
    }
}
