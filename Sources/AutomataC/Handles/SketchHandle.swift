internal import Automata
internal import CAutomata
internal import Diagrams
internal import Sketches
internal import Strokes

/// A sketch for one thread at a time, with the parts lent to C until the next event.
final class SketchHandle: Handle {
    static let kind: StaticString = "sketch"

    private(set) var sketch: Sketch
    private var lentElements: LentElements?
    private var lentProblems: LentProblems?
    private var lentInterpretations: [Sketch.Ink.ID: LentInterpretation] = [:]
    /// Interprets ink until the next event.
    private var interpreter: InkInterpreter?
    private var lentChange: LentChange?

    init(_ sketch: Sketch) { self.sketch = sketch }

    /// Applies an event, and releases the lent parts.
    func apply(_ event: Sketch.Event) -> LentChange { lend(sketch.apply(event)) }

    /// Applies an event within a budget, and releases the lent parts.
    func apply(_ event: Sketch.Event, budget: Budget) throws(CallError) -> LentChange {
        // The budget's callback may look at the sketch.
        var copy = sketch
        let change = try core { () throws(AutomataError) in try copy.apply(event, budget: budget) }
        sketch = copy
        return lend(change)
    }

    private func lend(_ change: Sketch.Change) -> LentChange {
        let change = LentChange(change)
        (lentElements, lentProblems, lentInterpretations, interpreter) = (nil, nil, [:], nil)
        lentChange = change
        return change
    }

    /// The elements for C.
    var elements: LentElements {
        if let lentElements { return lentElements }
        let made = LentElements(sketch)
        lentElements = made
        return made
    }

    /// The problems for C.
    var problems: LentProblems {
        if let lentProblems { return lentProblems }
        let made = LentProblems(sketch.diagram.problems)
        lentProblems = made
        return made
    }

    /// Returns the current interpretation of ink.
    func interpretation(of id: Sketch.Ink.ID) -> LentInterpretation? {
        if let lent = lentInterpretations[id] { return lent }
        let interpreter = interpreter ?? sketch.interpreter
        self.interpreter = interpreter
        let made = interpreter.interpretation(of: id).map { LentInterpretation($0) }
        lentInterpretations[id] = made
        return made
    }
}

/// The elements of a sketch, lent to C.
final class LentElements {
    /// The names of states, and then the texts of notes.
    private let texts: StableNames
    /// The symbols of all transitions, one transition after another.
    private let symbols: StableNames
    let states: StableArray<automata_sketch_drawn_state>
    let transitions: StableArray<automata_sketch_drawn_transition>
    let notes: StableArray<automata_sketch_drawn_note>
    let ink: StableArray<automata_sketch_drawn_ink>

    init(_ sketch: Sketch) {
        let diagram = sketch.diagram
        let texts = StableNames(diagram.states.map(\.name) + diagram.notes.map(\.text))
        let symbols = StableNames(diagram.transitions.flatMap(\.symbols))
        let initial = Set(diagram.transitions.lazy.filter(\.marksInitialState).compactMap(\.end))
        states = StableArray(
            diagram.states.enumerated().map { index, state in
                automata_sketch_drawn_state(
                    id: UInt64(state.id.number), name: texts.text(index), center: state.center.forC,
                    radius: state.radius, is_initial: initial.contains(state.id), is_final: state.isFinal,
                    has_automatic_name: state.hasAutomaticName)
            })
        notes = StableArray(
            diagram.notes.enumerated().map { index, note in
                automata_sketch_drawn_note(
                    id: UInt64(note.id.number), text: texts.text(diagram.states.count + index),
                    place: note.position.forC)
            })
        var end = 0
        transitions = StableArray(
            diagram.transitions.map { transition in
                let ends = diagram.ends(of: transition)
                let start = end
                end += transition.symbols.count
                return automata_sketch_drawn_transition(
                    id: UInt64(transition.id.number), from: transition.start.forC, to: transition.end.forC,
                    symbols: symbols.lent(start..<end), has_epsilon: transition.hasEpsilon,
                    is_initial_mark: transition.marksInitialState, tail: ends.tail.forC, tip: ends.tip.forC,
                    bend: transition.bend, angle: transition.angle)
            })
        ink = StableArray(
            sketch.ink.map { ink in
                automata_sketch_drawn_ink(
                    id: UInt64(ink.id.number), reading: ink.reading.forC, probability: ink.probability,
                    element: ink.element?.forC ?? automata_sketch_element(kind: .init(0), id: .max),
                    is_chosen: ink.isChosen, stroke_count: ink.strokes.count,
                    point_count: ink.strokes.reduce(0) { $0 + $1.points.count })
            })
        (self.texts, self.symbols) = (texts, symbols)
    }
}

/// The problems of a sketch, lent to C.
final class LentProblems {
    private let messages: StableNames
    private let elements: StableArray<automata_sketch_element>
    let problems: StableArray<automata_sketch_problem_details>

    init(_ problems: [Diagram.Problem]) {
        let messages = StableNames(problems.map(\.message))
        let elements = StableArray(
            problems.flatMap { problem in
                problem.states.map { Sketch.Element.state($0).forC }
                    + problem.transitions.map { Sketch.Element.transition($0).forC }
            })
        var end = 0
        self.problems = StableArray(
            problems.enumerated().map { index, problem in
                let start = end
                end += problem.states.count + problem.transitions.count
                return automata_sketch_problem_details(
                    reason: problem.reason.forC, message: messages[UInt32(index)], elements: elements.lent(start..<end))
            })
        (self.messages, self.elements) = (messages, elements)
    }
}

/// The interpretation of ink, lent to C.
final class LentInterpretation {
    private let reason: StableNames
    private let alternatives: StableArray<automata_sketch_alternative>
    private let handwriting: LentHandwriting?
    private let value: StableArray<automata_sketch_interpretation>

    init(_ interpretation: Sketch.Interpretation) {
        reason = StableNames([interpretation.reason])
        alternatives = StableArray(
            interpretation.alternatives.map {
                automata_sketch_alternative(reading: $0.reading.forC, probability: $0.probability)
            })
        handwriting = interpretation.handwriting.map { LentHandwriting($0) }
        value = StableArray([
            automata_sketch_interpretation(
                ink: UInt64(interpretation.ink.number), reading: interpretation.reading.forC,
                probability: interpretation.probability, reason: reason[0], alternatives: alternatives.start,
                alternative_count: alternatives.count, handwriting: handwriting?.pointer)
        ])
    }

    var pointer: UnsafePointer<automata_sketch_interpretation>? { value.start }
}

/// A handwritten word, lent to C.
final class LentHandwriting {
    private let ink: StableArray<UInt64>
    private let text: StableNames?
    private let candidates: StableArray<automata_text_candidate>
    private let value: StableArray<automata_sketch_handwriting>

    init(_ handwriting: Sketch.Handwriting) {
        ink = StableArray(handwriting.ink.map { UInt64($0.number) })
        text = handwriting.text.map { StableNames([$0]) }
        candidates = StableArray(handwriting.candidates.map { automata_text_candidate($0) })
        value = StableArray([
            automata_sketch_handwriting(
                ink: ink.start, ink_count: ink.count,
                element: handwriting.element?.forC ?? automata_sketch_element(kind: .init(0), id: .max),
                text: text?.text(0) ?? automata_text(data: nil, length: 0), candidates: candidates.start,
                candidate_count: candidates.count)
        ])
    }

    var pointer: UnsafePointer<automata_sketch_handwriting>? { value.start }
}

/// The effect of an event, lent to C.
final class LentChange {
    private let inserted: StableArray<automata_sketch_element>
    private let updated: StableArray<automata_sketch_element>
    private let removed: StableArray<automata_sketch_element>
    private let interpretation: LentInterpretation?
    private let notice: automata_sketch_notice
    private let message: StableNames?

    init(_ change: Sketch.Change) {
        inserted = StableArray(change.inserted.map(\.forC))
        updated = StableArray(change.updated.map(\.forC))
        removed = StableArray(change.removed.map(\.forC))
        interpretation = change.interpretation.map { LentInterpretation($0) }
        notice = change.notice?.forC ?? AUTOMATA_SKETCH_NOTICE_NONE
        message = change.notice.map { StableNames([$0.description]) }
    }

    /// The id of the first new element.
    var firstInserted: UInt64 { inserted.count > 0 ? inserted[0].id : .max }

    /// Returns the change in C's struct of the given size.
    func lent(size: Int) -> automata_sketch_change {
        automata_sketch_change(
            struct_size: size, inserted: inserted.lent(0..<inserted.count), updated: updated.lent(0..<updated.count),
            removed: removed.lent(0..<removed.count), interpretation: interpretation?.pointer, notice: notice,
            message: message?[0] ?? emptyText)
    }
}

extension StableArray<automata_sketch_element> {
    /// Returns some of the elements.
    fileprivate func lent(_ range: Range<Int>) -> automata_sketch_elements {
        automata_sketch_elements(
            items: range.isEmpty ? nil : start.map { $0 + range.lowerBound }, count: range.count)
    }
}

extension StableNames {
    /// Returns some of the names.
    fileprivate func lent(_ range: Range<Int>) -> automata_names {
        automata_names(items: range.isEmpty ? nil : lent.items.map { $0 + range.lowerBound }, count: range.count)
    }

    fileprivate func text(_ index: Int) -> automata_text {
        lent.items.map { $0[index] } ?? automata_text(data: emptyText, length: 0)
    }
}
