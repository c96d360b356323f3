/// Members, indices and calls, with `?.`, `...`, `super` and private names.
extension ScriptPrinter {
    /// The first operand of a chain, and the parts that follow it.
    private struct Chain {
        let base: Int
        let links: [Int]
    }

    /// The value before a part of a chain.
    private enum Start {
        case base(Int)
        /// A variable, and the object with which its value is called.
        case variable(String, object: String?)
    }

    private func chain(of index: Int) -> Chain {
        var (links, base) = ([Int](), index)
        while self[base].kind.isMember || self[base].kind == .call || self[base].kind == .tagged {
            links.append(base)
            base = Int(self[base].a)
        }
        return Chain(base: base, links: links.reversed())
    }

    private func isOptional(_ link: Int) -> Bool { self[link].flags.contains(.isOptional) }

    private func isCall(_ link: Int) -> Bool { self[link].kind == .call || self[link].kind == .tagged }

    private func hasSpread(_ link: Int) -> Bool {
        self[link].kind == .call && list(link).contains { self[$0].kind == .spread }
    }

    mutating func chain(_ index: Int) throws(Refusal) {
        _ = try print(chain(of: index), isDeleted: false, keepsObject: false)
    }

    /// Prints the deletion of a property behind `?.`; returns false if there is no `?.`.
    mutating func deleteChain(_ index: Int) throws(Refusal) -> Bool {
        let chain = chain(of: scopes.tree.withoutBrackets(index))
        guard chain.links.contains(where: { isOptional($0) }) else { return false }
        _ = try print(chain, isDeleted: true, keepsObject: false)
        return true
    }

    /// Prints the target of an assignment; `super.a = 1` sets a property of `this`.
    mutating func targetExpression(_ index: Int) throws(Refusal) {
        let chain = chain(of: index)
        guard self[chain.base].kind == .superclass, chain.links.count == 1 else { return try expression(index) }
        emitThis(currentFunction)
        try link(chain.links[0], nil)
    }

    /// Prints a chain: for each `?.`, a test of the value before it.
    ///
    /// - Parameter keepsObject: Whether the chain's value will be called.
    /// - Returns: The variable with the object of the chain's last member, if it is kept.
    private mutating func print(_ chain: Chain, isDeleted: Bool, keepsObject: Bool) throws(Refusal) -> String? {
        let links = chain.links
        let tests = links.indices.filter { isOptional(links[$0]) }
        let isBracketed = !tests.isEmpty || keepsObject
        let outerMark = mark
        var (start, value) = (0, Start.base(chain.base))
        if isBracketed { emit("(") }
        for next in tests {
            let name = temporary()
            var object: String?
            emit("(")
            if isCall(links[next]), isMember(links, next - 1, start, chain.base) {
                object = try method(value, links[start..<next], "\(name) = ")
            } else {
                emit("\(name) = ")
                object = try part(value, links[start..<next], isTested: isCall(links[next]))
            }
            emit(") == null ? \(isDeleted ? "true" : "void 0") : ")
            (start, value) = (next, .variable(name, object: object))
        }
        if isDeleted { emit("delete ") }
        var result: String?
        if keepsObject, isMember(links, links.count - 1, start, chain.base) {
            emit("(")
            result = try method(value, links[start...], "")
            emit(")")
        } else {
            try part(value, links[start...])
        }
        if isBracketed { emit(")") }
        if !keepsObject { release(outerMark) }
        return result
    }

    /// Prints a part that ends in a member, and returns the variable with the member's object.
    private mutating func method(
        _ value: Start, _ links: ArraySlice<Int>, _ assignment: String
    ) throws(Refusal) -> String {
        let owner = temporary()
        emit("\(owner) = ")
        try part(value, links.dropLast())
        emit(", " + assignment)
        try part(.variable(owner, object: nil), links.suffix(1))
        return owner
    }

    /// Returns whether a link is a member of what is before it in a part.
    private func isMember(_ links: [Int], _ position: Int, _ start: Int, _ base: Int) -> Bool {
        guard position >= start, !isCall(links[position]) else { return false }
        return position > 0 || self[base].kind != .superclass
    }

    /// Prints a part of a chain.
    ///
    /// - Parameter isTested: Whether the value will be called behind a test.
    /// - Returns: The object of the part's value, if the part is only its start.
    @discardableResult
    private mutating func part(
        _ start: Start, _ links: ArraySlice<Int>, isTested: Bool = false
    ) throws(Refusal) -> String? {
        var (links, object): (ArraySlice<Int>, String?) = (links, nil)
        var first: Int?
        if case .base(let base) = start, self[base].kind == .superclass { first = links.popFirst() }
        for position in links.indices.reversed() {
            if self[links[position]].kind == .privateMember { call("private") }
            if isMethodWithSpread(links, position) { call("call") }
        }
        switch start {
        case .variable(let name, let owner):
            emit(name)
            object = owner
        case .base(let base):
            if let first { object = try superPart(first) } else { object = try self.base(base, links.first, isTested) }
        }
        if links.isEmpty { return object }
        while let next = links.popFirst() {
            let isProperty = self[next].kind == .member || self[next].kind == .index
            guard let call = links.first, isProperty, hasSpread(call) else {
                try link(next, object)
                object = nil
                continue
            }
            emit(", ")
            try linkKey(next)
            emit(", ")
            try array(list(call))
            emit(")")
            (links, object) = (links.dropFirst(), nil)
        }
        return nil
    }

    /// Returns whether a call with `...` takes its object from the member before it.
    private func isMethodWithSpread(_ links: ArraySlice<Int>, _ position: Int) -> Bool {
        guard position > links.startIndex, hasSpread(links[position]) else { return false }
        return self[links[position - 1]].kind == .member || self[links[position - 1]].kind == .index
    }

    /// Prints the first operand of a chain, and returns the object with which it is called.
    private mutating func base(_ base: Int, _ first: Int?, _ isTested: Bool) throws(Refusal) -> String? {
        let isCalled = first.map { isCall($0) } ?? isTested
        switch self[base].kind {
        case .number:
            emit("(")
            try expression(base)
            emit(")")
        case .name where isCalled && self[base].link >= 0 && variable(base).isKept:
            emit("(0, ")
            try expression(base)
            emit(")")
        case .paren where isCalled && list(base).count == 1:
            let inner = chain(of: scopes.tree.withoutBrackets(base))
            if isTested || inner.links.contains(where: { isOptional($0) }) {
                return try print(inner, isDeleted: false, keepsObject: true)
            }
            try expression(base)
        default: try expression(base)
        }
        return nil
    }

    /// Prints a call of `super`, or a member, and returns the object with which it is called.
    private mutating func superPart(_ link: Int) throws(Refusal) -> String? {
        let owner = scopes.functions[scopes.owner(ofFunction: currentFunction)]
        let constructor = "_x$c\(owner.home)"
        if isCall(link) {
            guard owner.isDerived else {
                throw scopes.tree.refusal(
                    "'super()' can be called only in the constructor of a class with 'extends'", at: link)
            }
            emit("(\(this(currentFunction)) = ")
            call("super")
            emit("\(constructor), _x$raw\(owner.home), ")
            try array(list(link))
            emit(", _x$f\(owner.home)))")
            return nil
        }
        call("of")
        emit(constructor + (owner.isStatic ? ", " : ".prototype, "))
        try linkKey(link)
        emit(", ")
        emitThis(currentFunction)
        emit(")")
        return this(currentFunction)
    }

    private mutating func linkKey(_ link: Int) throws(Refusal) {
        if self[link].kind == .member { return emit("\"\(symbol(link))\"") }
        emit("(")
        try expression(Int(self[link].b))
        emit(")")
    }

    /// Prints a member, an index or a call.
    ///
    /// - Parameter object: The object with which the value before is called; `nil` if it is known
    ///   from the value.
    private mutating func link(_ link: Int, _ object: String?) throws(Refusal) {
        begin(self[link].line)
        switch self[link].kind {
        case .member: emit(".\(symbol(link))")
        case .index:
            emit("[")
            try expression(Int(self[link].b))
            emit("]")
        case .privateMember:
            let secret = variable(Int(self[link].b)).text
            emit(", \(secret))[\(secret)]")
        case .call where hasSpread(link):
            emit(".apply(\(object ?? "void 0"), ")
            try array(list(link))
            emit(")")
        default:
            emit(object.map { ".call(\($0)" } ?? "(")
            if self[link].kind == .tagged {
                emit(object == nil ? "" : ", ")
                try arguments(ofTemplate: Int(self[link].b))
            } else {
                for (position, item) in list(link).enumerated() {
                    emit(position > 0 || object != nil ? ", " : "")
                    try expression(item)
                }
            }
            emit(")")
        }
    }
}
