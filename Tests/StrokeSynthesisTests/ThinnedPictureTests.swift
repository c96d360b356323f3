import StrokeSynthesis
import Testing

@Suite struct ThinnedPictureTests {
    private func traced(_ strokes: [[Vector]]) -> [Vector] {
        var picture = ThinnedPicture(of: strokes, side: 56, penRadius: 1.8)
        picture.thin()
        return picture.traced(startingAt: 0)
    }

    @Test func aThickLineIsTracedFromEndToEnd() {
        let places = traced([[Vector(6, 28), Vector(50, 28)]])
        #expect((40...50).contains(places.count))
        #expect(places.allSatisfy { abs($0.y - 28) <= 1 })
        #expect(zip(places, places.dropFirst()).allSatisfy { $0.x <= $1.x })
    }

    @Test func aRingIsTracedAround() {
        let ring = (0...60).map { Vector(28, 28) + 20 * Vector(angle: Double($0) * 0.105) }
        let places = traced([ring])
        #expect(places.allSatisfy { abs(($0 - Vector(28, 28)).length - 20) < 1.6 })
        let ends = places[0] - places[places.count - 1]
        #expect(ends.length < 3)
    }

    @Test func spursAreWalkedThereAndBack() {
        // A T: from one end over the other two, one of them twice.
        let places = traced([[Vector(6, 10), Vector(50, 10)], [Vector(28, 10), Vector(28, 48)]])
        #expect(zip(places, places.dropFirst()).allSatisfy { ($0 - $1).length < 1.5 })
        let length = zip(places, places.dropFirst()).reduce(0) { $0 + ($1.1 - $1.0).length }
        #expect((95...135).contains(length))
    }

    @Test func everyPartOfADrawingIsTraced() {
        // An equals sign: one line, a jump from its end, the other line.
        let places = traced([[Vector(6, 10), Vector(50, 10)], [Vector(6, 30), Vector(50, 30)]])
        let steps = zip(places, places.dropFirst()).map { ($0 - $1).length }
        #expect(steps.count { $0 > 1.5 } == 1)
        #expect((19...23).contains(steps.max() ?? 0))
        #expect((80...96).contains(steps.filter { $0 < 1.5 }.reduce(0, +)))
    }

    @Test func aDotLeavesAPoint() {
        for offset in [0, 0.25, 0.5, 0.75] {
            let places = traced([[Vector(28 + offset, 28), Vector(28, 28 + offset)]])
            #expect((1...4).contains(places.count))
            #expect(places.allSatisfy { ($0 - Vector(28, 28)).length < 3 })
        }
    }

    @Test func anEmptyPictureHasNoLine() {
        #expect(traced([]).isEmpty)
    }
}
