/// Assignments of variables and patterns.
extension ScriptPrinter {
    typealias Writing = (inout ScriptPrinter) throws(Refusal) -> Void

    /// Prints the assignment of a value to a name, a property or a pattern, as an expression.
    mutating func bind(_ target: Int, isDeclared: Bool, _ value: Writing) throws(Refusal) {
        switch self[target].kind {
        case .arrayPattern, .objectPattern:
            try pattern(target, isDeclared: isDeclared, value)
            return
        case .withDefault:
            let (inner, initial) = (Int(self[target].a), Int(self[target].b))
            return try bind(inner, isDeclared: isDeclared) { (printer) throws(Refusal) in
                let mark = printer.mark
                let name = printer.temporary()
                printer.emit("((\(name) = ")
                try value(&printer)
                printer.emit(") === void 0 ? (")
                try printer.value(initial, of: inner)
                printer.emit(") : \(name))")
                printer.release(mark)
            }
        case .name where isDeclared:
            if self[target].link < 0 || !variable(target).isKept { declare(declared(target)) }
            begin(self[target].line)
            emit(declared(target))
        case .paren: return try bind(list(target)[0], isDeclared: isDeclared, value)
        default: try targetExpression(target)
        }
        emit(" = ")
        try value(&self)
    }

    /// Prints the value of a target; a class without a name gets that of the target.
    mutating func value(_ index: Int, of target: Int) throws(Refusal) {
        let isNamed = self[target].symbol >= 0 && self[target].kind != .member
        if isNamed, self[index].kind == .classExpression { className = symbol(target) }
        try expression(index)
    }

    /// Prints the assignments of a pattern, with commas between them.
    ///
    /// - Returns: The variable with the value.
    @discardableResult
    mutating func pattern(_ index: Int, isDeclared: Bool, _ value: Writing) throws(Refusal) -> String {
        try checkDepth(index)
        begin(self[index].line)
        let name = temporary()
        emit("\(name) = ")
        try value(&self)
        if self[index].kind == .arrayPattern {
            try elements(of: index, name, isDeclared)
        } else {
            try properties(of: index, name, isDeclared)
        }
        return name
    }

    private mutating func elements(of index: Int, _ value: String, _ isDeclared: Bool) throws(Refusal) {
        let items = list(index)
        let hasRest = items.last.map { self[$0].kind == .rest } == true
        let taken = temporary()
        emit(", \(taken) = ")
        call("take")
        emit(value + (hasRest ? ")" : ", \(items.count))"))
        for (position, item) in items.enumerated() where self[item].kind != .hole {
            emit(", ")
            let mark = mark
            let isRest = self[item].kind == .rest
            try bind(isRest ? Int(self[item].a) : item, isDeclared: isDeclared) { (printer) throws(Refusal) in
                printer.emit(isRest ? "\(taken).slice(\(position))" : "\(taken)[\(position)]")
            }
            release(mark)
        }
    }

    private mutating func properties(of index: Int, _ value: String, _ isDeclared: Bool) throws(Refusal) {
        let items = list(index)
        let hasRest = items.last.map { self[$0].kind == .rest } == true
        var keys: [String] = []
        // Nothing else would find that the value isn't an object.
        if items.isEmpty {
            emit(", ")
            call("object")
            emit("\(value))")
        }
        for item in items {
            emit(", ")
            let mark = mark
            if self[item].kind == .rest {
                try bind(Int(self[item].a), isDeclared: isDeclared) { (printer) throws(Refusal) in
                    printer.call("rest")
                    printer.emit("\(value), [\(keys.joined(separator: ", "))])")
                }
                continue
            }
            let key = Int(self[item].a)
            var text = self.key(of: item)
            if self[item].flags.contains(.isComputed) {
                text = temporary()
                emit("\(text) = ")
                try emitKey(item)
                emit(", ")
            }
            if hasRest { keys.append(text) }
            let access = self[key].symbol >= 0 && self[key].kind == .literal && !self[item].flags.contains(.isComputed)
            try bind(Int(self[item].b), isDeclared: isDeclared) { (printer) throws(Refusal) in
                printer.emit(access ? "\(value).\(printer.symbol(key))" : "\(value)[\(text)]")
            }
            // The keys are needed for the rest.
            if !hasRest { release(mark) }
        }
    }

    /// The text of a key that isn't computed, as an expression.
    func key(of property: Int) -> String {
        let key = Int(self[property].a)
        guard !self[property].flags.contains(.isComputed) else { return "" }
        if self[key].symbol >= 0 { return "\"\(symbol(key))\"" }
        return self[key].kind == .number ? number(key) : text(key)
    }
}
