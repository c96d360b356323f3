import AlgorithmSupport
import Strokes
import Testing
import WorkLimits

@Suite struct TemplateRecognizerTests {
    @Test func anExampleIsRecognizedAsItself() throws {
        let recognizer = try Gestures.recognizer()
        for (id, name) in Gestures.names.enumerated() {
            let points = Gestures.shape(name)
            let matches = recognizer.matches(for: points)
            #expect(matches.count == Gestures.names.count)
            #expect(matches[0].name == name)
            #expect(matches[0].templateID == id)
            #expect(matches[0].distance < 1e-5)
            #expect(matches[0].score > 0.999)
            #expect(matches[1].score < 0.9)
        }
    }

    @Test func drawnGesturesAreRecognized() throws {
        let recognizer = try Gestures.recognizer()
        for name in Gestures.names {
            for seed in 0..<8 {
                let points = Gestures.drawn(name, seed: UInt64(seed))
                let match = try #require(recognizer.bestMatch(for: points))
                #expect(match.name == name)
                #expect(match.score > 0.5)
            }
        }
    }

    @Test func matchesAreRankedAndAgreeWhateverTheLimit() throws {
        var recognizer = try Gestures.recognizer()
        for seed in 100..<103 {
            for name in Gestures.names { try recognizer.add(Gestures.drawn(name, seed: UInt64(seed)), name: name) }
        }
        for ignoresRotation in [false, true] {
            recognizer.options.ignoresRotation = ignoresRotation
            for name in Gestures.names {
                let points = Gestures.drawn(name, seed: 4)
                let all = recognizer.matches(for: points)
                #expect(all.count == Gestures.names.count)
                #expect(Set(all.map(\.name)).count == all.count)
                for (one, next) in zip(all, all.dropFirst()) {
                    #expect(one.distance <= next.distance)
                    #expect(one.score >= next.score)
                    #expect(0...1 ~= one.score && 0...1 ~= next.score)
                }
                for limit in [0, 1, 2, 5, 100] {
                    #expect(recognizer.matches(for: points, limit: limit) == Array(all.prefix(limit)))
                }
                #expect(recognizer.matches(for: points, limit: -1).isEmpty)
            }
        }
    }

    /// Many names have examples in several places of the list, and some are as near as others.
    @Test func manyNamesAreRankedByDistanceAndThenInTheirOrder() throws {
        var recognizer = TemplateRecognizer()
        for index in 0..<600 {
            let points = Gestures.drawn(Gestures.names[index % 12], seed: UInt64(index / 36))
            try recognizer.add(points, name: "\(index * 7 % 200)")
        }
        for ignoresDirection in [false, true] {
            recognizer.options.ignoresDirection = ignoresDirection
            let alone = try recognizer.names.map { name in
                var one = TemplateRecognizer(options: recognizer.options)
                for template in recognizer.templates where template.name == name {
                    try one.add(template.strokes, name: name)
                }
                return one
            }
            for gesture in Gestures.names {
                let points = Gestures.drawn(gesture, seed: 100)
                let distances = try alone.map { try #require($0.bestMatch(for: points)).distance }
                let ranked = distances.indices.sorted { (distances[$0], $0) < (distances[$1], $1) }
                for limit in [1, 2, 3, 17, 199, 200, .max] {
                    let matches = recognizer.matches(for: points, limit: limit)
                    #expect(matches.map(\.name) == ranked.prefix(limit).map { recognizer.names[$0] })
                    #expect(matches.map(\.distance) == ranked.prefix(limit).map { distances[$0] })
                }
            }
        }
    }

    @Test func sizeIsIgnoredOrNot() throws {
        let square = Gestures.shape("square")
        var recognizer = TemplateRecognizer()
        try recognizer.add(square, name: "small")
        try recognizer.add(Gestures.scaled(square, by: 10), name: "large")
        let drawn = Gestures.scaled(square, by: 7)
        // Both are as near: the one that was added first is the first.
        let alike = recognizer.matches(for: drawn)
        #expect(alike.map(\.name) == ["small", "large"])
        #expect(alike[1].score > 0.999)

        recognizer.options.ignoresScale = false
        let unlike = recognizer.matches(for: drawn)
        #expect(unlike.map(\.name) == ["large", "small"])
        #expect(unlike[0].score > 0.7)
        #expect(unlike[1].score < 0.3)
        let double = Gestures.scaled(square, by: 20)
        let match = try #require(recognizer.bestMatch(for: double))
        #expect(match.name == "large")
        #expect(abs(match.score - 0.5) < 0.01)
    }

    @Test func rotationIsIgnoredOrNot() throws {
        var recognizer = TemplateRecognizer()
        try recognizer.add(Gestures.shape("caret"), name: "caret")
        try recognizer.add(Gestures.shape("zed"), name: "zed")
        for step in 0..<16 {
            let caret = Gestures.rotated(Gestures.shape("caret"), turns: Double(step) / 16)
            recognizer.options.ignoresRotation = true
            let match = try #require(recognizer.bestMatch(for: caret))
            #expect(match.name == "caret")
            #expect(match.score > 0.999)
            recognizer.options.ignoresRotation = false
            let strict = recognizer.matches(for: caret).first { $0.name == "caret" }
            #expect(try #require(strict).score < (3...13 ~= step ? 0.5 : 1))
        }
    }

    @Test func directionIsIgnoredOrNot() throws {
        for ignoresRotation in [false, true] {
            for name in Gestures.names {
                var recognizer = TemplateRecognizer(options: .init(ignoresRotation: ignoresRotation))
                try recognizer.add(Gestures.shape(name), name: name)
                let reversed = Array(Gestures.shape(name).reversed())
                let strict = try #require(recognizer.bestMatch(for: reversed))
                recognizer.options.ignoresDirection = true
                let match = try #require(recognizer.bestMatch(for: reversed))
                #expect(match.score > 0.999)
                if !ignoresRotation { #expect(strict.score < 0.5) }
            }
        }
    }

    @Test func orderOfStrokesIsIgnoredOrNot() throws {
        let strokes = [
            Stroke([Point(x: 0, y: 0), Point(x: 0, y: 10)]), Stroke([Point(x: 0, y: 4), Point(x: 6, y: 5)]),
            Stroke([Point(x: 6, y: 1), Point(x: 7, y: 11)]), Stroke([Point(x: 20, y: 3), Point(x: 9, y: 2)]),
        ]
        for count in 1...4 {
            let drawn = Array(strokes.prefix(count))
            var recognizer = TemplateRecognizer()
            try recognizer.add(drawn, name: "letter")
            let other = drawn.reversed().enumerated().map { $0.offset & 1 == 0 ? $0.element.reversed : $0.element }
            #expect(try #require(recognizer.bestMatch(for: drawn)).score > 0.999)
            #expect(try #require(recognizer.bestMatch(for: other)).score < 0.5)
            recognizer.options.ignoresStrokeOrder = true
            #expect(try #require(recognizer.bestMatch(for: drawn)).score > 0.999)
            #expect(try #require(recognizer.bestMatch(for: other)).score > 0.999)
        }
        // Too many strokes for all orders: as drawn, or from the end to the beginning.
        let many = strokes + [Stroke([Point(x: 3, y: 3), Point(x: 5, y: 9)])]
        var recognizer = TemplateRecognizer(options: .init(ignoresStrokeOrder: true))
        try recognizer.add(many, name: "sign")
        #expect(try #require(recognizer.bestMatch(for: many)).score > 0.999)
        #expect(try #require(recognizer.bestMatch(for: many.reversed().map(\.reversed))).score > 0.999)
    }

    @Test func aStrokeInPartsIsTheSameGesture() throws {
        let recognizer = try Gestures.recognizer()
        let points = Gestures.drawn("zed", seed: 3)
        let parts = [Stroke([]), Stroke(Array(points.prefix(11))), Stroke(Array(points.dropFirst(11)))]
        #expect(recognizer.matches(for: parts) == recognizer.matches(for: points))
    }

    @Test func examplesAreListedAndRemoved() throws {
        var recognizer = TemplateRecognizer()
        #expect(try recognizer.add(Gestures.shape("zed"), name: "zed") == 0)
        #expect(try recognizer.add(Gestures.shape("caret"), name: "caret") == 1)
        #expect(try recognizer.add(Gestures.drawn("zed", seed: 1), name: "zed") == 2)
        #expect(try recognizer.add(Gestures.shape("ell"), name: "ell") == 3)
        #expect(recognizer.names == ["zed", "caret", "ell"])
        #expect(recognizer.templates.map(\.name) == ["zed", "caret", "zed", "ell"])
        #expect(recognizer.templates[1].strokes == [Stroke(Gestures.shape("caret"))])

        let copy = recognizer
        let areRemoved = [0, 0, 17].map { recognizer.remove(id: $0) }
        #expect(areRemoved == [true, false, false])
        #expect(recognizer.names == ["caret", "zed", "ell"])
        let zed = Gestures.shape("zed")
        #expect(recognizer.bestMatch(for: zed)?.templateID == 2)
        let removedCounts = ["zed", "zed"].map { recognizer.removeAll(named: $0) }
        #expect(removedCounts == [1, 0])
        #expect(recognizer.templates.map(\.id) == [1, 3])
        #expect(recognizer.matches(for: zed).allSatisfy { $0.name != "zed" })
        // A number is never given twice.
        #expect(try recognizer.add(zed, name: "zed") == 4)
        #expect(recognizer.names == ["caret", "ell", "zed"])

        #expect(copy.templates.count == 4)
        #expect(copy.bestMatch(for: zed)?.templateID == 0)
    }

    @Test func whatIsLeftAnswersAsIfTheRestHadNeverBeenThere() throws {
        var recognizer = try Gestures.recognizer()
        var expected = TemplateRecognizer()
        for (id, name) in Gestures.names.enumerated() {
            if id % 3 == 1 { recognizer.remove(id: id) } else { try expected.add(Gestures.shape(name), name: name) }
        }
        for name in Gestures.names {
            let points = Gestures.drawn(name, seed: 9)
            let (one, other) = (recognizer.matches(for: points), expected.matches(for: points))
            #expect(one.map(\.name) == other.map(\.name))
            #expect(one.map(\.distance) == other.map(\.distance))
        }
    }

    @Test func namesAreEqualWhenTheirBytesAre() throws {
        var recognizer = TemplateRecognizer()
        try recognizer.add(Gestures.shape("zed"), name: "caf\u{E9}")
        try recognizer.add(Gestures.shape("ell"), name: "cafe\u{301}")
        #expect(recognizer.names.count == 2)
        let removedCount = recognizer.removeAll(named: "cafe\u{301}")
        #expect(removedCount == 1)
        #expect(recognizer.templates.map(\.id) == [0])
    }

    @Test func namesAndShapesAreChecked() throws {
        var recognizer = TemplateRecognizer()
        let zed = Gestures.shape("zed")
        for name in ["", "a\nb", "a\tb", "\u{7F}", String(repeating: "a", count: 1001)] {
            #expect(throws: TemplateError.invalidName) { try recognizer.add(zed, name: name) }
        }
        try recognizer.add(zed, name: String(repeating: "a", count: 1000))
        let point = Point(x: 1, y: 2)
        let nowhere = Point(x: .nan, y: .infinity)
        for points in [[], [point], [point, point], [point, nowhere, nowhere]] {
            #expect(throws: TemplateError.noExtent) { try recognizer.add(points, name: "dot") }
            #expect(recognizer.matches(for: points).isEmpty)
            #expect(recognizer.matches(for: [Stroke(points)]).isEmpty)
        }
        #expect(throws: TemplateError.noExtent) { try recognizer.add([Stroke](), name: "none") }
        #expect(recognizer.matches(for: [Stroke]()).isEmpty)
        #expect(recognizer.templates.count == 1)
        #expect(recognizer.names.count == 1)
        let empty = TemplateRecognizer()
        #expect(empty.bestMatch(for: zed) == nil)
    }

    @Test func pointsThatAreNotFiniteAreLeftOut() throws {
        let recognizer = try Gestures.recognizer()
        let points = Gestures.drawn("bolt", seed: 5)
        var withHoles: [Point] = []
        for (index, point) in points.enumerated() {
            if index % 4 == 0 { withHoles.append(Point(x: .nan, y: 3)) }
            withHoles.append(point)
            if index % 5 == 0 { withHoles.append(Point(x: 3, y: -.infinity)) }
        }
        #expect(recognizer.matches(for: withHoles) == recognizer.matches(for: points))
    }

    @Test func coordinatesMayBeHugeOrTiny() throws {
        let recognizer = try Gestures.recognizer()
        for name in Gestures.names {
            for factor in [1e-300, 1e-150, 1e-20, 1e20, 1e150, 1e307] {
                let points = Gestures.scaled(Gestures.shape(name), by: factor)
                let match = try #require(recognizer.bestMatch(for: points))
                #expect(match.name == name)
                #expect(match.score > 0.999)
            }
        }
        // Wider than the greatest number.
        let wide = Gestures.shape("zed").map {
            Point(x: ($0.x - 0.5) * 1.9 * .greatestFiniteMagnitude, y: ($0.y - 0.5) * 1.9 * .greatestFiniteMagnitude)
        }
        #expect(try #require(recognizer.bestMatch(for: wide)).name == "zed")
        #expect(try #require(recognizer.bestMatch(for: wide)).score > 0.999)
        let far = Gestures.shape("zed").map { Point(x: $0.x + 1e9, y: $0.y - 1e9) }
        #expect(try #require(recognizer.bestMatch(for: far)).score > 0.999)
        var strict = try Gestures.recognizer(.init(ignoresScale: false))
        let huge = Gestures.scaled(Gestures.shape("zed"), by: 1e307)
        #expect(try #require(strict.bestMatch(for: huge)).score < 0.001)
        try strict.add(huge, name: "huge")
        let match = try #require(strict.bestMatch(for: huge))
        #expect(match.name == "huge")
        #expect(match.score > 0.999)
    }

    @Test func twoPointsAndAMillionAreEnough() throws {
        let recognizer = try Gestures.recognizer()
        let sparse = [Point(x: 0, y: 0), Point(x: 1, y: 0), Point(x: 0, y: 1), Point(x: 1, y: 1)]
        #expect(try #require(recognizer.bestMatch(for: sparse)).name == "zed")
        let line = [Point(x: 0, y: 0), Point(x: 1, y: 0)]
        #expect(recognizer.matches(for: line).count == Gestures.names.count)
        let dense = Gestures.shape("spiral", count: 1_000_000)
        #expect(try #require(recognizer.bestMatch(for: dense)).name == "spiral")
        var random = SplitMix64(seed: 1)
        let scribble = (0..<50_000).map { _ in Point(x: random.unit(), y: random.unit()) }
        #expect(recognizer.matches(for: scribble).count == Gestures.names.count)
        // To and fro, as often as there are marks.
        for count in [2, 3, 49, 97, 98, 10_000] {
            let shuttle = (0..<count).map { Point(x: Double($0 & 1), y: 0) }
            for match in recognizer.matches(for: shuttle) { #expect(match.distance.isFinite) }
        }
    }

    @Test func sparseAndDenseDrawingsAreTheSame() throws {
        let recognizer = try Gestures.recognizer()
        for name in Gestures.names {
            for count in [12, 30, 200, 5000] {
                let points = Gestures.shape(name, count: count)
                let match = try #require(recognizer.bestMatch(for: points))
                #expect(match.name == name)
                #expect(match.score > 0.8)
            }
        }
    }
}
