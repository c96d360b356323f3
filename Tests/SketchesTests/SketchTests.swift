import Diagrams
import Sketches
import Strokes
import Testing

/// The rules by which ink becomes a diagram, with ink that is drawn as if by a ruler.
@Suite("Sketches")
struct SketchTests {
    private func circle(_ x: Double, _ y: Double, _ radius: Double) -> Stroke {
        // A polygon of 48 sides, without the mathematics library: each side turns by the same
        // angle.
        let (cosine, sine) = (0.9914448613738104, 0.13052619222005157)
        var (u, v) = (0.0, -radius)
        var points: [Point] = []
        for _ in 0...48 {
            points.append(Point(x: x + u, y: y + v))
            (u, v) = (u * cosine - v * sine, u * sine + v * cosine)
        }
        return Stroke(points)
    }

    /// An arrow to the right with a head in the same stroke.
    private func arrow(from x: Double, to end: Double, y: Double) -> Stroke {
        line((x, y), (end, y), (end - 12, y - 8), (end, y), (end - 12, y + 8))
    }

    private func sketch(_ strokes: Stroke...) -> Sketch {
        var sketch = Sketch()
        for stroke in strokes { sketch.apply(.draw([stroke])) }
        return sketch
    }

    @Test("circles are states, a second circle makes one final, a third says so")
    func rings() throws {
        var sketch = Sketch()
        let first = sketch.apply(.draw([circle(0, 0, 30)]))
        #expect(first.interpretation?.reading == .state)
        #expect(first.inserted.count == 2)
        let ring = sketch.apply(.draw([circle(1, 1, 24)]))
        #expect(ring.interpretation?.reading == .ring)
        #expect(sketch.diagram.states.map(\.isFinal) == [true])
        let third = sketch.apply(.draw([circle(0, 0, 34)]))
        #expect(third.notice == .alreadyFinal("q0"))
        #expect(sketch.diagram.states.count == 1)
        #expect(sketch.diagram.states[0].radius < 32)
        // An outer ring takes the place of the inner one.
        var other = self.sketch(circle(0, 0, 30))
        other.apply(.draw([circle(0, 0, 36)]))
        #expect(abs(other.diagram.states[0].radius - 36) < 1)
    }

    @Test("ends attach to outlines from outside and inside, and to states that come later")
    func connecting() throws {
        let order: [[Stroke]] = [
            [circle(0, 0, 30), circle(200, 0, 30), arrow(from: 36, to: 164, y: 2)],
            [circle(0, 0, 30), circle(200, 0, 30), arrow(from: 22, to: 178, y: 2)],
            [arrow(from: 36, to: 164, y: 2), circle(0, 0, 30), circle(200, 0, 30)],
            [circle(200, 0, 30), arrow(from: 36, to: 164, y: 2), circle(0, 0, 30)],
        ]
        for strokes in order {
            var sketch = Sketch()
            for stroke in strokes { sketch.apply(.draw([stroke])) }
            let arrow = try #require(sketch.diagram.transitions.first)
            #expect(sketch.diagram.transitions.count == 1)
            let left = sketch.diagram.states.first { $0.center.x < 100 }?.id
            let right = sketch.diagram.states.first { $0.center.x > 100 }?.id
            #expect(arrow.start == left && arrow.end == right)
        }
    }

    @Test("a free tail marks an initial state, and an arrow may have neither end")
    func marks() {
        let sketch = sketch(circle(0, 0, 30), arrow(from: -100, to: -34, y: 0), arrow(from: 300, to: 420, y: 300))
        #expect(sketch.diagram.transitions.map(\.marksInitialState) == [true, false])
        #expect(sketch.diagram.problems.map(\.reason) == [.noEnds])
    }

    @Test("a head in a stroke of its own directs the shaft that it touches")
    func heads() throws {
        var sketch = sketch(circle(0, 0, 30), circle(200, 0, 30), line((36, 0), (164, 0)))
        let before = try #require(sketch.diagram.transitions.first)
        #expect(sketch.diagram[try #require(before.start)]?.center.x ?? 1 < 100)
        // At the left end: so it points to the left.
        let change = sketch.apply(.draw([line((50, -10), (36, 0), (50, 10))]))
        #expect(change.interpretation?.reading == .head)
        #expect(change.updated == [.transition(before.id)])
        let after = try #require(sketch.diagram[before.id])
        #expect((after.start, after.end) == (before.end, before.start))
        sketch.apply(.undo)
        #expect(sketch.diagram[before.id] == before)
    }

    @Test("a head may come before its shaft")
    func headsFirst() throws {
        let sketch = sketch(
            circle(0, 0, 30), circle(200, 0, 30), line((150, -10), (164, 0), (150, 10)), line((164, 0), (36, 0)))
        let arrow = try #require(sketch.diagram.transitions.first)
        #expect(sketch.diagram.transitions.count == 1)
        #expect(sketch.diagram[try #require(arrow.end)]?.center.x ?? 0 > 100)
    }

    @Test("the eraser deletes what it touches; on the outer ring alone, the state stays")
    func erasing() {
        var sketch = sketch(circle(0, 0, 30), circle(0, 0, 38), circle(200, 0, 30), arrow(from: 44, to: 164, y: 0))
        #expect(sketch.diagram.states.map(\.isFinal) == [true, false])
        sketch.apply(.erase(line((-36.5, -12), (-37.5, 0), (-36.5, 12))))
        #expect(sketch.diagram.states.map(\.isFinal) == [false, false])
        sketch.apply(.erase(line((100, -20), (100, 20))))
        #expect(sketch.diagram.transitions.isEmpty)
        sketch.apply(.erase(line((200, -40), (200, 0))))
        #expect(sketch.diagram.states.count == 1)
        #expect(sketch.apply(.erase(line((500, 500), (510, 500)))).notice == .nothingErased)
        for _ in 0..<3 { sketch.apply(.undo) }
        #expect(sketch.diagram.transitions.count == 1 && sketch.diagram.states.count == 2)
    }

    @Test("a loop waits for its state")
    func loops() throws {
        // A drop that stands on the state, with a head.
        let loop = line(
            (-12, -30), (-26, -60), (-14, -84), (14, -84), (26, -60), (12, -30), (8, -44), (12, -30), (26, -40))
        var sketch = Sketch()
        #expect(sketch.apply(.draw([loop])).notice == .loopWithoutState)
        #expect(sketch.diagram.transitions.isEmpty)
        sketch.apply(.draw([circle(0, 0, 30)]))
        let arrow = try #require(sketch.diagram.transitions.first)
        #expect(arrow.isLoop)
        #expect(abs(arrow.angle + .pi / 2) < 0.3)
    }

    @Test("ink can be taken for something else, and back")
    func reinterpreting() throws {
        var sketch = Sketch()
        let ink = try #require(sketch.apply(.draw([circle(0, 0, 30)])).interpretation?.ink)
        let before = sketch
        sketch.apply(.reinterpret(ink, as: .none))
        #expect(sketch.diagram.states.isEmpty && sketch[ink]?.isChosen == true)
        #expect(sketch.apply(.reinterpret(ink, as: .ring)).notice == .impossible(.ring))
        sketch.apply(.reinterpret(ink, as: .transition))
        #expect(sketch.diagram.transitions.count == 1)
        sketch.apply(.reinterpret(ink, as: .state))
        #expect(sketch.diagram.states.count == 1 && sketch.diagram.transitions.isEmpty)
        for _ in 0..<3 { sketch.apply(.undo) }
        #expect(sketch == before)
        #expect(sketch.apply(.reinterpret(ink, as: .head)).notice == .impossible(.head))
    }

    @Test("all that ink can be taken for is offered, and nothing else")
    func alternatives() throws {
        let loop = line((-14, -30), (-22, -60), (0, -78), (22, -60), (14, -30))
        let shapes = [
            circle(300, 300, 30), circle(0, 0, 18), circle(0, 0, 38), circle(20, 0, 30), circle(100, 0, 180), loop,
            line((33, 0), (167, 0)), line((33, 0), (110, 80)), line((-90, 0), (-30, 0)), line((300, 300), (400, 320)),
            line((158, -10), (170, 0), (158, 10)), line((160, 10), (170, 0)),
        ]
        for (number, shape) in shapes.enumerated() {
            var sketch = Sketch()
            for x in [0.0, 200] { sketch.apply(.addState(at: Diagram.Point(x: x, y: 0))) }
            let (left, right) = (sketch.diagram.states[0].id, sketch.diagram.states[1].id)
            if number > 9 { sketch.apply(.addTransition(from: left, to: right)) }
            let found = try #require(sketch.apply(.draw([shape])).interpretation)
            let works = Sketch.Reading.allCases.filter { reading in
                var copy = sketch
                let change = copy.apply(.reinterpret(found.ink, as: reading))
                return reading != found.reading && change.interpretation?.reading == reading
            }
            #expect(Set(found.alternatives.map(\.reading)) == Set(works), "\(number)")
            #expect(works.contains(.none) || found.reading == .none)
            // The same is offered when the ink is looked at later.
            let later = sketch.interpretation(of: found.ink)?.alternatives
            #expect(later?.map(\.reading) == found.alternatives.map(\.reading))
        }
        // A circle around a state is a ring, or a state of its own.
        var sketch = sketch(circle(0, 0, 30))
        let ring = try #require(sketch.apply(.draw([circle(0, 0, 38)])).interpretation)
        #expect(ring.reading == .ring && ring.alternatives.contains { $0.reading == .state })
        sketch.apply(.reinterpret(ring.ink, as: .state))
        #expect(sketch.interpretation(of: ring.ink)?.alternatives.contains { $0.reading == .ring } == true)
    }

    @Test("a large drawing keeps fewer former ones")
    func pastOfLargeDrawings() throws {
        var sketch = Sketch()
        for index in 0..<1500 { sketch.apply(.addState(at: Diagram.Point(x: Double(index), y: 0))) }
        let id = sketch.diagram.states[0].id
        for _ in 0..<900 { sketch.apply(.move([.state(id)], x: 1, y: 0)) }
        var count = 0
        while sketch.canUndo {
            sketch.apply(.undo)
            count += 1
        }
        #expect((100..<1000).contains(count))
        for _ in 0..<count { sketch.apply(.redo) }
        #expect(!sketch.canRedo && sketch.diagram[id]?.center.x == 900)
    }

    @Test("texts name states and label arrows")
    func texts() throws {
        var sketch = sketch(circle(0, 0, 30), circle(200, 0, 30), arrow(from: -100, to: -34, y: 0))
        sketch.apply(.draw([arrow(from: 36, to: 164, y: 0)]))
        sketch.apply(.write("start", at: Diagram.Point(x: 3, y: 4)))
        sketch.apply(.write("b, a ε", at: Diagram.Point(x: 100, y: -15)))
        sketch.apply(.setFinal(sketch.diagram.states[1].id, true))
        #expect(sketch.diagram.states.map(\.name) == ["start", "q1"])
        #expect(sketch.diagram.transitions[1].symbols == ["a", "b"])
        #expect(try sketch.diagram.simulate("").isAccepted)
        #expect(try sketch.diagram.simulate("a").isAccepted)
        #expect(try !sketch.diagram.simulate("ab").isAccepted)
        sketch.apply(.write("0–3", at: Diagram.Point(x: 100, y: 10)))
        #expect(sketch.diagram.transitions[1].symbols == ["0", "1", "2", "3", "a", "b"])
    }

    @Test("a text that is near no arrow stays a note")
    func farTexts() {
        var sketch = sketch(circle(0, 0, 30), circle(200, 0, 30), arrow(from: -100, to: -34, y: 0))
        sketch.apply(.draw([arrow(from: 36, to: 164, y: 0)]))
        sketch.apply(.write("Exercise 3", at: Diagram.Point(x: 100, y: -400)))
        sketch.apply(.write("start", at: Diagram.Point(x: -80, y: -8)))
        #expect(sketch.diagram.notes.map(\.text) == ["Exercise 3", "start"])
        #expect(sketch.diagram.transitions.allSatisfy { !$0.isLabeled })
    }

    @Test("texts that are nearer to a state, or far from the arrow, aren't its symbols")
    func textsBesideStates() {
        func sketch(_ texts: Sketch.Text...) -> Sketch {
            let strokes = [circle(0, 0, 30), circle(200, 0, 30), arrow(from: 36, to: 164, y: 0)]
            return .reading(strokes, texts: texts)
        }
        let title = sketch(Sketch.Text("Exercise 3", at: Diagram.Point(x: 100, y: -80)))
        #expect(title.diagram.notes.map(\.text) == ["Exercise 3"] && title.diagram.transitions[0].symbols.isEmpty)
        let names = sketch(
            Sketch.Text("p", at: Diagram.Point(x: 0, y: 45)), Sketch.Text("r", at: Diagram.Point(x: 200, y: 45)),
            Sketch.Text("a", at: Diagram.Point(x: 100, y: -27)))
        #expect(names.diagram.states.map(\.name) == ["p", "r"] && names.diagram.transitions[0].symbols == ["a"])
        let remark = sketch(
            Sketch.Text("p", at: Diagram.Point(x: 0, y: 0)), Sketch.Text("start", at: Diagram.Point(x: 0, y: 45)))
        #expect(remark.diagram.states[0].name == "p" && remark.diagram.notes.map(\.text) == ["start"])
    }

    @Test("a wide text belongs to the arrow beside its end, not to one that is nearer to its middle")
    func wideTexts() {
        var sketch = Sketch()
        for (x, y) in [(0.0, -100.0), (0, 160), (200, 160)] {
            sketch.apply(.addState(at: Diagram.Point(x: x, y: y)))
        }
        let ids = sketch.diagram.states.map(\.id)
        sketch.apply(.addTransition(from: ids[0], to: ids[1]))
        sketch.apply(.addTransition(from: ids[1], to: ids[2]))
        for text in ["a", "restart"] { sketch.apply(.write(text, at: Diagram.Point(x: 42, y: 124))) }
        #expect(sketch.diagram.transitions.map(\.symbols) == [["restart"], ["a"]])
    }

    @Test("several texts in a state are one name, and all spellings of epsilon one symbol")
    func joinedTexts() {
        let texts = [
            Sketch.Text("0", at: Diagram.Point(x: 8, y: 4)), Sketch.Text("q", at: Diagram.Point(x: -4, y: 0)),
            Sketch.Text("'", at: Diagram.Point(x: 14, y: -6)),
        ]
        let strokes = [circle(0, 0, 30), circle(200, 0, 30), arrow(from: 36, to: 164, y: 0)]
        #expect(Sketch.reading(strokes, texts: texts).diagram.states.map(\.name) == ["q0'", "q1"])
        for epsilon in ["ε", "\u{3F5}", "\\epsilon", "\\varepsilon"] {
            let label = Sketch.Text("a, \(epsilon)", at: Diagram.Point(x: 100, y: -15))
            let arrow = Sketch.reading(strokes, texts: [label]).diagram.transitions[0]
            #expect(arrow.symbols == ["a"] && arrow.hasEpsilon, "\(epsilon)")
        }
    }

    @Test("of two rings, one keeps its state final; the state is as large as its ink")
    func ringsAgain() throws {
        var sketch = sketch(circle(0, 0, 30))
        let outer = try #require(sketch.apply(.draw([circle(0, 0, 37)])).interpretation?.ink)
        let inner = try #require(sketch.apply(.draw([circle(0, 0, 24)])).interpretation?.ink)
        #expect(abs(sketch.diagram.states[0].radius - 37) < 1)
        sketch.apply(.reinterpret(outer, as: .none))
        #expect(sketch.diagram.states[0].isFinal && sketch[inner]?.reading == .ring)
        #expect(abs(sketch.diagram.states[0].radius - 30) < 1)
        sketch.apply(.reinterpret(inner, as: .none))
        #expect(!sketch.diagram.states[0].isFinal)
    }

    @Test("events about elements that are gone change nothing and say so")
    func refusals() throws {
        var sketch = sketch(circle(0, 0, 30))
        let state = sketch.diagram.states[0].id
        sketch.apply(.delete([.state(state)]))
        #expect(sketch.ink.isEmpty)
        for event in [Sketch.Event.rename(state, "a"), .setFinal(state, true), .move([.state(state)], x: 1, y: 1)] {
            let change = sketch.apply(event)
            #expect(change.isEmpty && change.notice == .noSuchElement)
        }
        #expect(sketch.apply(.redo).notice == .nothingToRedo)
        #expect(sketch.apply(.draw([])).notice == .noInk)
        #expect(sketch.apply(.draw([Stroke([])])).notice == .noInk)
    }

    @Test("an element that is given twice moves once")
    func movesOnce() throws {
        var sketch = sketch(circle(0, 0, 30))
        let state = try #require(sketch.diagram.states.first)
        let change = sketch.apply(.move([.state(state.id), .state(state.id)], x: 10, y: 5))
        #expect(change.updated == [.state(state.id)] && change.notice == nil)
        let center = try #require(sketch.diagram[state.id]).center
        #expect(abs(center.x - state.center.x - 10) < 1e-9 && abs(center.y - state.center.y - 5) < 1e-9)
    }

    @Test("the targets of a state on a symbol are set over the arrows that are there")
    func targets() throws {
        var sketch = Sketch()
        for x in 0..<3 { sketch.apply(.addState(at: Diagram.Point(x: 100 * Double(x), y: 0))) }
        let states = sketch.diagram.states.map(\.id)
        func arrows() -> [String] { sketch.diagram.transitions.map { sketch.diagram.description(of: $0) } }
        sketch.apply(.setTargets(of: states[0], on: "a", [states[1], states[2], states[1]]))
        #expect(arrows() == ["q0 on a to q1", "q0 on a to q2"])
        sketch.apply(.setTargets(of: states[0], on: nil, [states[1]]))
        sketch.apply(.setTargets(of: states[0], on: "b", [states[0]]))
        #expect(arrows() == ["q0 on a, epsilon to q1", "q0 on a to q2", "q0 on b to q0"])
        sketch.apply(.setTargets(of: states[0], on: "a", [states[2]]))
        sketch.apply(.setTargets(of: states[0], on: "b", []))
        #expect(arrows() == ["q0 on epsilon to q1", "q0 on a to q2"])
        #expect(sketch.apply(.setTargets(of: states[0], on: "", [states[0]])).isEmpty)
        sketch.apply(.undo)
        #expect(arrows().count == 3)
        sketch.apply(.delete([.state(states[2])]))
        #expect(sketch.apply(.setTargets(of: states[0], on: "c", [states[2]])).notice == .noSuchElement)
    }

    @Test("thousands of targets are set at once")
    func manyTargets() throws {
        var sketch = Sketch(Diagram())
        for index in 0..<2000 {
            let place = Diagram.Point(x: 60 * Double(index % 50), y: 60 * Double(index / 50))
            sketch.apply(.addState(at: place, name: "\(index)"))
        }
        let states = sketch.diagram.states.map(\.id)
        let change = sketch.apply(.setTargets(of: states[0], on: "a", states + states))
        #expect(change.inserted.count == 2000 && sketch.diagram.transitions.count == 2000)
        #expect(sketch.diagram.transitions.allSatisfy { $0.symbols == ["a"] })
        // Some arrows would pass states between their ends.
        #expect(sketch.diagram.transitions.contains { $0.bend != 0 })
    }

    @Test("a name that differs in bytes alone is another one")
    func equivalentNames() throws {
        var sketch = Sketch()
        sketch.apply(.addState(at: .zero, name: "\u{E9}"))
        let state = sketch.diagram.states[0].id
        let before = sketch
        #expect(sketch.apply(.rename(state, "e\u{301}")).updated == [.state(state)])
        #expect(sketch != before && sketch.canUndo)
    }

    @Test("arrows that are added between states pass no other state and no opposite arrow")
    func shapes() throws {
        var sketch = Sketch()
        for x in 0..<3 { sketch.apply(.addState(at: Diagram.Point(x: 150 * Double(x), y: 0))) }
        let states = sketch.diagram.states.map(\.id)
        sketch.apply(.addTransition(from: states[0], to: states[1]))
        sketch.apply(.addTransition(from: states[1], to: states[0]))
        sketch.apply(.setTargets(of: states[0], on: "a", [states[2]]))
        sketch.apply(.addTransition(from: states[0], to: states[0]))
        sketch.apply(.addTransition(from: states[0], to: states[0]))
        sketch.apply(.setInitial(states[2], true))
        let arrows = sketch.diagram.transitions
        #expect(arrows[0].bend == 0 && arrows[1].bend > 15)
        #expect(abs(arrows[2].bend) > 30)
        #expect(arrows[3].angle != arrows[4].angle)
        // From the left another arrow comes.
        #expect(arrows[5].tail.x > 300 || abs(arrows[5].tail.y) > 20)
    }

    @Test("a note gets another text")
    func notes() throws {
        var sketch = Sketch()
        sketch.apply(.addNote("odd", at: Diagram.Point(x: 1, y: 2)))
        let note = try #require(sketch.diagram.notes.first)
        #expect(sketch.apply(.rewrite(note.id, "even")).updated == [.note(note.id)])
        #expect(sketch.diagram.notes.map(\.text) == ["even"] && sketch.diagram.notes[0].position == note.position)
    }

    @Test("events about no elements, and turns of straight arrows, change nothing")
    func emptyEvents() throws {
        var sketch = sketch(circle(0, 0, 30), circle(200, 0, 30), arrow(from: 32, to: 168, y: 0))
        let before = sketch
        let arrow = try #require(sketch.diagram.transitions.first?.id)
        for event in [.delete([]), .move([], x: 1, y: 1), .turn(arrow, angle: 1)] as [Sketch.Event] {
            let change = sketch.apply(event)
            #expect(change.isEmpty && change.notice == nil, "\(event)")
        }
        sketch.apply(.undo)
        #expect(sketch != before)
        sketch.apply(.redo)
        #expect(sketch == before)
    }

    @Test("blanks around a text don't count, and an empty text names a state automatically")
    func blankTexts() throws {
        var sketch = sketch(circle(0, 0, 30), circle(200, 0, 30), arrow(from: 32, to: 168, y: 0))
        for text in ["", " ", "\n\t\u{3000}"] {
            #expect(sketch.apply(.write(text, at: Diagram.Point(x: 100, y: -12))).isEmpty)
            #expect(sketch.apply(.write(text, at: Diagram.Point(x: 900, y: 900))).isEmpty)
        }
        sketch.apply(.write(" x \n", at: Diagram.Point(x: 900, y: 900)))
        #expect(sketch.diagram.notes.map(\.text) == ["x"])
        sketch.apply(.write("  start ", at: Diagram.Point(x: 0, y: 0)))
        #expect(sketch.diagram.states[0].name == "start" && !sketch.diagram.states[0].hasAutomaticName)
        sketch.apply(.write("  ", at: Diagram.Point(x: 0, y: 0)))
        #expect(sketch.diagram.states[0].name == "q0" && sketch.diagram.states[0].hasAutomaticName)
    }

    @Test("a document whose numbers are too large says so")
    func largeNumbers() throws {
        for (number, message) in [
            ("18446744073709551615", "the number is too large"), ("1000000000000000000", "the number is too large"),
            ("1e30", "the number is too large"), ("x", "a whole number"), ("1.5", "a whole number"),
        ] {
            let text = "{\"format\":\"automata-sketch\",\"version\":1,\n\"states\":[{\"id\":\(number)}]}"
            let bytes = Array(text.utf8)
            let error = #expect(throws: SketchDocumentError.self) {
                _ = try bytes.withUnsafeBytes { try Sketch(document: $0) }
            }
            #expect(
                error?.message.contains(message) == true && error?.line == 2 && error?.column == 17, "\(error as Any)")
        }
    }

    @Test("a document with the greatest numbers takes elements, and is read again")
    func greatestNumbers() throws {
        let last = 999_999_999_999_999_999
        let text = """
            {"format":"automata-sketch","version":1,"added":[\(last),\(last)],
            "states":[{"id":\(last - 2),"name":"p","center":[0,0]},{"id":\(last),"name":"q","center":[90,0]}],
            "transitions":[{"id":\(last - 1),"from":\(last - 2),"to":\(last),"symbols":["a"]}],
            "ink":[{"id":\(last),"reading":"state","state":\(last),"strokes":[]}]}
            """
        var sketch = try Array(text.utf8).withUnsafeBytes { try Sketch(document: $0) }
        #expect(sketch.diagram.transitions.map { sketch.diagram.description(of: $0) } == ["p on a to q"])
        #expect(sketch.ink.first?.element == .state(sketch.diagram.states[1].id))
        sketch.apply(.addState(at: Diagram.Point(x: 0, y: 90)))
        sketch.apply(.draw([line((300, 300), (400, 300))]))
        let again = try sketch.document().withUnsafeBytes { try Sketch(document: $0) }
        #expect(again == sketch && again.diagram.states.count == 3)
    }

    @Test("previews leave no trace")
    func previews() {
        let sketch = sketch(circle(0, 0, 30))
        let copy = sketch
        let preview = sketch.preview(.move([.state(sketch.diagram.states[0].id)], x: 50, y: 0))
        #expect(abs(preview.diagram.states[0].center.x - 50) < 1)
        #expect(preview.change.updated.count == 1)
        #expect(sketch == copy)
        #expect(sketch.preview(.undo).diagram.states.isEmpty)
        #expect(sketch.canUndo && !sketch.canRedo)
    }

    @Test("a sketch of hundreds of elements takes events as a small one does")
    func manyElements() {
        var sketch = Sketch()
        for row in 0..<10 {
            for column in 0..<20 {
                sketch.apply(.draw([circle(Double(column) * 200, Double(row) * 200, 30)]))
                if column > 0 {
                    let x = Double(column) * 200
                    sketch.apply(.draw([arrow(from: x - 164, to: x - 36, y: Double(row) * 200)]))
                }
            }
        }
        #expect(sketch.diagram.states.count == 200)
        #expect(sketch.diagram.transitions.count { $0.start != nil && $0.end != nil } == 190)
        #expect(Set(sketch.diagram.states.map(\.name)).count == 200)
    }
}
