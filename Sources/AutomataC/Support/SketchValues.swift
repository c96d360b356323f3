internal import CAutomata
internal import Diagrams
internal import Sketches
internal import Strokes

extension Diagram.Point {
    /// The position for C.
    var forC: automata_point { automata_point(x: x, y: y) }

    /// Creates the position that C gives.
    init(_ point: automata_point) { self.init(x: point.x, y: point.y) }

    /// Creates the position that C gives; the origin for NULL.
    init(_ point: UnsafePointer<automata_point>?) { self = point.map { Self($0.pointee) } ?? .zero }
}

extension Diagram.ElementID {
    /// Creates the id that C gives. No element has a number above `Int.max`.
    init(_ number: UInt64) { self.init(Int(clamping: number)) }
}

extension Sketch.Ink.ID {
    /// Creates the id that C gives. No ink has a number above `Int.max`.
    init(_ number: UInt64) { self.init(Int(clamping: number)) }
}

extension Diagram.State.ID? {
    /// The id for C; `AUTOMATA_SKETCH_NO_ELEMENT` for `nil`.
    var forC: UInt64 { map { UInt64($0.number) } ?? .max }
}

extension Sketch.Element {
    /// The element for C.
    var forC: automata_sketch_element {
        switch self {
        case .state(let id): automata_sketch_element(kind: AUTOMATA_SKETCH_STATE, id: UInt64(id.number))
        case .transition(let id): automata_sketch_element(kind: AUTOMATA_SKETCH_TRANSITION, id: UInt64(id.number))
        case .note(let id): automata_sketch_element(kind: AUTOMATA_SKETCH_NOTE, id: UInt64(id.number))
        case .ink(let id): automata_sketch_element(kind: AUTOMATA_SKETCH_INK, id: UInt64(id.number))
        }
    }

    /// Creates the element that C gives.
    init(_ element: automata_sketch_element) throws(CallError) {
        switch element.kind {
        case AUTOMATA_SKETCH_STATE: self = .state(Diagram.State.ID(element.id))
        case AUTOMATA_SKETCH_TRANSITION: self = .transition(Diagram.Transition.ID(element.id))
        case AUTOMATA_SKETCH_NOTE: self = .note(Diagram.Note.ID(element.id))
        case AUTOMATA_SKETCH_INK: self = .ink(Sketch.Ink.ID(element.id))
        default: throw .invalidArgument("invalid 'kind'; expected a constant of automata_sketch_kind")
        }
    }
}

extension Argument {
    /// Returns a list of elements, which the sketch may not have.
    static func elements(
        _ start: UnsafePointer<automata_sketch_element>?, _ count: Int, _ name: StaticString
    ) throws(CallError) -> [Sketch.Element] {
        var elements: [Sketch.Element] = []
        for element in try array(start, count, name) { elements.append(try Sketch.Element(element)) }
        return elements
    }
}

extension Sketch.Reading {
    /// The meaning for C.
    var forC: automata_sketch_reading {
        switch self {
        case .none: AUTOMATA_SKETCH_READING_NONE
        case .state: AUTOMATA_SKETCH_READING_STATE
        case .ring: AUTOMATA_SKETCH_READING_RING
        case .transition: AUTOMATA_SKETCH_READING_TRANSITION
        case .loop: AUTOMATA_SKETCH_READING_LOOP
        case .head: AUTOMATA_SKETCH_READING_HEAD
        case .text: AUTOMATA_SKETCH_READING_TEXT
        }
    }

    /// Creates the meaning that C gives.
    init(_ reading: automata_sketch_reading) throws(CallError) {
        guard let known = Self.allCases.first(where: { $0.forC == reading }) else {
            throw .invalidArgument("invalid 'reading'; expected a constant of automata_sketch_reading")
        }
        self = known
    }
}

extension Sketch.Notice {
    /// The notice for C.
    var forC: automata_sketch_notice {
        switch self {
        case .nothingToUndo: AUTOMATA_SKETCH_NOTICE_NOTHING_TO_UNDO
        case .nothingToRedo: AUTOMATA_SKETCH_NOTICE_NOTHING_TO_REDO
        case .noSuchElement: AUTOMATA_SKETCH_NOTICE_NO_SUCH_ELEMENT
        case .noInk: AUTOMATA_SKETCH_NOTICE_NO_INK
        case .nothingErased: AUTOMATA_SKETCH_NOTICE_NOTHING_ERASED
        case .alreadyFinal: AUTOMATA_SKETCH_NOTICE_ALREADY_FINAL
        case .loopWithoutState: AUTOMATA_SKETCH_NOTICE_LOOP_WITHOUT_STATE
        case .impossible: AUTOMATA_SKETCH_NOTICE_IMPOSSIBLE
        case .scribbledOut: AUTOMATA_SKETCH_NOTICE_SCRIBBLED_OUT
        case .becameInitial: AUTOMATA_SKETCH_NOTICE_BECAME_INITIAL
        case .severalInitial: AUTOMATA_SKETCH_NOTICE_SEVERAL_INITIAL
        case .doubtfulText: AUTOMATA_SKETCH_NOTICE_DOUBTFUL_TEXT
        case .doubtfulRing: AUTOMATA_SKETCH_NOTICE_DOUBTFUL_RING
        case .doubtfulLoop: AUTOMATA_SKETCH_NOTICE_DOUBTFUL_LOOP
        case .doubtfulEnd: AUTOMATA_SKETCH_NOTICE_DOUBTFUL_END
        }
    }
}

extension Diagram.Problem.Reason {
    /// The reason for C.
    var forC: automata_sketch_problem_reason {
        switch self {
        case .noState: AUTOMATA_SKETCH_PROBLEM_NO_STATE
        case .noInitialState: AUTOMATA_SKETCH_PROBLEM_NO_INITIAL_STATE
        case .duplicateName: AUTOMATA_SKETCH_PROBLEM_DUPLICATE_NAME
        case .noSymbol: AUTOMATA_SKETCH_PROBLEM_NO_SYMBOL
        case .noStart: AUTOMATA_SKETCH_PROBLEM_NO_START
        case .noEnd: AUTOMATA_SKETCH_PROBLEM_NO_END
        case .noEnds: AUTOMATA_SKETCH_PROBLEM_NO_ENDS
        }
    }
}

extension ArrowEnd {
    /// Creates the end that C gives.
    init(_ end: automata_sketch_arrow_end) throws(CallError) {
        switch end {
        case AUTOMATA_SKETCH_ARROW_TAIL: self = .tail
        case AUTOMATA_SKETCH_ARROW_TIP: self = .tip
        default: throw .invalidArgument("invalid 'end'; expected a constant of automata_sketch_arrow_end")
        }
    }
}
