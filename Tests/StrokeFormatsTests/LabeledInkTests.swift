import StrokeFormats
import Strokes
import Testing

@Suite struct LabeledInkTests {
    @Test func labelsTellElementsApart() {
        let strokes = [Stroke([Point(x: 0, y: 0), Point(x: 1, y: 1)])]
        #expect(LabeledInk(strokes: strokes).labels.isEmpty)
        #expect(LabeledInk(strokes: strokes, labels: ["kind": "circle"]) != LabeledInk(strokes: strokes))
    }
}
