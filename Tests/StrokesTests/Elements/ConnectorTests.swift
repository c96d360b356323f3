import Strokes
import Testing

struct ConnectorTests {
    private let circles = [
        StateGeometry(center: Point(x: 0, y: 0), radius: 20), StateGeometry(center: Point(x: 100, y: 0), radius: 20),
    ]

    @Test("an arrow connects two outlines, from outside and inside")
    func twoOutlines() {
        let outside = Connector(tail: Point(x: 25, y: 0), tip: Point(x: 70, y: 0))
        #expect(outside.connection(to: circles.span) == .init(tail: 0, tip: 1))
        let inside = Connector(tail: Point(x: 5, y: 0), tip: Point(x: 96, y: 4))
        #expect(inside.connection(to: circles.span) == .init(tail: 0, tip: 1))
        #expect(inside.reversed.connection(to: circles.span) == .init(tail: 1, tip: 0))
        let far = Connector(tail: Point(x: 0, y: 200), tip: Point(x: 100, y: 50))
        #expect(far.connection(to: circles.span) == .init(tail: nil, tip: nil))
        #expect(far.connection(to: circles.span, within: 0.8) == .init(tail: nil, tip: 1))
    }

    @Test("both ends of an arrow near one outline: the nearer one takes it, those of a loop both")
    func oneOutline() {
        let mark = Connector(tail: Point(x: -40, y: 0), tip: Point(x: -21, y: 0))
        #expect(mark.connection(to: circles.span) == .init(tail: nil, tip: 0))
        #expect(mark.connection(to: circles.span, isLoop: true) == .init(tail: 0, tip: 0))
    }

    @Test("going on straight counts half")
    func directions() {
        // Above both; it points at the one that is a little farther.
        let circles = [
            StateGeometry(center: Point(x: 0, y: 0), radius: 20), StateGeometry(center: Point(x: 60, y: 0), radius: 20),
        ]
        let arrow = Connector(tail: Point(x: -40, y: -100), tip: Point(x: 29, y: -27))
        let gaps = circles.map { $0.distance(to: arrow.tip) }
        #expect(gaps[0] < gaps[1])
        #expect(arrow.connection(to: circles.span).tip == 1)
    }

    @Test("places without numbers connect to nothing")
    func nonFinite() {
        let arrow = Connector(tail: Point(x: .nan, y: 0), tip: Point(x: .infinity, y: 0))
        #expect(arrow.connection(to: circles.span) == .init(tail: nil, tip: nil))
        #expect(arrow.connection(to: circles.span, isLoop: true) == .init(tail: nil, tip: nil))
    }
}
