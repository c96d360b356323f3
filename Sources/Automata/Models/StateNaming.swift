/// Functions for the names of states, shared by the three models.
package enum StateNaming {
    package static func name(of state: StateID, in names: NameTable?) -> String {
        names.map { $0[state] } ?? "q\(state)"
    }

    package static func state(named name: String, in names: NameTable?, stateCount: Int) -> StateID? {
        if let names { return names.id(of: name) }
        guard name.first == "q", let id = UInt32(name.dropFirst()).map(StateID.init), Int(id) < stateCount,
            name == "q\(id)"
        else {
            return nil
        }
        return id
    }

    package static func table(_ names: [String]?, stateCount: Int) throws(AutomataError) -> NameTable? {
        guard let names else { return nil }
        guard names.count == stateCount else {
            throw .wrongNumberOfStateNames(names.count, stateCount: stateCount)
        }
        let (table, duplicate) = try NameTable.unique(names)
        if let duplicate { throw .duplicateStateName(duplicate) }
        return table
    }

    package static func list(_ names: NameTable?) -> [String]? {
        names.map { names in (0..<StateID(names.count)).map { names[$0] } }
    }
}
