import Strokes
import Testing

@testable import StrokeTraining

@Suite("Families kept out of training")
struct HeldOutFamilyTests {
    private let families = HeldOutFamily.all(count: 300)

    @Test("the same drawings come each time, of their kinds, with shapes")
    func drawings() {
        #expect(families.map(\.name) == ["bent connectors", "heads", "machine-made ink", "no elements", "labels"])
        for (family, again) in zip(families, HeldOutFamily.all(count: 300)) {
            #expect(family.drawings.count == 300)
            for (drawing, other) in zip(family.drawings, again.drawings) {
                #expect(drawing.sample.strokes == other.sample.strokes)
                for stroke in drawing.sample.strokes { #expect(!stroke.isEmpty && stroke.allSatisfy(\.isFinite)) }
            }
        }
        let kinds = families.map { Set($0.drawings.map(\.sample.kind)) }
        #expect(kinds == [[.transition], [.transition], Set(ElementKind.allCases), [.unknown], [.unknown]])
    }

    @Test("connectors end near their states, and heads are at their tips")
    func places() throws {
        for drawing in families[0].drawings {
            let shaft = drawing.sample.strokes[0]
            #expect(drawing.states.count == 2)
            for state in drawing.states {
                let gaps = shaft.map { abs($0.distance(to: state.center) - state.radius) / state.radius }
                #expect(try #require(gaps.min()) < 1.5)
            }
            if let tip = drawing.tip {
                #expect(drawing.states.contains { tip.distance(to: $0.center) < 2.5 * $0.radius })
            }
        }
        for drawing in families[1].drawings {
            let tip = try #require(drawing.tip)
            let points = drawing.sample.strokes.flatMap { $0 }
            let box = points.span.boundingBox
            let nearest = points.map { $0.distance(to: tip) }.min()
            #expect(try #require(nearest) < 0.1 * (try #require(box)).diagonal)
        }
    }

    @Test("the model that is compiled in does on them about what its report says")
    func evaluation() throws {
        let evaluation = FamilyEvaluation(of: families, by: ElementRecognizer())
        #expect(evaluation.results.reduce(0) { $0 + $1.count } == 1500)
        #expect(evaluation.judged.count == 1500)
        func share(_ family: String, _ part: (FamilyResult) -> Int, of whole: (FamilyResult) -> Int) -> Double {
            let own = evaluation.results.filter { $0.family == family }
            return Double(own.reduce(0) { $0 + part($1) }) / Double(own.reduce(0) { $0 + whole($1) })
        }
        #expect(share("bent connectors", \.rightAlone, of: \.count) > 0.75)
        #expect(share("bent connectors", \.rightAmongStates, of: \.amongStates) > 0.97)
        #expect(share("bent connectors", \.rightlyDirected, of: \.directed) > 0.97)
        #expect(share("heads", \.rightAlone, of: \.count) > 0.9)
        #expect(share("heads", \.rightlyDirected, of: \.directed) > 0.97)
        #expect(share("machine-made ink", \.rightAlone, of: \.count) > 0.93)
        #expect(share("no elements", \.rightAlone, of: \.count) > 0.98)
        #expect(share("labels", \.rightAmongStates, of: \.amongStates) > 0.95)
        #expect(evaluation.reliability.error < 0.05)
    }

    @Test("a recognizer that is always wrong has no share in anything")
    func counting() {
        let drawing = HeldOutFamily.Drawing(
            sample: Sample(strokes: [[.zero]], kind: .state, name: "dot", source: ""),
            states: [StateGeometry(center: .zero, radius: 1)], tip: .zero)
        let evaluation = FamilyEvaluation(
            of: [HeldOutFamily(name: "dots", drawings: [drawing, drawing])], by: ElementRecognizer())
        #expect(evaluation.results.count == 1)
        let result = evaluation.results[0]
        #expect(result.count == 2 && result.rightAlone == 0)
        #expect(result.amongStates == 2 && result.rightAmongStates == 0)
        // Ink without a shape points nowhere.
        #expect(result.directed == 0 && result.rightlyDirected == 0)
        #expect((result + result).count == 4)
    }
}
