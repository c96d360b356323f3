import AlgorithmSupport
import Diagrams
import Sketches
import Strokes
import Testing

/// Ink that nobody draws, and lines that may be meant otherwise.
@Suite("Crowds and doubts")
struct CrowdTests {
    private func circle(_ x: Double, _ y: Double, _ radius: Double) -> Stroke {
        let (cosine, sine) = (0.9914448613738104, 0.13052619222005157)
        var (u, v) = (0.0, -radius)
        var points: [Point] = []
        for _ in 0...48 {
            points.append(Point(x: x + u, y: y + v))
            (u, v) = (u * cosine - v * sine, u * sine + v * cosine)
        }
        return Stroke(points)
    }

    /// Strokes in one place are read in time that doesn't grow with the square of their number.
    @Test(arguments: ["lines", "circles", "same", "huge", "zigzags"])
    func crowds(_ kind: String) {
        var random = SplitMix64(seed: 7)
        func share() -> Double { Double(random.next() >> 11) * 0x1p-53 }
        func place() -> (Double, Double) { (100 * share(), 100 * share()) }
        let strokes = (0..<400).map { _ in
            switch kind {
            case "lines": line(place(), place())
            case "circles": circle(10 * share(), 10 * share(), 40 + 10 * share())
            case "same": line((0, 0), (50, 20), (100, 0))
            case "huge": Stroke([Point(x: 1e300, y: 1e300), Point(x: 1e300, y: 2e300), Point(x: 3e300, y: 1e300)])
            default: line((0, 0), place(), (100, 10), place(), (100, 0))
            }
        }
        let sketch = Sketch.reading(strokes)
        #expect(sketch.ink.count <= strokes.count)
        #expect(Set(sketch.ink.map(\.id)).count == sketch.ink.count)
        var drawn = Sketch()
        for stroke in strokes.prefix(30) { drawn.apply(.draw([stroke])) }
        #expect(drawn.ink.count <= 30)
    }

    @Test func manyShapesKeepTheirNames() throws {
        var elements: [(strokes: [Stroke], labels: [String: String])] = []
        for number in 0..<2000 {
            let (x, y) = (Double(number % 50) * 100, Double(number / 50) * 100)
            let labels = ["shape": "circle", "id": "\(number)", "text": number % 3 == 0 ? "" : "s\(number)"]
            elements.append(([circle(x, y, 20)], labels))
        }
        let sketch = try Sketch.reading(
            elements: elements, texts: [Sketch.Text("named", at: Diagram.Point(x: 100, y: 0))])
        let names = sketch.diagram.states.map(\.name)
        #expect(names.count == 2000 && names[0] == "q0" && names[1] == "named" && names[2] == "s2" && names[3] == "q1")
        #expect(Set(names).count == 2000)
        #expect(sketch.interpretations().count { $0.reading == .state } == 2000)
    }

    @Test func linesWithoutAHeadThatEndNearTwoStatesSaySo() {
        var sketch = Sketch()
        for (x, y) in [(0.0, 0.0), (200, -40), (200, 40)] { sketch.apply(.draw([circle(x, y, 30)])) }
        let change = sketch.apply(.draw([line((32, 0), (165, 0))]))
        #expect(change.interpretation?.reading == .transition)
        guard case .doubtfulEnd(let names)? = change.notice else {
            Issue.record("\(String(describing: change.notice))")
            return
        }
        #expect(Set(names).isSuperset(of: ["q1", "q2"]))
        // A head says which state is meant, and an end at an outline does.
        var other = Sketch()
        for (x, y) in [(0.0, 0.0), (200, -40), (200, 40)] { other.apply(.draw([circle(x, y, 30)])) }
        #expect(other.apply(.draw([line((31, 0), (171, -33))])).notice == nil)
    }

    @Test func roundHeadsMayComeFirst() {
        let (head, shaft) = (circle(100, 0, 5), line((0, 0), (95, 0)))
        let (start, end) = (circle(-32, 0, 30), circle(136, 0, 30))
        for strokes in [[head, start, end, shaft], [head, shaft, start, end], [head, start, shaft, end]] {
            var sketch = Sketch()
            for stroke in strokes { sketch.apply(.draw([stroke])) }
            #expect(sketch.ink[0].reading == .head && sketch.diagram.states.count == 2)
            #expect(sketch.diagram.transitions.map { $0.start != nil && $0.end != nil } == [true])
        }
    }

    @Test func signsThatMayBeRingsSaySo() {
        var sketch = Sketch()
        for stroke in [circle(100, 0, 30), circle(0, 0, 30)] { sketch.apply(.draw([stroke])) }
        #expect(sketch.apply(.draw([circle(0, 0, 10)])).notice == .doubtfulRing("q1"))
        var other = Sketch()
        for stroke in [circle(100, 0, 30), circle(0, 0, 10)] { other.apply(.draw([stroke])) }
        let change = other.apply(.draw([circle(0, 0, 30)]))
        #expect(change.notice == .doubtfulRing("q1"))
        #expect(change.notice?.description.hasPrefix("q1 may have one circle or two, and two make it final") == true)
    }

    @Test func ringsThatMayBeTheSameCircleSaySo() {
        for radius in stride(from: 26.0, to: 29.5, by: 0.25) {
            var sketch = Sketch()
            sketch.apply(.draw([circle(0, 0, 30)]))
            let change = sketch.apply(.draw([circle(0, 0, radius)]))
            guard let own = sketch.ink.last, own.probability < 0.7 else { continue }
            #expect(change.notice == .doubtfulRing("q0"), "\(radius)")
            return
        }
        Issue.record("no radius is in doubt")
    }
}
