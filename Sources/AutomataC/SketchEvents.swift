// The functions here are described in automata_sketch.h.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

internal import Automata
public import CAutomata
internal import Diagrams
internal import Sketches
internal import Strokes

/// Applies an event to a sketch, and writes its change if C requests it.
private func apply(
    _ sketch: OpaquePointer?, id: UnsafeMutablePointer<UInt64>? = nil,
    _ change: UnsafeMutablePointer<automata_sketch_change>?, _ error: UnsafeMutablePointer<automata_error>?,
    budget: () throws(CallError) -> Budget? = { () throws(CallError) in nil },
    _ event: () throws(CallError) -> Sketch.Event
) -> automata_status {
    id?.initialize(to: 0)
    let size = change?.pointee.struct_size ?? 0
    let hasSize = size >= MemoryLayout<automata_sketch_change>.size
    if hasSize { change?.clear(size) }
    return call(error) { () throws(CallError) in
        let handle = try SketchHandle.required(sketch)
        guard change == nil || hasSize && size <= 1 << 16 else {
            throw .invalidArgument("'change' has no size: initialize it with AUTOMATA_SKETCH_CHANGE_INIT")
        }
        let event = try event()
        let budget = try budget()
        let applied = if let budget { try handle.apply(event, budget: budget) } else { handle.apply(event) }
        change?.initialize(to: applied.lent(size: size))
        id?.initialize(to: applied.firstInserted)
    }
}

extension UnsafeMutablePointer<automata_sketch_change> {
    /// Writes the values of `AUTOMATA_SKETCH_CHANGE_INIT`.
    fileprivate func clear(_ size: Int) {
        var change = automata_sketch_change()
        (change.struct_size, change.message) = (size, emptyText)
        initialize(to: change)
    }
}

// MARK: Ink and texts

@c @implementation
public func automata_sketch_draw(
    _ sketch: OpaquePointer?, _ points: UnsafePointer<automata_point>?, _ counts: UnsafePointer<Int>?,
    _ strokeCount: Int, _ change: UnsafeMutablePointer<automata_sketch_change>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    apply(sketch, change, error) { () throws(CallError) in
        .draw(try StrokeArguments(points, counts, strokeCount).copies)
    }
}

@c @implementation
public func automata_sketch_erase(
    _ sketch: OpaquePointer?, _ points: UnsafePointer<automata_point>?, _ count: Int,
    _ change: UnsafeMutablePointer<automata_sketch_change>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    apply(sketch, change, error) { () throws(CallError) in
        let strokes = try withUnsafePointer(to: count) { (counts) throws(CallError) in
            try StrokeArguments(points, counts, 1, countName: "count").copies
        }
        return .erase(strokes[0])
    }
}

@c @implementation
public func automata_sketch_place_text(
    _ sketch: OpaquePointer?, _ text: UnsafePointer<CChar>?, _ length: Int, _ position: automata_point,
    _ change: UnsafeMutablePointer<automata_sketch_change>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    apply(sketch, change, error) { () throws(CallError) in
        .write(try Argument.string(text, length, "text"), at: Diagram.Point(position))
    }
}

@c @implementation
public func automata_sketch_reinterpret(
    _ sketch: OpaquePointer?, _ ink: UInt64, _ reading: automata_sketch_reading,
    _ change: UnsafeMutablePointer<automata_sketch_change>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    apply(sketch, change, error) { () throws(CallError) in
        .reinterpret(Sketch.Ink.ID(ink), as: try Sketch.Reading(reading))
    }
}

@c @implementation
public func automata_sketch_transcribe(
    _ sketch: OpaquePointer?, _ ink: UInt64, _ text: UnsafePointer<CChar>?, _ length: Int,
    _ change: UnsafeMutablePointer<automata_sketch_change>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    apply(sketch, change, error) { () throws(CallError) in
        .transcribe(Sketch.Ink.ID(ink), as: try Argument.string(text, length, "text"))
    }
}

// MARK: Elements

@c @implementation
public func automata_sketch_add_state(
    _ sketch: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ length: Int, _ center: automata_point, _ isFinal: Bool,
    _ id: UnsafeMutablePointer<UInt64>?, _ change: UnsafeMutablePointer<automata_sketch_change>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    apply(sketch, id: id, change, error) { () throws(CallError) in
        .addState(
            at: Diagram.Point(center), name: try Argument.string(name, length, "name"), isFinal: isFinal)
    }
}

@c @implementation
public func automata_sketch_add_transition(
    _ sketch: OpaquePointer?, _ from: UInt64, _ to: UInt64, _ tail: UnsafePointer<automata_point>?,
    _ tip: UnsafePointer<automata_point>?, _ id: UnsafeMutablePointer<UInt64>?,
    _ change: UnsafeMutablePointer<automata_sketch_change>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    apply(sketch, id: id, change, error) { () throws(CallError) in
        .addTransition(
            from: Diagram.State.ID(from), to: Diagram.State.ID(to), tail: Diagram.Point(tail), tip: Diagram.Point(tip))
    }
}

@c @implementation
public func automata_sketch_add_note(
    _ sketch: OpaquePointer?, _ text: UnsafePointer<CChar>?, _ length: Int, _ position: automata_point,
    _ id: UnsafeMutablePointer<UInt64>?, _ change: UnsafeMutablePointer<automata_sketch_change>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    apply(sketch, id: id, change, error) { () throws(CallError) in
        .addNote(try Argument.string(text, length, "text"), at: Diagram.Point(position))
    }
}

@c @implementation
public func automata_sketch_delete(
    _ sketch: OpaquePointer?, _ elements: UnsafePointer<automata_sketch_element>?, _ count: Int,
    _ change: UnsafeMutablePointer<automata_sketch_change>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    apply(sketch, change, error) { () throws(CallError) in
        .delete(try Argument.elements(elements, count, "elements"))
    }
}

@c @implementation
public func automata_sketch_move(
    _ sketch: OpaquePointer?, _ elements: UnsafePointer<automata_sketch_element>?, _ count: Int, _ x: Double,
    _ y: Double, _ change: UnsafeMutablePointer<automata_sketch_change>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    apply(sketch, change, error) { () throws(CallError) in
        .move(try Argument.elements(elements, count, "elements"), x: x, y: y)
    }
}

@c @implementation
public func automata_sketch_rewrite(
    _ sketch: OpaquePointer?, _ note: UInt64, _ text: UnsafePointer<CChar>?, _ length: Int,
    _ change: UnsafeMutablePointer<automata_sketch_change>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    apply(sketch, change, error) { () throws(CallError) in
        .rewrite(Diagram.Note.ID(note), try Argument.string(text, length, "text"))
    }
}

// MARK: States

@c @implementation
public func automata_sketch_rename(
    _ sketch: OpaquePointer?, _ state: UInt64, _ name: UnsafePointer<CChar>?, _ length: Int,
    _ change: UnsafeMutablePointer<automata_sketch_change>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    apply(sketch, change, error) { () throws(CallError) in
        .rename(Diagram.State.ID(state), try Argument.string(name, length, "name"))
    }
}

@c @implementation
public func automata_sketch_set_targets(
    _ sketch: OpaquePointer?, _ state: UInt64, _ symbol: UnsafePointer<CChar>?, _ length: Int,
    _ targets: UnsafePointer<UInt64>?, _ count: Int, _ change: UnsafeMutablePointer<automata_sketch_change>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    apply(sketch, change, error) { () throws(CallError) in
        let symbol = symbol == nil ? nil : try Argument.string(symbol, length, "symbol")
        let targets = try Argument.array(targets, count, "targets").map { Diagram.State.ID($0) }
        return .setTargets(of: Diagram.State.ID(state), on: symbol, targets)
    }
}

@c @implementation
public func automata_sketch_resize(
    _ sketch: OpaquePointer?, _ state: UInt64, _ radius: Double,
    _ change: UnsafeMutablePointer<automata_sketch_change>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    apply(sketch, change, error) { () throws(CallError) in .resize(Diagram.State.ID(state), radius: radius) }
}

@c @implementation
public func automata_sketch_set_initial(
    _ sketch: OpaquePointer?, _ state: UInt64, _ isInitial: Bool,
    _ change: UnsafeMutablePointer<automata_sketch_change>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    apply(sketch, change, error) { () throws(CallError) in .setInitial(Diagram.State.ID(state), isInitial) }
}

@c @implementation
public func automata_sketch_set_final(
    _ sketch: OpaquePointer?, _ state: UInt64, _ isFinal: Bool,
    _ change: UnsafeMutablePointer<automata_sketch_change>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    apply(sketch, change, error) { () throws(CallError) in .setFinal(Diagram.State.ID(state), isFinal) }
}

// MARK: Arrows

@c @implementation
public func automata_sketch_set_symbols(
    _ sketch: OpaquePointer?, _ transition: UInt64, _ symbols: UnsafePointer<UnsafePointer<CChar>?>?,
    _ lengths: UnsafePointer<Int>?, _ count: Int, _ change: UnsafeMutablePointer<automata_sketch_change>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    apply(sketch, change, error) { () throws(CallError) in
        var texts: [String] = []
        for (index, symbol) in try Argument.array(symbols, count, "symbols").enumerated() {
            texts.append(try Argument.string(symbol, lengths?[index] ?? Argument.zeroTerminated, "symbols"))
        }
        return .setSymbols(Diagram.Transition.ID(transition), texts)
    }
}

@c @implementation
public func automata_sketch_set_epsilon(
    _ sketch: OpaquePointer?, _ transition: UInt64, _ hasEpsilon: Bool,
    _ change: UnsafeMutablePointer<automata_sketch_change>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    apply(sketch, change, error) { () throws(CallError) in
        .setEpsilon(Diagram.Transition.ID(transition), hasEpsilon)
    }
}

@c @implementation
public func automata_sketch_bend(
    _ sketch: OpaquePointer?, _ transition: UInt64, _ through: automata_point,
    _ change: UnsafeMutablePointer<automata_sketch_change>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    apply(sketch, change, error) { () throws(CallError) in
        .bend(Diagram.Transition.ID(transition), through: Diagram.Point(through))
    }
}

@c @implementation
public func automata_sketch_turn(
    _ sketch: OpaquePointer?, _ transition: UInt64, _ angle: Double,
    _ change: UnsafeMutablePointer<automata_sketch_change>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    apply(sketch, change, error) { () throws(CallError) in .turn(Diagram.Transition.ID(transition), angle: angle) }
}

@c @implementation
public func automata_sketch_attach(
    _ sketch: OpaquePointer?, _ transition: UInt64, _ end: automata_sketch_arrow_end, _ state: UInt64,
    _ position: UnsafePointer<automata_point>?, _ change: UnsafeMutablePointer<automata_sketch_change>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    apply(sketch, change, error) { () throws(CallError) in
        .attach(
            Diagram.Transition.ID(transition), try ArrowEnd(end), to: Diagram.State.ID(state),
            at: Diagram.Point(position))
    }
}

// MARK: The whole sketch

@c @implementation
public func automata_sketch_paste(
    _ sketch: OpaquePointer?, _ other: OpaquePointer?, _ x: Double, _ y: Double,
    _ change: UnsafeMutablePointer<automata_sketch_change>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    apply(sketch, change, error) { () throws(CallError) in
        .paste(try SketchHandle.required(other).sketch.diagram, x: x, y: y)
    }
}

@c @implementation
public func automata_sketch_lay_out(
    _ sketch: OpaquePointer?, _ budget: UnsafePointer<automata_budget>?,
    _ change: UnsafeMutablePointer<automata_sketch_change>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    apply(sketch, change, error, budget: { () throws(CallError) in try Budget(budget) }) {
        () throws(CallError) in .layOut
    }
}

@c @implementation
public func automata_sketch_clear(
    _ sketch: OpaquePointer?, _ change: UnsafeMutablePointer<automata_sketch_change>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    apply(sketch, change, error) { () throws(CallError) in .clear }
}

@c @implementation
public func automata_sketch_undo(
    _ sketch: OpaquePointer?, _ change: UnsafeMutablePointer<automata_sketch_change>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    apply(sketch, change, error) { () throws(CallError) in .undo }
}

@c @implementation
public func automata_sketch_redo(
    _ sketch: OpaquePointer?, _ change: UnsafeMutablePointer<automata_sketch_change>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    apply(sketch, change, error) { () throws(CallError) in .redo }
}

@c @implementation
public func automata_sketch_can_undo(_ sketch: OpaquePointer?) -> Bool {
    SketchHandle.from(sketch)?.sketch.canUndo ?? false
}

@c @implementation
public func automata_sketch_can_redo(_ sketch: OpaquePointer?) -> Bool {
    SketchHandle.from(sketch)?.sketch.canRedo ?? false
}
