import Automata
import Diagrams
import Foundation
import Testing

/// Layouts beside those of Graphviz's `dot`, with the same count of crossings on the curves of
/// both.
///
/// `Scripts/build test --filter LayoutComparisonTests` prints the figures of
/// `Documentation/layouts.md`. With `AUTOMATA_REDRAW=1` it also draws the picture there anew.
@Suite struct LayoutComparisonTests {
    private static let file = URL(fileURLWithPath: #filePath)
        .appending(path: "../../../../Documentation/layouts.svg").standardized

    @Test(.enabled(if: DotLayout.path != nil, "dot is missing"))
    func fewerCrossingsThanDot() throws {
        let diagrams = try LayoutCorpus.automata().map { Diagram($0) }
        let pictures = try DotLayout.pictures(of: diagrams)
        #expect(pictures.count == diagrams.count)
        for (name, range) in [("random NFAs", 0..<250), ("minimal DFAs", 250..<500), ("all", 0..<500)] {
            var (ours, theirs, noMore) = (0, 0, 0)
            for (diagram, picture) in zip(diagrams[range], pictures[range]) {
                let counts = (
                    crossings(of: diagram.transitions.map { diagram.curve(of: $0) }), crossings(of: picture.curves)
                )
                ours += counts.0
                theirs += counts.1
                if counts.0 <= counts.1 { noMore += 1 }
            }
            print("\(name): \(ours) crossings, dot \(theirs); no more than dot in \(noMore) of \(range.count)")
            #expect(ours < theirs)
            #expect(10 * noMore >= 9 * range.count || name != "all")
        }
    }

    @Test func hardlyAnythingIsCovered() throws {
        let small = try LayoutCorpus.automata().filter { $0.stateCount <= 12 }
        let clean = small.count { LayoutScore(Diagram($0)).coverings == 0 }
        print("nothing covered in \(clean) of \(small.count) with up to 12 states")
        #expect(100 * clean >= 99 * small.count)
    }

    /// Where that fails because layouts are others, draw it anew with `AUTOMATA_REDRAW=1` where dot
    /// is installed.
    @Test func theDocumentationShowsWhatIsDrawn() throws {
        let diagrams = try LayoutCorpus.automata().map { Diagram($0) }
        if ProcessInfo.processInfo.environment["AUTOMATA_REDRAW"] != nil, DotLayout.path != nil {
            let pictures = try DotLayout.pictures(of: diagrams)
            try Data(LayoutSheet.svg(of: diagrams, and: pictures).utf8).write(to: Self.file)
        }
        let sheet = String(decoding: try Data(contentsOf: Self.file), as: UTF8.self)
        for place in LayoutSheet.shown {
            let isShown = sheet.contains(LayoutSheet.drawing(of: diagrams[place]))
            #expect(isShown, "AUTOMATA_REDRAW=1 swift test --filter LayoutComparisonTests draws it anew")
        }
    }
}
