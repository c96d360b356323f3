import Diagrams
import Sketches
import StrokeSynthesis
import Strokes
import Testing

/// Names and symbols written by hand: two states with radius 40, an initial mark at the left one,
/// and an arrow to the right one.
@Suite("Handwriting") struct HandwritingTests {
    private func circle(_ x: Double, _ y: Double, _ radius: Double) -> Stroke {
        Stroke(
            (0...64).map { step in
                let (u, v) = Self.unit(Double(step) / 64)
                return Point(x: x + radius * u, y: y + radius * v)
            })
    }

    /// The unit vector at an angle in turns, by rotating a small step repeatedly.
    private static func unit(_ turns: Double) -> (Double, Double) {
        let step = 2 * Double.pi / 8000
        let (cosine, sine) = (1 - step * step / 2, step - step * step * step / 6)
        var (x, y) = (0.0, -1.0)
        for _ in 0..<Int((turns * 8000).rounded()) { (x, y) = (x * cosine - y * sine, x * sine + y * cosine) }
        return (x, y)
    }

    private func line(_ points: (Double, Double)...) -> Stroke {
        Stroke(
            zip(points, points.dropFirst()).flatMap { start, end in
                (0...12).map { step in
                    let t = Double(step) / 12
                    return Point(x: start.0 + (end.0 - start.0) * t, y: start.1 + (end.1 - start.1) * t)
                }
            })
    }

    private var drawing: [Stroke] {
        [
            circle(150, 200, 40), circle(400, 200, 40), line((40, 200), (108, 200), (96, 192)),
            line((192, 200), (358, 200), (344, 190), (358, 200), (344, 210)),
        ]
    }

    private func written(_ text: String, at x: Double, _ y: Double, height: Double = 30) -> [Stroke] {
        PenFont.strokes(of: text, at: Point(x: x, y: y), height: height)
    }

    @Test func aSketchReadsByItsRecognizers() {
        let strokes = drawing + written("a", at: 268, 150)
        #expect(symbols(.reading(strokes)) == ["a"])
        // One that is never certain.
        var model = CharacterModel.default
        model.threshold = 1
        let doubtful = CharacterRecognizer(model: model)
        let sketch = Sketch.reading(strokes, characterRecognizer: doubtful)
        #expect(symbols(sketch) == [] && sketch.handwriting.map(\.text) == [nil])
        #expect(sketch.characterRecognizer.model == model)
        var another = Sketch(recognizer: ElementRecognizer(model: .uniform), characterRecognizer: doubtful)
        for stroke in strokes { another.apply(.draw([stroke])) }
        #expect(another.diagram.states.isEmpty)
        // Ink that is drawn later is read by another one.
        (another.recognizer, another.characterRecognizer) = (ElementRecognizer(), CharacterRecognizer())
        another.apply(.clear)
        for stroke in strokes { another.apply(.draw([stroke])) }
        #expect(symbols(another) == ["a"])
    }

    enum Way: CaseIterable { case whole, strokeByStroke }

    private func read(_ strokes: [Stroke], _ way: Way) -> Sketch {
        guard way == .strokeByStroke else { return .reading(strokes) }
        var sketch = Sketch()
        for stroke in strokes { sketch.apply(.draw([stroke])) }
        return sketch
    }

    /// The symbols of the arrow between the states.
    private func symbols(_ sketch: Sketch) -> [String] {
        sketch.diagram.transitions.first { $0.start != nil }?.symbols ?? []
    }

    @Test(arguments: Way.allCases)
    func namesAndSymbolsAreRead(_ way: Way) {
        let ink = written("q3", at: 128, 185) + written("q7", at: 378, 185) + written("a,b", at: 245, 145)
        let sketch = read(drawing + ink, way)
        #expect(sketch.diagram.states.map(\.name) == ["q3", "q7"])
        #expect(symbols(sketch) == ["a", "b"])
        #expect(sketch.handwriting.map(\.text) == ["q3", "q7", "a,b"])
        #expect(sketch.ink.filter { $0.transcription != nil }.count == ink.count)
    }

    @Test(arguments: Way.allCases)
    func theAlphabetDecides(_ way: Way) {
        // A line is 1 among digits and l among letters.
        let back = line((358, 225), (192, 225), (206, 215), (192, 225), (206, 235))
        let bar = [line((275, 245), (275, 275))]
        let digits = read(drawing + [back] + written("0", at: 265, 145) + bar, way)
        #expect(Set(digits.diagram.transitions.flatMap(\.symbols)) == ["0", "1"])
    }

    @Test func typedTextStays() {
        var sketch = Sketch()
        for stroke in drawing { sketch.apply(.draw([stroke])) }
        let state = sketch.diagram.states[0].id
        let arrow = sketch.diagram.transitions.first { $0.start != nil }?.id
        sketch.apply(.rename(state, "start"))
        if let arrow { sketch.apply(.setSymbols(arrow, ["x"])) }
        for stroke in written("q3", at: 128, 185) + written("a,b", at: 245, 145) { sketch.apply(.draw([stroke])) }
        #expect(sketch.diagram[state]?.name == "start")
        #expect(symbols(sketch) == ["x"])
        #expect(sketch.handwriting.allSatisfy { $0.text == nil && !$0.candidates.isEmpty })

        let texts = [
            Sketch.Text("start", at: Diagram.Point(x: 150, y: 200)), .init("x", at: Diagram.Point(x: 270, y: 160)),
        ]
        let whole = Sketch.reading(
            drawing + written("q3", at: 128, 185) + written("a,b", at: 245, 145), texts: texts)
        #expect(whole.diagram.states[0].name == "start")
        #expect(symbols(whole) == ["x"])
    }

    @Test func aReadingIsOneStepOfUndo() {
        var sketch = read(drawing, .strokeByStroke)
        let before = sketch
        let word = written("a", at: 265, 145)
        sketch.apply(.draw(word))
        #expect(symbols(sketch) == ["a"])
        sketch.apply(.undo)
        #expect(sketch == before)
        sketch.apply(.redo)
        #expect(symbols(sketch) == ["a"])
    }

    @Test func erasedWritingTakesItsTextAlong() {
        var sketch = read(drawing + written("q3", at: 128, 185) + written("a", at: 265, 145), .strokeByStroke)
        #expect(sketch.diagram.states[0].name == "q3")
        let ids = sketch.ink.filter { $0.reading == .text }.map { Sketch.Element.ink($0.id) }
        sketch.apply(.delete(ids))
        #expect(sketch.diagram.states[0].hasAutomaticName)
        #expect(symbols(sketch) == [])
        #expect(sketch.handwriting.isEmpty)
    }

    @Test func alternativesAreChosen() throws {
        var sketch = read(drawing + written("a", at: 265, 145), .strokeByStroke)
        let id = try #require(sketch.ink.last?.id)
        let handwriting = try #require(sketch.interpretation(of: id)?.handwriting)
        #expect(handwriting.text == "a" && handwriting.candidates.first?.text == "a")
        let change = sketch.apply(.transcribe(id, as: "b"))
        #expect(change.interpretation?.handwriting?.text == "b")
        #expect(symbols(sketch) == ["b"])
        #expect(sketch[id]?.isChosen == true)
        // Later strokes elsewhere don't change it.
        for stroke in written("q3", at: 128, 185) { sketch.apply(.draw([stroke])) }
        #expect(symbols(sketch) == ["b"])
        sketch.apply(.undo)
        #expect(sketch.apply(.transcribe(id, as: "")).notice == .impossible(.text))
        let circle = sketch.ink[0].id
        #expect(sketch.apply(.transcribe(circle, as: "x")).notice == .impossible(.text))
    }

    @Test func doubtfulWritingIsAskedAbout() throws {
        var sketch = read(drawing, .strokeByStroke)
        // Between two characters: a line that may be 1 or l, with a hook that v has.
        let change = sketch.apply(.draw([line((265, 150), (272, 175), (275, 150), (281, 175))]))
        let handwriting = try #require(change.interpretation?.handwriting)
        if handwriting.text == nil {
            guard case .doubtfulText? = change.notice else {
                Issue.record("no notice")
                return
            }
            #expect(change.notice?.description.contains("type the text") == true)
            #expect(symbols(sketch) == [])
        }
    }

    @Test func documentsKeepWhatWasRead() throws {
        let ink = written("q3", at: 128, 185) + written("a,b", at: 245, 145)
        let sketch = read(drawing + ink, .strokeByStroke)
        var again = try sketch.document().withUnsafeBytes { try Sketch(document: $0) }
        #expect(again == sketch)
        // What was read is still known as read.
        let ids = again.ink.filter { $0.reading == .text }.map { Sketch.Element.ink($0.id) }
        again.apply(.delete(ids))
        #expect(symbols(again) == [])
    }

    @Test func movedStatesKeepTheirNames() {
        var sketch = read(drawing + written("q3", at: 128, 185), .strokeByStroke)
        let state = sketch.diagram.states[0].id
        sketch.apply(.move([.state(state)], x: 0, y: 300))
        for stroke in written("a", at: 265, 145) { sketch.apply(.draw([stroke])) }
        #expect(sketch.diagram[state]?.name == "q3")
    }
}
