extension Statechart.Condition {
    /// Calls a closure with the condition and those within it, in document order.
    func forEachNested(_ body: (Statechart.Condition) -> Void) {
        var open = [self]
        while let next = open.popLast() {
            body(next)
            switch next {
            case .not(let inner): open.append(inner)
            case .all(let list), .any(let list): open += list.reversed()
            case .named, .expression, .isActive: break
            }
        }
    }
}

extension [Statechart.Action] {
    /// Calls a closure with each action and those within it, in document order.
    @_spi(Tool) public func forEachNested(_ body: (Statechart.Action) -> Void) {
        var open = Array(reversed())
        while let next = open.popLast() {
            body(next)
            switch next {
            case .choose(let branches): for branch in branches.reversed() { open += branch.actions.reversed() }
            case .forEach(_, _, _, let actions): open += actions.reversed()
            default: break
            }
        }
    }
}
