internal import Statecharts
internal import TextSupport

/// The parts of a drawing in text, collected by its reader: states by their codes, arrows with
/// labels, and texts of states. Labels are read last, because guards name states.
struct DiagramOutline {
    struct Arrow {
        var source: Int
        var target: Int
        var label: String
        var offset: Int
        var isLocal = false
    }

    var outline = OutlineChart("")
    private(set) var codes: [ByteKey: Int] = [:]
    /// The nodes that are initial dots.
    var starts: Set<Int> = []
    var arrows: [Arrow] = []
    /// The texts within states, such as `entry / lock`.
    var bodies: [(node: Int, text: String, offset: Int)] = []
    /// The long names of states.
    var titles: [Int: (text: String, offset: Int)] = [:]
    /// The initial and final dots, by their parents.
    private var dots: [Int: Int] = [:]
    private var finals: [Int: Int] = [:]
    /// The nodes that are parts of a state, divided by lines.
    var regions: Set<Int> = []
    private var histories: [Int: [Bool: Int]] = [:]
    /// The states that the initial dot of each node enters: the targets as `true`, the states
    /// around them as `false`.
    private var entered: [Int: [Int: Bool]] = [:]
    /// A Boolean value that indicates whether labels may end in the true ends of arrows, as in
    /// `(from a) (to b)`.
    var namesFarEnds = false
    /// The trigger of an arrow without an event.
    let emptyTrigger: Statechart.Transition.Trigger

    init(emptyTrigger: Statechart.Transition.Trigger) { self.emptyTrigger = emptyTrigger }

    // MARK: - States

    /// Returns the node of a code, which is added to a parent if it is new.
    mutating func node(_ code: String, in parent: Int, at offset: Int) throws(TextProblem) -> Int {
        if let node = codes[ByteKey(code)] { return node }
        let node = try outline.add(Statechart.State(code), in: parent, at: offset)
        codes[ByteKey(code)] = node
        return node
    }

    /// Moves a node into another parent. ``placed()`` removes it from the old one's children.
    ///
    /// - Throws: A problem if the parent is the node or within it.
    mutating func move(_ node: Int, to parent: Int, at offset: Int) throws(TextProblem) {
        guard node != parent, !outline.isWithin(parent, node) else {
            throw TextProblem(
                offset: offset,
                message: "the state \(Message.quoted(outline.nodes[node].state.name.utf8)) is within itself",
                remedy: "rename one of the two")
        }
        outline.nodes[parent].children.append(node)
        outline.nodes[node].parent = parent
    }

    /// Moves all children of a node, and what its initial and final dots mean, into another one.
    mutating func moveContents(of node: Int, to parent: Int) {
        let children = outline.nodes[node].children.filter { outline.nodes[$0].parent == node }
        for child in children { outline.nodes[child].parent = parent }
        outline.nodes[parent].children += children
        outline.nodes[node].children = []
        if let dot = dots.removeValue(forKey: node) { dots[parent] = dot }
        if let final = finals.removeValue(forKey: node) { finals[parent] = final }
    }

    /// Adds a node without a code.
    mutating func addMark(_ kind: Statechart.State.Kind, _ baseName: String, in parent: Int, at offset: Int)
        throws(TextProblem) -> Int
    {
        let node = try outline.add(Statechart.State("", kind), in: parent, at: offset)
        outline.nodes[node].baseName = baseName
        return node
    }

    /// Returns the final dot in a state.
    mutating func final(in parent: Int, at offset: Int) throws(TextProblem) -> Int {
        if let node = finals[parent] { return node }
        let node = try addMark(.final, "final", in: parent, at: offset)
        finals[parent] = node
        return node
    }

    /// Returns the initial dot in a state.
    mutating func start(in parent: Int, at offset: Int) throws(TextProblem) -> Int {
        if let node = dots[parent] { return node }
        let node = try addMark(.state, "initial", in: parent, at: offset)
        starts.insert(node)
        dots[parent] = node
        return node
    }

    /// Returns whether a node is a final dot.
    func isFinalDot(_ node: Int) -> Bool { finals[outline.nodes[node].parent] == node }

    /// Removes the final dots to which no arrow leads.
    mutating func removeUnusedDots() {
        let targets = Set(arrows.map(\.target))
        for (parent, node) in finals where !targets.contains(node) {
            outline.nodes[parent].children.removeAll { $0 == node }
        }
    }

    /// Returns the history in a state.
    mutating func history(isDeep: Bool, in parent: Int, at offset: Int) throws(TextProblem) -> Int {
        if let node = histories[parent]?[isDeep] { return node }
        let node = try addMark(isDeep ? .deepHistory : .shallowHistory, "history", in: parent, at: offset)
        histories[parent, default: [:]][isDeep] = node
        return node
    }

    /// Adds a note about a kind of line that is left out.
    mutating func noteSkipped(_ what: String, at offset: Int) { outline.note(offset, "\(what) are left out") }

    // MARK: - The chart

    /// Reads the labels, and makes the chart.
    consuming func placed() throws(TextProblem) -> PlacedChart {
        for node in outline.nodes.indices {
            let children = outline.nodes[node].children
            outline.nodes[node].children = children.filter { outline.nodes[$0].parent == node && !starts.contains($0) }
        }
        resolveRegions()
        renameByTitles()
        if namesFarEnds { findFarEnds() }
        let names = Set(outline.nodes.lazy.map { ByteKey($0.state.name) })
        let isState = { (name: String) in names.contains(ByteKey(name)) }
        for (node, text, offset) in bodies { try readBody(text, of: node, at: offset, isState) }
        for arrow in arrows {
            if starts.contains(arrow.source) {
                try addInitial(arrow)
            } else {
                var edge = try edge(arrow.label, of: arrow.source, at: arrow.offset, isState)
                edge.transition.isLocal = arrow.isLocal
                edge.targets = [arrow.target]
                if edge.transition.trigger == .completion, edge.transition.isOfPassage(outline.nodes[arrow.source]) {
                    edge.transition.trigger = .always
                }
                outline.nodes[arrow.source].edges.append(edge)
            }
        }
        return try outline.placed()
    }

    /// Replaces regions that contain only one state by it, as the regions of a chart are states,
    /// and those without states by what they contain.
    private mutating func resolveRegions() {
        for whole in outline.nodes.indices where outline.nodes[whole].children.contains(where: regions.contains) {
            outline.nodes[whole].state.kind = .orthogonal
            outline.nodes[whole].children = outline.nodes[whole].children.flatMap { region in
                let children = outline.nodes[region].children
                guard regions.contains(region), children.count == 1 || !children.contains(where: outline.isProper),
                    !children.contains(where: { outline.nodes[$0].state.kind == .final })
                else { return [region] }
                for child in children { outline.nodes[child].parent = whole }
                return children
            }
        }
    }

    /// Gives states the long names that differ from all other names, if their codes are `s1` and
    /// so on.
    private mutating func renameByTitles() {
        var counts: [ByteKey: Int] = [:]
        for (_, title) in titles { counts[ByteKey(title.text), default: 0] += 1 }
        for (node, title) in titles.sorted(by: { $0.key < $1.key }) where title.text != outline.nodes[node].state.name {
            let code = outline.nodes[node].state.name.utf8
            let isNumber =
                code.count > 1 && code.first == UInt8(ascii: "s") && code.dropFirst().allSatisfy { 0x30...0x39 ~= $0 }
            if isNumber, !title.text.isEmpty, counts[ByteKey(title.text)] == 1, codes[ByteKey(title.text)] == nil {
                outline.nodes[node].state.name = title.text
            } else if !title.text.isEmpty {
                noteSkipped("long names of states", at: title.offset)
            }
        }
    }

    /// Moves the ends of arrows to the states that their labels name.
    private mutating func findFarEnds() {
        let names = Dictionary(
            outline.nodes.indices.map { (ByteKey(outline.nodes[$0].state.name), $0) },
            uniquingKeysWith: { first, _ in first })
        func cut(_ word: String, _ label: inout String, around node: Int) -> Int? {
            let bytes = Array(label.utf8)
            let start = Array("(\(word) ".utf8)
            guard bytes.last == UInt8(ascii: ")"),
                let place = bytes.indices.last(where: { bytes[$0...].starts(with: start) }),
                let end = names[
                    ByteKey(String(decoding: bytes[(place + start.count)..<bytes.count - 1], as: UTF8.self))],
                outline.isWithin(end, node)
            else { return nil }
            label = String(decoding: bytes[..<place], as: UTF8.self).trimmed
            return end
        }
        for index in arrows.indices {
            var arrow = arrows[index]
            if let end = cut("to", &arrow.label, around: arrow.target) { arrow.target = end }
            if let end = cut("from", &arrow.label, around: arrow.source) { arrow.source = end }
            arrows[index] = arrow
        }
    }

    private mutating func addInitial(_ arrow: Arrow) throws(TextProblem) {
        let parent = outline.nodes[arrow.source].parent
        // A region may be replaced by its only state.
        let around = regions.contains(parent) ? outline.nodes[parent].parent : parent
        guard around == 0 || outline.isWithin(arrow.target, around) else {
            let (name, owner) = (outline.nodes[arrow.target].state.name, outline.nodes[arrow.target].parent)
            throw TextProblem(
                offset: arrow.offset,
                message: "the initial state \(Message.quoted(name.utf8)) is already a state "
                    + (owner == 0 ? "outside" : "of \(Message.quoted(outline.nodes[owner].state.name.utf8))"),
                remedy: "give the inner state another name")
        }
        guard enter(arrow.target, from: parent) else {
            if !outline.nodes[parent].initial.contains(arrow.target) {
                outline.warn(arrow.offset, "a second arrow from the initial dot is left out; one state can be entered")
            }
            return
        }
        let label = OutlineLabel(arrow.label)
        outline.nodes[parent].initial.append(arrow.target)
        if outline.nodes[parent].state.initialActions.isEmpty {
            outline.nodes[parent].state.initialActions = label.actions.map { Statechart.Action(outline: $0) }
        }
        if !label.events.isEmpty || label.guardText != nil {
            noteSkipped("events and guards of arrows from an initial dot", at: arrow.offset)
        }
    }

    /// Notes that the initial dot of a node leads to a target.
    ///
    /// - Returns: Whether the target is in another region than the former ones.
    private mutating func enter(_ target: Int, from parent: Int) -> Bool {
        var (node, path) = (target, [target])
        while node != 0, node != parent, entered[parent]?[node] == nil {
            node = outline.nodes[node].parent
            path.append(node)
        }
        if let isTarget = entered[parent]?[node],
            isTarget || node == target || outline.nodes[node].state.kind != .orthogonal
        {
            return false
        }
        for node in path { entered[parent, default: [:]][node] = node == target }
        return true
    }

    /// Reads a line within a state.
    private mutating func readBody(
        _ text: String, of node: Int, at offset: Int, _ isState: (String) -> Bool
    ) throws(TextProblem) {
        let bytes = text.utf8
        guard bytes.contains(UInt8(ascii: "/")) || bytes.contains(UInt8(ascii: "[")) else {
            if !text.trimmed.isEmpty { noteSkipped("descriptions of states", at: offset) }
            return
        }
        let label = OutlineLabel(text)
        let actions = label.actions.map { Statechart.Action(outline: $0) }
        switch label.events.lowercased() {
        case "entry" where label.guardText == nil:
            outline.nodes[node].state.entry = [outline.nodes[node].state.entry.flatMap { $0 } + actions]
        case "exit" where label.guardText == nil:
            outline.nodes[node].state.exit = [outline.nodes[node].state.exit.flatMap { $0 } + actions]
        case "do" where label.guardText == nil: outline.nodes[node].state.activities += label.actions
        case "invoke": noteSkipped("invocations", at: offset)
        default:
            if label.actions == ["defer"], label.guardText == nil {
                outline.nodes[node].state.deferred += label.eventNames.map { .init($0) }
            } else {
                outline.nodes[node].edges.append(try edge(text, of: node, at: offset, isState))
            }
        }
    }

    /// Returns the transition of a label, without a target.
    private mutating func edge(
        _ text: String, of node: Int, at offset: Int, _ isState: (String) -> Bool
    ) throws(TextProblem) -> OutlineChart.Edge {
        var label = OutlineLabel(text)
        if outline.nodes[node].state.kind == .choice, !label.events.isEmpty, label.events != "always" {
            guard case nil = label.guardText else {
                throw TextProblem(
                    offset: offset,
                    message: "the arrow from a choice has the event \(Message.quoted(label.events.utf8))",
                    remedy: "write only its guard")
            }
            (label.guardText, label.events) = (label.events, "")
        }
        var edge = OutlineChart.Edge(transition: .init(emptyTrigger), targets: [], offset: offset)
        if let delay = label.delay {
            edge.transition.trigger = .after(delay)
        } else if label.events == "always" {
            edge.transition.trigger = .always
        } else if !label.eventNames.isEmpty {
            edge.transition.trigger = .events(label.eventNames.map { .init($0) })
            if label.hasParameters { noteSkipped("parameters of events", at: offset) }
            for (text, name) in zip(label.eventTexts, label.eventNames) where text != name {
                outline.noteEvent(text, named: name, at: offset)
            }
        }
        if let text = label.guardText, !text.isEmpty {
            edge.isElse = ["else", "default"].contains(text.lowercased())
            if !edge.isElse { edge.transition.condition = .init(outline: text, isState: isState) }
        }
        edge.transition.actions = label.actions.map { Statechart.Action(outline: $0) }
        if !label.rest.isEmpty { noteSkipped("texts between a guard and '/'", at: offset) }
        return edge
    }
}

extension Statechart.Transition {
    /// Returns whether transitions only pass through a node.
    fileprivate func isOfPassage(_ node: OutlineChart.Node) -> Bool {
        node.state.kind.isPseudostate || node.state.kind == .choice
    }
}
