/// A state diagram: states and transitions with positions on a page.
///
/// A diagram is valid in every stage of a drawing. States have names from the start, arrows may
/// lack either end or both, and no arrow needs a symbol yet. ``automaton(budget:)`` says what is
/// missing.
///
/// ```swift
/// var diagram = Diagram()
/// let even = diagram.addState(at: Diagram.Point(x: 0, y: 0), isFinal: true)
/// let odd = diagram.addState(at: Diagram.Point(x: 200, y: 0))
/// diagram.addTransition(to: even)                       // makes it initial
/// diagram.addTransition(from: even, to: odd, symbols: ["1"])
/// diagram.addTransition(from: odd, to: even, symbols: ["1"])
/// try diagram.simulate("11").isAccepted                 // true
/// ```
///
/// Invariants: ids are unique and never used again; ends of transitions are states of the diagram;
/// names of states aren't empty; symbols are sorted and unique, none is empty; coordinates are
/// within ±10⁹, radii within 10⁻³…10⁹, angles within ±π.
public struct Diagram: Sendable, Hashable {
    /// The states, in the order in which they were added.
    public internal(set) var states: [State] = []
    /// The transitions, in the order in which they were added.
    public private(set) var transitions: [Transition] = []
    /// The notes, in the order in which they were added.
    public private(set) var notes: [Note] = []
    /// The number of all elements that were added, including removed ones.
    package private(set) var addedCount = 0
    /// The fast way to the next automatic name.
    private var numbering = Numbering()

    /// The number of states if their names are `q0`, `q1`, … in order; `nil` once a name has
    /// changed. So the next free name is known without a search. `==` ignores the number.
    private struct Numbering: Hashable {
        var count: Int? = 0

        static func == (left: Numbering, right: Numbering) -> Bool { true }
        func hash(into hasher: inout Hasher) {}
    }

    /// Creates an empty diagram.
    public init() {}

    /// Creates a diagram of states at the origin. States without a name, or with an empty one, get
    /// automatic names.
    init(stateCount: Int, names: [String]?) {
        let given = Set((names ?? []).lazy.map { Array($0.utf8) })
        var number = 0
        for index in 0..<stateCount {
            var state = State(id: State.ID(nextNumber()), center: .zero, radius: State.defaultRadius, isFinal: false)
            if let name = names?[index], !name.isEmpty {
                (state.name, state.hasAutomaticName) = (name, false)
            } else {
                while given.contains(Array("q\(number)".utf8)) { number += 1 }
                state.name = "q\(number)"
                number += 1
            }
            states.append(state)
        }
    }

    // MARK: States

    /// Returns the state with an id, or `nil` if the diagram doesn't have it.
    ///
    /// - Complexity: O(log *n*)
    public subscript(id: State.ID) -> State? { states.index(of: id).map { states[$0] } }

    /// Adds a state.
    ///
    /// - Parameters:
    ///   - center: The center.
    ///   - radius: The radius.
    ///   - name: The name; if `nil` or empty, the diagram chooses one.
    ///   - isFinal: A Boolean value that indicates whether the state is final.
    /// - Returns: The id of the state.
    /// - Complexity: O(*n*); O(1) if the states have the automatic names `q0`, `q1`, … in order.
    @discardableResult
    public mutating func addState(
        at center: Point, radius: Double = State.defaultRadius, name: String? = nil, isFinal: Bool = false
    ) -> State.ID {
        let id = addUnnamedState(at: center, radius: radius, isFinal: isFinal)
        let index = states.count - 1
        if let name, !name.isEmpty {
            setName(name, ofStateAt: index)
        } else if numbering.count == index {
            states[index].name = "q\(index)"
            states[index].hasAutomaticName = true
            numbering.count = index + 1
        } else {
            setName("", ofStateAt: index)
        }
        return id
    }

    /// Adds a state whose name is still empty.
    mutating func addUnnamedState(at center: Point, radius: Double, isFinal: Bool = false) -> State.ID {
        let id = State.ID(nextNumber())
        states.append(State(id: id, center: center, radius: radius, isFinal: isFinal).valid(replacing: nil))
        return id
    }

    /// A Boolean value that indicates whether the next automatic name is known without a search.
    var hasFirstAutomaticNames: Bool { numbering.count == states.count }

    /// Has the next automatic name searched for, because a state now has another name.
    mutating func forgetNumbering() { numbering.count = nil }

    /// Replaces the state that has the id of the given state. Does nothing if no state has it.
    ///
    /// If the given name is empty, the diagram chooses one. A center or radius that isn't finite is
    /// ignored. A state whose automatic name equals the given name gets another automatic name.
    ///
    /// - Complexity: O(*n*)
    public mutating func update(_ state: State) {
        guard let index = states.index(of: state.id) else { return }
        let old = states[index]
        states[index] = state.valid(replacing: old)
        states[index].name = old.name
        states[index].hasAutomaticName = old.hasAutomaticName
        if !state.name.utf8.elementsEqual(old.name.utf8) { setName(state.name, ofStateAt: index) }
    }

    /// Removes a state and its loops. The ends of other arrows at the state become free, and keep
    /// their positions.
    ///
    /// - Complexity: O(*n* + *m*)
    public mutating func remove(_ id: State.ID) {
        guard let index = states.index(of: id) else { return }
        numbering.count = nil
        transitions.removeAll { $0.start == id && $0.end == id }
        for index in transitions.indices where transitions[index].start == id || transitions[index].end == id {
            let ends = ends(of: transitions[index])
            transitions[index].tail = ends.tail.valid(replacing: .zero)
            transitions[index].tip = ends.tip.valid(replacing: .zero)
            if transitions[index].start == id { transitions[index].start = nil }
            if transitions[index].end == id { transitions[index].end = nil }
        }
        states.remove(at: index)
    }

    // MARK: Transitions

    /// Returns the transition with an id, or `nil` if the diagram doesn't have it.
    ///
    /// - Complexity: O(log *m*)
    public subscript(id: Transition.ID) -> Transition? { transitions.index(of: id).map { transitions[$0] } }

    /// Adds a transition.
    ///
    /// A transition that has no start, no symbols and no ε marks its end as initial.
    ///
    /// - Parameters:
    ///   - start: The state that the transition leaves.
    ///   - end: The state that the transition enters.
    ///   - symbols: The symbols that the transition reads. Empty symbols are ignored.
    ///   - hasEpsilon: A Boolean value that indicates whether the transition can also be taken
    ///     without reading a symbol.
    /// - Returns: The id of the transition.
    /// - Complexity: O(log *n*), plus the time to sort the symbols.
    @discardableResult
    public mutating func addTransition(
        from start: State.ID? = nil, to end: State.ID? = nil, symbols: [String] = [], hasEpsilon: Bool = false
    ) -> Transition.ID {
        let id = Transition.ID(nextNumber())
        var transition = Transition(id: id)
        (transition.start, transition.end) = (start, end)
        (transition.symbols, transition.hasEpsilon) = (symbols, hasEpsilon)
        transitions.append(valid(transition, replacing: nil))
        return id
    }

    /// Replaces the transition that has the id of the given transition. Does nothing if no
    /// transition has it.
    ///
    /// An end at a state that the diagram doesn't have becomes free. Positions that aren't finite
    /// are ignored.
    ///
    /// - Complexity: O(log *n* + log *m*), plus the time to sort the symbols.
    public mutating func update(_ transition: Transition) {
        guard let index = transitions.index(of: transition.id) else { return }
        transitions[index] = valid(transition, replacing: transitions[index])
    }

    /// Removes a transition.
    ///
    /// - Complexity: O(*m*)
    public mutating func remove(_ id: Transition.ID) {
        if let index = transitions.index(of: id) { transitions.remove(at: index) }
    }

    /// Removes transitions.
    ///
    /// - Complexity: O(*m*)
    package mutating func remove(_ ids: Set<Transition.ID>) { transitions.removeAll { ids.contains($0.id) } }

    // MARK: Notes

    /// Returns the note with an id, or `nil` if the diagram doesn't have it.
    ///
    /// - Complexity: O(log *k*) for *k* notes.
    public subscript(id: Note.ID) -> Note? { notes.index(of: id).map { notes[$0] } }

    /// Adds a note.
    ///
    /// - Returns: The id of the note.
    @discardableResult
    public mutating func addNote(_ text: String, at position: Point) -> Note.ID {
        let id = Note.ID(nextNumber())
        notes.append(Note(id: id, text: text, position: position.valid(replacing: .zero)))
        return id
    }

    /// Replaces the note that has the id of the given note. Does nothing if no note has it.
    public mutating func update(_ note: Note) {
        guard let index = notes.index(of: note.id) else { return }
        let old = notes[index]
        notes[index] = note
        notes[index].position = note.position.valid(replacing: old.position)
    }

    /// Removes a note.
    public mutating func remove(_ id: Note.ID) {
        if let index = notes.index(of: id) { notes.remove(at: index) }
    }

    // MARK: Diagrams

    /// Adds copies of the elements of another diagram, moved by a distance.
    ///
    /// A copied state whose name is already in use gets an automatic name.
    ///
    /// - Complexity: O(*n* + *k* log (*n* + *k*)) for *k* elements of the other diagram.
    public mutating func insert(_ other: Diagram, x: Double, y: Double) {
        func moved(_ position: Point) -> Point { Point(x: position.x + x, y: position.y + y) }
        var ids: [State.ID: State.ID] = [:]
        var names = Set(states.lazy.map { Array($0.name.utf8) })
        // No number before this one is unused.
        var number = 0
        for state in other.states {
            var copy = State(
                id: State.ID(nextNumber()), center: moved(state.center), radius: state.radius, isFinal: state.isFinal)
            copy.name = state.name
            copy.hasAutomaticName = state.hasAutomaticName || names.contains(Array(state.name.utf8))
            if copy.hasAutomaticName {
                while names.contains(Array("q\(number)".utf8)) { number += 1 }
                copy.name = "q\(number)"
            }
            names.insert(Array(copy.name.utf8))
            numbering.count = nil
            states.append(copy.valid(replacing: nil))
            ids[state.id] = copy.id
        }
        for transition in other.transitions {
            var copy = Transition(id: addTransition())
            (copy.start, copy.end) = (transition.start.flatMap { ids[$0] }, transition.end.flatMap { ids[$0] })
            (copy.symbols, copy.hasEpsilon) = (transition.symbols, transition.hasEpsilon)
            (copy.tail, copy.tip) = (moved(transition.tail), moved(transition.tip))
            (copy.bend, copy.angle) = (transition.bend, transition.angle)
            update(copy)
        }
        for note in other.notes { addNote(note.text, at: moved(note.position)) }
    }

    /// Removes all elements. Their ids aren't used again.
    public mutating func removeAll() {
        (states, transitions, notes) = ([], [], [])
        numbering.count = 0
    }

    // MARK: Invariants

    /// Restores a diagram from its elements. Elements with repeated ids are left out, as are ends
    /// at missing states.
    ///
    /// - Complexity: O((*n* + *m*) log (*n* + *m*))
    package init(states: [State], transitions: [Transition], notes: [Note], addedCount: Int) {
        var numbers: Set<Int> = []
        self.states = states.sorted { $0.id < $1.id }.filter { numbers.insert($0.id.number).inserted }
            .map { $0.valid(replacing: nil) }
        let names = Set(self.states.map(\.name))
        var number = 0
        for index in self.states.indices where self.states[index].name.isEmpty {
            while names.contains("q\(number)") { number += 1 }
            self.states[index].name = "q\(number)"
            self.states[index].hasAutomaticName = true
            number += 1
        }
        for transition in transitions.sorted(by: { $0.id < $1.id })
        where numbers.insert(transition.id.number).inserted {
            self.transitions.append(valid(transition, replacing: nil))
        }
        for var note in notes.sorted(by: { $0.id < $1.id }) where numbers.insert(note.id.number).inserted {
            note.position = note.position.valid(replacing: .zero)
            self.notes.append(note)
        }
        self.addedCount = max(addedCount, numbers.max() ?? 0)
    }

    private mutating func nextNumber() -> Int {
        addedCount += 1
        return addedCount
    }

    private func valid(_ transition: Transition, replacing old: Transition?) -> Transition {
        var result = transition
        if let start = result.start, self[start] == nil { result.start = nil }
        if let end = result.end, self[end] == nil { result.end = nil }
        result.symbols = Self.sortedByBytes(result.symbols.filter { !$0.isEmpty })
        result.tail = result.tail.valid(replacing: old?.tail ?? .zero)
        result.tip = result.tip.valid(replacing: old?.tip ?? .zero)
        result.bend = Point.valid(result.bend, replacing: old?.bend ?? 0)
        result.angle =
            result.angle.isFinite
            ? result.angle.remainder(dividingBy: 2 * .pi) : old?.angle ?? Transition.defaultAngle
        return result
    }

    /// Returns strings sorted by their bytes, each once. Symbols and names are equal if their bytes
    /// are equal.
    package static func sortedByBytes(_ strings: [String]) -> [String] {
        var result: [String] = []
        for string in strings.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
            if let last = result.last, last.utf8.elementsEqual(string.utf8) { continue }
            result.append(string)
        }
        return result
    }

    /// Names a state. Automatic names are `q` and the least number that gives a new name.
    private mutating func setName(_ name: String, ofStateAt index: Int) {
        numbering.count = nil
        states[index].hasAutomaticName = name.isEmpty
        guard name.isEmpty else {
            states[index].name = name
            for other in states.indices where other != index && states[other].hasAutomaticName {
                if states[other].name.utf8.elementsEqual(name.utf8) { setName("", ofStateAt: other) }
            }
            return
        }
        states[index].name = ""
        states[index].name = "q\(leastUnusedNumber)"
    }

    /// The least number that isn't in an automatic name of a state.
    private var leastUnusedNumber: Int {
        var isUsed = [Bool](repeating: false, count: states.count + 1)
        for state in states {
            if let number = state.automaticNumber, number < isUsed.count { isUsed[number] = true }
        }
        return isUsed.firstIndex(of: false) ?? states.count
    }
}

extension Diagram.State {
    /// The number in a name that the diagram could have chosen; `nil` for other names.
    var automaticNumber: Int? {
        let bytes = name.utf8
        guard bytes.first == UInt8(ascii: "q"), 2...10 ~= bytes.count else { return nil }
        let digits = bytes.dropFirst()
        guard digits.first != UInt8(ascii: "0") || digits.count == 1 else { return nil }
        var number = 0
        for digit in digits {
            guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= digit else { return nil }
            number = 10 * number + Int(digit - UInt8(ascii: "0"))
        }
        return number
    }
}

extension Array where Element: Identifiable, Element.ID: Comparable {
    /// Returns the index of the element with an id, in an array that is sorted by id.
    func index(of id: Element.ID) -> Int? {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle].id < id { low = middle + 1 } else { high = middle }
        }
        return low < count && self[low].id == id ? low : nil
    }
}
