internal import Components
internal import TextSupport

extension AssemblyReader {
    func contracts(_ cursor: inout JSONCursor) -> [AssemblyTree.ContractText] {
        var contracts: [AssemblyTree.ContractText] = []
        object(&cursor, "contracts by their names") { (cursor, name, offset) throws(TextProblem) in
            self.checkName(name, "contract", at: offset)
            contracts.append(self.contract(&cursor, name, offset))
        }
        return contracts
    }

    private func contract(_ cursor: inout JSONCursor, _ name: String, _ offset: Int) -> AssemblyTree.ContractText {
        var contract = AssemblyTree.ContractText(name: name, offset: offset)
        let count = problemCount
        var keys: Set<String> = []
        object(&cursor, "a contract", keys: ["ports", "messages"]) { (cursor, key, _) throws(TextProblem) in
            keys.insert(key)
            if key == "ports" {
                contract.ports = self.texts(&cursor, "a port of the component, or a list of ports").map(\.text)
                return
            }
            cursor.skipBlanks()
            let start = cursor.position
            contract.messagesOffset = start
            contract.messages = try cursor.string()
            contract.isPlain = cursor.position - start == contract.messages.utf8.count + 2
        }
        for key in ["ports", "messages"] where problemCount == count && !keys.contains(key) {
            note(TextProblem(offset: offset, message: "a contract lacks the key '\(key)'; add it"))
        }
        return contract
    }
}

extension AssemblyTree.ContractText {
    /// Returns what to say of an error in the expression.
    func problem(_ error: any Error) -> TextProblem {
        switch error {
        case ContractError.invalidExpression(let column, let message) where isPlain:
            let before = messages.unicodeScalars.prefix(column - 1).reduce(0) { $0 + UTF8.width($1) }
            return TextProblem(offset: (messagesOffset ?? offset) + 1 + before, message: message)
        case ContractError.stopped(let reason):
            return TextProblem(offset: messagesOffset, message: reason, isLimit: true)
        default: return TextProblem(offset: messagesOffset, message: "\(error)")
        }
    }
}
