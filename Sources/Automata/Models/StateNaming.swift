/// Names of states, shared by the three models.
package enum StateNaming {
    package static func name(of state: State, in names: NameTable?) -> String {
        names.map { $0[state] } ?? "q\(state)"
    }

    package static func state(named name: String, in names: NameTable?, stateCount: Int) -> State? {
        if let names { return names.id(of: name) }
        guard name.first == "q", let id = State(name.dropFirst()), id < stateCount, name == "q\(id)" else {
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
        names.map { names in (0..<UInt32(names.count)).map { names[$0] } }
    }
}
