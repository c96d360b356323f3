import AlgorithmSupport
import Diagrams
import Sketches
import StrokeSynthesis
import Strokes
import TestSupport
import Testing
import WorkLimits

/// Laws that hold after any events, on random ones.
@Suite("Random events")
struct RandomEventTests {
    @Test("undoing what was done, and reading what was written, change nothing")
    func laws() throws {
        for seed in 0..<UInt64(TestScope.isLong ? 2000 : 20) {
            var source = EventSource(seed: seed)
            var sketch = Sketch()
            for step in 0..<(TestScope.isLong ? 500 : 100) {
                let before = sketch
                let event = source.event(for: sketch)
                let preview = sketch.preview(event)
                // What was recognized before doesn't matter.
                var fresh = step % 10 == 1 ? try before.document().withUnsafeBytes { try Sketch(document: $0) } : nil
                let change = sketch.apply(event)
                if event != .undo, event != .redo, fresh != nil {
                    #expect(fresh?.apply(event) == change && fresh == sketch, "\(event)")
                }
                #expect(preview.diagram == sketch.diagram && preview.change == change)
                #expect(change.isEmpty == (before == sketch))
                if !change.isEmpty, event != .undo {
                    var undone = sketch
                    undone.apply(.undo)
                    #expect(undone == before, "\(event)")
                    undone.apply(.redo)
                    #expect(undone == sketch, "\(event)")
                }
                Self.check(sketch)
                guard step % 10 == 0 else { continue }
                let document = sketch.document()
                let read = try document.withUnsafeBytes { text in try Sketch(document: text) }
                #expect(read == sketch)
                #expect(read.document() == document)
            }
        }
    }

    /// Checks what `Diagram` and `Sketch` promise.
    private static func check(_ sketch: Sketch) {
        let diagram = sketch.diagram
        let ids =
            diagram.states.map(\.id.number) + diagram.transitions.map(\.id.number) + diagram.notes.map(\.id.number)
        #expect(Set(ids).count == ids.count)
        #expect(diagram.states.allSatisfy { !$0.name.isEmpty && $0.radius > 0 && $0.center.x.isFinite })
        for arrow in diagram.transitions {
            #expect(arrow.start.map { diagram[$0] != nil } ?? true)
            #expect(arrow.end.map { diagram[$0] != nil } ?? true)
            #expect(arrow.bend.isFinite && arrow.angle.isFinite && arrow.tail.x.isFinite && arrow.tip.y.isFinite)
        }
        for ink in sketch.ink {
            switch ink.element {
            case .state(let id)?: #expect(diagram[id] != nil)
            case .transition(let id)?: #expect(diagram[id] != nil)
            case .note?, .ink?: Issue.record("ink makes no notes")
            case nil: #expect(ink.reading == .none || ink.reading == .text)
            }
        }
    }

    @Test("any bytes are a sketch or an error with a place")
    func documents() throws {
        var source = EventSource(seed: 7)
        var sketch = Sketch()
        for _ in 0..<60 { sketch.apply(source.event(for: sketch)) }
        let document = sketch.document()
        var random = SplitMix64(seed: 8)
        for round in 0..<(TestScope.isLong ? 100_000 : 3000) {
            var text = document
            switch round % 3 {
            case 0: text.removeLast(Int.random(in: 0..<text.count, using: &random))
            case 1: text[Int.random(in: 0..<text.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            default:
                let place = Int.random(in: 0..<text.count, using: &random)
                text.removeSubrange(place..<min(place + Int.random(in: 1...40, using: &random), text.count))
            }
            do {
                let read = try text.withUnsafeBytes { text in try Sketch(document: text) }
                Self.check(read)
            } catch {
                #expect(error is SketchDocumentError)
                #expect((error as? SketchDocumentError)?.line != nil)
            }
        }
    }

    @Test("documents keep all digits of ids")
    func longIDs() throws {
        let document = """
            {"format":"automata-sketch","version":1,"added":[999999999999999999,0],"states":[{"id":999999999999999998}],\
            "transitions":[{"id":999999999999999999,"from":999999999999999998,"to":999999999999999998}]}
            """
        let sketch = try Array(document.utf8).withUnsafeBytes { try Sketch(document: $0) }
        let again = try sketch.document().withUnsafeBytes { try Sketch(document: $0) }
        #expect(again == sketch)
        #expect(again.diagram.transitions.map(\.isLoop) == [true])
    }

    @Test("documents that lie are mended or refused")
    func hostileDocuments() throws {
        func read(_ text: String) throws -> Sketch {
            var bytes = Array(text.utf8)
            return try bytes.withUnsafeMutableBytes {
                try Sketch(document: UnsafeRawBufferPointer($0), name: "x.sketch")
            }
        }
        let sketch = try read(
            """
            {"format":"automata-sketch","version":1,"new":{"a":[1]},"states":[{"id":2,"name":"a","center":[1e400,3]},\
            {"id":2,"name":"b"},{"id":1,"radius":-5}],"transitions":[{"id":2},{"id":7,"from":9,"to":2,"bend":1e400}],\
            "ink":[{"id":3,"reading":"state","state":44,"strokes":[[[1,2]]]}]}
            """)
        #expect(sketch.diagram.states.map(\.name) == ["q0", "a"])
        #expect(sketch.diagram.transitions.map(\.id.number) == [7])
        #expect(sketch.diagram.transitions[0].start == nil && sketch.diagram.transitions[0].end != nil)
        #expect(sketch.ink.map(\.reading) == [.none])
        for (text, message) in [
            ("{}", "x.sketch:1:1: expected \"format\":\"automata-sketch\""),
            (
                "{\"format\":\"automata-sketch\",\"version\":2}",
                "x.sketch:1:29: the sketch has version 2, but this library reads versions up to 1; read the sketch with the version that wrote it"
            ),
            ("{\"format\":\"automata-sketch\"} x", "x.sketch:1:30: expected the end of the sketch, found 'x'"),
        ] {
            let error = #expect(throws: SketchDocumentError.self) { try read(text) }
            #expect(error?.description == message)
        }
    }
}

/// Random events, of which most are about elements that are there.
struct EventSource {
    var random: SplitMix64
    var generator: StrokeGenerator

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
        generator = StrokeGenerator(seed: seed)
    }

    private mutating func number(_ range: ClosedRange<Double>) -> Double {
        // Now and then one that is none.
        switch Int.random(in: 0..<60, using: &random) {
        case 0: .infinity
        case 1: .nan
        case 2: -1e300
        default: Double.random(in: range, using: &random)
        }
    }

    private mutating func place() -> Diagram.Point { Diagram.Point(x: number(0...600), y: number(0...400)) }

    mutating func event(for sketch: Sketch) -> Sketch.Event {
        let diagram = sketch.diagram
        let state = diagram.states.randomElement(using: &random)?.id
        let other = diagram.states.randomElement(using: &random)?.id
        let transition = diagram.transitions.randomElement(using: &random)?.id
        let ink = sketch.ink.randomElement(using: &random)?.id
        var elements: [Sketch.Element] = []
        if let state, Bool.random(using: &random) { elements.append(.state(state)) }
        if let transition, Bool.random(using: &random) { elements.append(.transition(transition)) }
        if let ink, Int.random(in: 0..<4, using: &random) == 0 { elements.append(.ink(ink)) }
        if let note = diagram.notes.last?.id, Bool.random(using: &random) { elements.append(.note(note)) }
        switch Int.random(in: 0..<28, using: &random) {
        case 0...5:
            let strokes = generator.element().strokes
            return .draw(strokes.map { moved($0) })
        case 6: return .erase(moved(generator.element(of: .transition).strokes[0]))
        case 7:
            return .write(["a", "a, b", "ε", "", "q1", ",", "0–9"].randomElement(using: &random) ?? "", at: place())
        case 8, 9: return .addState(at: place(), isFinal: Bool.random(using: &random))
        case 10, 11: return .addTransition(from: state, to: other, tail: place(), tip: place())
        case 12: return .addNote("note", at: place())
        case 13: return .delete(elements)
        case 14: if let state { return .rename(state, ["", "a", "q1"].randomElement(using: &random) ?? "") }
        case 15: if let transition { return .setSymbols(transition, ["b", "", "a", "b"]) }
        case 16: if let transition { return .setEpsilon(transition, Bool.random(using: &random)) }
        case 17: if let state { return .setInitial(state, Bool.random(using: &random)) }
        case 18: if let state { return .setFinal(state, Bool.random(using: &random)) }
        case 19: return .move(elements, x: number(-50...50), y: number(-50...50))
        case 20: if let state { return .resize(state, radius: number(5...60)) }
        case 21: if let transition { return .bend(transition, through: place()) }
        case 22: if let transition { return .turn(transition, angle: number(-9...9)) }
        case 23:
            if let transition {
                return .attach(
                    transition, Bool.random(using: &random) ? .tail : .tip,
                    to: Bool.random(using: &random) ? state : nil, at: place())
            }
        case 24:
            if let ink { return .reinterpret(ink, as: Sketch.Reading.allCases.randomElement(using: &random) ?? .none) }
        case 25:
            if let note = diagram.notes.last?.id {
                return .rewrite(note, ["", "text"].randomElement(using: &random) ?? "")
            }
        case 26:
            if let state {
                let symbol = [nil, "a", "b", ""].randomElement(using: &random) ?? nil
                return .setTargets(of: state, on: symbol, [other, other, state].compactMap(\.self))
            }
        default:
            switch Int.random(in: 0..<12, using: &random) {
            case 0: return .clear
            case 1: return .layOut
            case 2: if diagram.states.count < 30 { return .paste(diagram, x: 10, y: number(0...90)) }
            case 3, 4: return .redo
            default: return .undo
            }
        }
        return .addState(at: place())
    }

    private mutating func moved(_ stroke: Stroke) -> Stroke {
        let (x, y) = (Double.random(in: 0...500, using: &random), Double.random(in: 0...300, using: &random))
        let scale = 80 / max(stroke.points.span.boundingBox?.side ?? 1, 1e-9)
        let first = stroke.points.first ?? .zero
        return Stroke(
            stroke.points.map { Point(x: x + ($0.x - first.x) * scale, y: y + ($0.y - first.y) * scale) })
    }
}
