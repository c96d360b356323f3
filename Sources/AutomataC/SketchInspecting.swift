// The functions here are described in automata_sketch.h.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import CAutomata
internal import Diagrams
internal import Sketches
internal import Strokes

extension StableArray {
    /// Returns the place of an element in memory; `nil` for an index out of range.
    fileprivate func pointer(at index: Int) -> UnsafePointer<Element>? {
        0..<count ~= index ? start.map { $0 + index } : nil
    }

    /// Returns the index of the element with an id, in an array sorted by id;
    /// `AUTOMATA_NO_POSITION` if there is none.
    fileprivate func index(of id: UInt64, _ idOf: (Element) -> UInt64) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if idOf(self[middle]) < id { low = middle + 1 } else { high = middle }
        }
        return low < count && idOf(self[low]) == id ? low : -1
    }
}

@c @implementation
public func automata_sketch_count(_ sketch: OpaquePointer?, _ kind: automata_sketch_kind) -> Int {
    guard let sketch = SketchHandle.from(sketch)?.sketch else { return 0 }
    return switch kind {
    case AUTOMATA_SKETCH_STATE: sketch.diagram.states.count
    case AUTOMATA_SKETCH_TRANSITION: sketch.diagram.transitions.count
    case AUTOMATA_SKETCH_NOTE: sketch.diagram.notes.count
    case AUTOMATA_SKETCH_INK: sketch.ink.count
    default: 0
    }
}

@c @implementation
public func automata_sketch_index(_ sketch: OpaquePointer?, _ kind: automata_sketch_kind, _ id: UInt64) -> Int {
    guard let elements = SketchHandle.from(sketch)?.elements else { return -1 }
    return switch kind {
    case AUTOMATA_SKETCH_STATE: elements.states.index(of: id) { $0.id }
    case AUTOMATA_SKETCH_TRANSITION: elements.transitions.index(of: id) { $0.id }
    case AUTOMATA_SKETCH_NOTE: elements.notes.index(of: id) { $0.id }
    case AUTOMATA_SKETCH_INK: elements.ink.index(of: id) { $0.id }
    default: -1
    }
}

@c @implementation
public func automata_sketch_state(_ sketch: OpaquePointer?, _ index: Int) -> UnsafePointer<automata_sketch_drawn_state>?
{
    SketchHandle.from(sketch)?.elements.states.pointer(at: index)
}

@c @implementation
public func automata_sketch_transition(
    _ sketch: OpaquePointer?, _ index: Int
) -> UnsafePointer<automata_sketch_drawn_transition>? {
    SketchHandle.from(sketch)?.elements.transitions.pointer(at: index)
}

@c @implementation
public func automata_sketch_note(_ sketch: OpaquePointer?, _ index: Int) -> UnsafePointer<automata_sketch_drawn_note>? {
    SketchHandle.from(sketch)?.elements.notes.pointer(at: index)
}

@c @implementation
public func automata_sketch_ink(_ sketch: OpaquePointer?, _ index: Int) -> UnsafePointer<automata_sketch_drawn_ink>? {
    SketchHandle.from(sketch)?.elements.ink.pointer(at: index)
}

@c @implementation
public func automata_sketch_ink_points(
    _ sketch: OpaquePointer?, _ index: Int, _ points: UnsafeMutablePointer<UnsafeMutablePointer<automata_point>?>?,
    _ pointCount: UnsafeMutablePointer<Int>?, _ counts: UnsafeMutablePointer<UnsafeMutablePointer<Int>?>?,
    _ strokeCount: UnsafeMutablePointer<Int>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    let pointResult = ArrayResult(points, pointCount)
    let countResult = ArrayResult(counts, strokeCount)
    return call(error) { () throws(CallError) in
        let ink = try SketchHandle.required(sketch).sketch.ink
        try pointResult.check("points", "point_count")
        try countResult.check("counts", "stroke_count")
        guard ink.indices.contains(index) else {
            throw .outOfRange("there is no ink at index \(UInt(bitPattern: index))")
        }
        let strokes = ink[index].strokes
        try pointResult.hand(out: strokes.flatMap { $0.points.map(\.forC) })
        try countResult.hand(out: strokes.map(\.points.count))
    }
}

@c @implementation
public func automata_sketch_interpretation_of(
    _ sketch: OpaquePointer?, _ ink: UInt64
) -> UnsafePointer<automata_sketch_interpretation>? {
    SketchHandle.from(sketch)?.interpretation(of: Sketch.Ink.ID(ink))?.pointer
}

@c @implementation
public func automata_sketch_problem_count(_ sketch: OpaquePointer?) -> Int {
    SketchHandle.from(sketch)?.problems.problems.count ?? 0
}

@c @implementation
public func automata_sketch_problem(
    _ sketch: OpaquePointer?, _ index: Int
) -> UnsafePointer<automata_sketch_problem_details>? {
    SketchHandle.from(sketch)?.problems.problems.pointer(at: index)
}
