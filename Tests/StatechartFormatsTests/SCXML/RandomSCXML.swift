import AlgorithmSupport
import WorkLimits

/// A random SCXML text with the parts that the step algorithm is about: nested states,
/// histories, transitions of all kinds, and events that are raised.
struct RandomSCXML {
    private var random: SplitMix64
    private var parents: [Int: Int] = [:]
    private var kinds = ["state"]
    private var children: [[Int]] = [[]]
    private(set) var text = ""

    static let events = ["a", "a.b", "b", "c"]

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
        let count = 3 + below(20)
        while kinds.count < count { addState() }
        for state in kinds.indices.dropFirst() where kinds[state] == "state" || kinds[state] == "parallel" {
            if !children[state].isEmpty, below(3) == 0 { add("history", in: state) }
        }
        text = "<scxml xmlns=\"http://www.w3.org/2005/07/scxml\" version=\"1.0\" datamodel=\"null\">"
        for child in children[0] { write(child) }
        text += "</scxml>"
    }

    mutating func below(_ bound: Int) -> Int { Int(random.next() % UInt64(bound)) }

    private mutating func pick<Item>(_ items: [Item]) -> Item { items[below(items.count)] }

    // MARK: States

    private mutating func addState() {
        let open = kinds.indices.filter { ["state", "parallel"].contains(kinds[$0]) && depth(of: $0) < 5 }
        let parent = pick(open)
        switch below(10) {
        case 0, 1:
            let whole = add("parallel", in: parent)
            for _ in 0..<2 + below(2) { add("state", in: whole) }
        case 2 where kinds[parent] == "state" && !children[parent].isEmpty && (parent > 0 || below(4) == 0):
            add("final", in: parent)
        default: add("state", in: parent)
        }
    }

    @discardableResult
    private mutating func add(_ kind: String, in parent: Int) -> Int {
        kinds.append(kind)
        children.append([])
        children[parent].append(kinds.count - 1)
        parents[kinds.count - 1] = parent
        return kinds.count - 1
    }

    private func depth(of state: Int) -> Int { parents[state].map { 1 + depth(of: $0) } ?? 0 }

    private func isWithin(_ state: Int, _ other: Int) -> Bool {
        parents[state].map { $0 == other || isWithin($0, other) } ?? false
    }

    private func isProper(_ state: Int) -> Bool { state > 0 && kinds[state] != "history" }

    // MARK: Text

    private mutating func write(_ state: Int) {
        let kind = kinds[state]
        let inner = kinds.indices.filter { isProper($0) && isWithin($0, state) }
        switch kind {
        case "history":
            guard let parent = parents[state] else { return }
            let targets = kinds.indices.filter { isProper($0) && isWithin($0, parent) }
            let type = below(2) == 0 ? "shallow" : "deep"
            // The default of a shallow history lies directly within.
            let direct = type == "deep" ? targets : targets.filter { parents[$0] == parent }
            text += "<history id=\"s\(state)\" type=\"\(type)\"><transition target=\"s\(pick(direct))\"/></history>"
        case "final": text += "<final id=\"s\(state)\">\(raise("onentry"))</final>"
        default:
            let initial = kind == "state" && !inner.isEmpty && below(3) == 0 ? " initial=\"s\(pick(inner))\"" : ""
            text += "<\(kind) id=\"s\(state)\"\(initial)>\(raise("onentry"))\(raise("onexit"))"
            for _ in 0..<below(4) { text += transition(inner) }
            for child in children[state] { write(child) }
            text += "</\(kind)>"
        }
    }

    private mutating func raise(_ name: String) -> String {
        below(12) == 0 ? "<\(name)><raise event=\"\(pick(["i", "b"]))\"/></\(name)>" : ""
    }

    private mutating func transition(_ inner: [Int]) -> String {
        let states = kinds.indices.filter { isProper($0) }
        let triggers = Self.events + Self.events + ["i", "a.* b", below(3) == 0 ? "*" : "done.state.s\(pick(states))"]
        let isEventless = below(24) == 0
        let condition = isEventless || below(4) == 0 ? " cond=\"\(pick(["", "!"]))In('s\(pick(states))')\"" : ""
        let isInternal = below(3) == 0 && !inner.isEmpty
        let targets = isInternal ? inner : kinds.indices.filter { $0 > 0 }
        let target = below(6) == 0 && !isEventless ? "" : " target=\"s\(pick(targets))\""
        return "<transition\(isEventless ? "" : " event=\"\(pick(triggers))\"")\(condition)\(target)"
            + "\(isInternal ? " type=\"internal\"" : "")>"
            + (below(10) == 0 ? "<raise event=\"\(pick(["i", "i.j"]))\"/>" : "") + "</transition>"
    }
}
