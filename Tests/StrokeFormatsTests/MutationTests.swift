import Glibc
import StrokeFormats
import TestSupport
import Testing
import TextSupport

/// Damages texts: a reader must throw or read, and never trap.
@Suite("Damaged ink")
struct InkMutationTests {
    static let count = TestScope.mutationCount
    static let seed = TestScope.mutationSeed

    static let samples: [(InkFormat, String)] = [
        (.json, "[[1, 2.5], [-3e2, 4], [5, 6]]"),
        (.json, #"[[[1,2,0],[3,4,1]], {"kind":"a\u00e9","points":[[1,2],[3,4]]}, {"strokes":[[[1,2]],[[3,4]]]}]"#),
        (
            .json,
            #"{"elements":[{"points":[{"x":1,"y":2,"t":0,"p":0.5},{"x":3,"y":4}],"labels":{"x":"y"}}],"more":{"a":[]}}"#
        ),
        (.ndjson, "{\"word\":\"circle\",\"drawing\":[[[1,2,3,4,5],[1,2,3,4,5],[0,1,2,3,4]]]}\n[[1,2],[3,4]]\n"),
        (
            .inkML,
            "<?xml version=\"1.0\"?><ink><definitions><context xml:id=\"c\"><traceFormat><channel name=\"X\"/>"
                + "<channel name=\"Y\"/><channel name=\"T\"/><intermittentChannels><channel name=\"F\" max=\"9\"/>"
                + "</intermittentChannels></traceFormat></context></definitions><annotation type=\"w\">me</annotation>"
                + "<traceGroup xml:id=\"g\"><trace xml:id=\"t\" contextRef=\"#c\">1 2 3, '4\"5 !6 7, * ? 8 *</trace></traceGroup>"
                + "<trace continuation=\"end\" priorRef=\"#t\">1 2,3 4</trace><traceView traceDataRef=\"#t\"/></ink>"
        ),
        (
            .dollar,
            "<Gesture Name=\"a1\" Subject=\"2\"><Point X=\"1\" Y=\"2\" T=\"3\"/><Stroke><Point X=\"1e3\" Y=\"-2\"/></Stroke></Gesture>"
        ),
        (.xournal, XournalTests.file("<stroke tool=\"pen\">1 2 3 4</stroke><text size=\"9\" x=\"1\" y=\"2\"> </text>")),
        (
            .excalidraw,
            ExcalidrawTests.file(
                ExcalidrawTests.ellipse, ExcalidrawTests.name,
                ExcalidrawTests.arrow("null", ExcalidrawTests.binding("A")))
        ),
        (
            .tldraw,
            TldrawTests.file(
                TldrawTests.circle("a", x: 0, "p"), TldrawTests.binding("start", "a"),
                TldrawTests.shape(
                    "f", "arrow", #""x":5,"y":5"#, #""start":{"x":0},"end":{"x":9},"arrowheadEnd":"arrow""#),
                TldrawTests.shape("d", "draw", #""x":5,"y":5"#, #""segments":[{"path":"AACAPwAAAEA","dim":2}]"#))
        ),
        (
            .svg,
            SVGTests.file(
                "<g transform='rotate(9)'><path d='M0 0C1 1 2 2 3 3A1 2 0 01 4 5Z' stroke='red' marker-end='url(#a)'/>"
                    + "<polygon points='0,0 1,1 1,0'/><circle r='2'/><text x='1'>a<tspan x='2'>b</tspan></text></g>")
        ),
        (.unipen, UnipenTests.file(".SEGMENT CHARACTER 0:1-2:0,4 ? \"x\"")),
    ]

    /// `Scripts/fuzz mutations` raises the number of texts and the seed by the environment.
    @Test("are read or refused, and what is read can be written", arguments: samples.indices)
    func damaged(_ index: Int) throws {
        let (format, text) = Self.samples[index]
        var mutator = Mutator(seed: UInt64(Self.seed) << 8 | UInt64(index))
        var writtenCounts: [InkFormat: Int] = [:]
        for _ in 0..<Self.count {
            let damaged = mutator.mutated(Array(text.utf8))
            for reader in [format, .ndjson] {
                guard let document = try? reader.read(damaged) else { continue }
                for other in [InkFormat.json, .ndjson, .inkML] {
                    // InkML can't represent everything.
                    let written = try other == .inkML ? try? other.write(document) : other.write(document)
                    guard let written else { continue }
                    writtenCounts[other, default: 0] += 1
                    #expect(
                        try other.read(written) == document, "\(other) of \(String(decoding: damaged, as: UTF8.self))")
                }
            }
            for other in InkFormat.allCases { _ = try? other.read(mutator.noise()) }
            _ = damaged.withUnsafeBytes { InkFormat.recognize(fileName: nil, content: $0) }
        }
        #expect(writtenCounts.count == 3, "\(writtenCounts)")
    }

    /// What isn't JSON isn't ink either, but for the numbers that Python writes.
    @Test func whatIsReadIsJSON() throws {
        var mutator = Mutator(seed: UInt64(Self.seed))
        var readCount = 0
        for index in 0..<Self.count * 4 {
            let sample = Self.samples[index % 2].1
            let damaged = mutator.mutated(Array(sample.utf8))
            guard (try? InkFormat.json.read(damaged)) != nil else { continue }
            readCount += 1
            try damaged.withUnsafeBytes { bytes in
                var cursor = JSONCursor(
                    bytes, from: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0, acceptsNonFinite: true)
                try cursor.skipValue()
                cursor.skipBlanks()
                #expect(cursor.isAtEnd, "\(String(decoding: damaged, as: UTF8.self))")
            }
        }
        #expect(readCount > 0)
    }
}
