import ComponentFormats
import Testing

/// The paths of files in assemblies, and how much is read.
struct PathTests {
    private static func containing(_ paths: String...) -> String {
        let components = paths.enumerated().map { "\"c\($0)\": {\"assembly\": \"\($1)\"}" }
        return "{\"components\": {\(components.joined(separator: ", "))}}"
    }

    @Test func aFileHasOnePath() {
        let text = Self.containing("a.json", "./a.json", ".//a.json", "x/../a.json", "x//.././a.json")
        let found = errors(text, ["a.json": text])
        #expect(found.count == 5)
        let problem = "the assembly contains itself: 'a.json' contains 'a.json'; remove it"
        #expect(found.allSatisfy { $0.hasSuffix(problem) })
        #expect(
            errors(Self.containing("/x/../a.json", "../a.json", ".//a.json")) == [
                "a.json:1:36: '/a.json' can't be read: no such file",
                "a.json:1:72: '../a.json' can't be read: no such file",
                "a.json:1:105: 'a.json' can't be read: no such file",
            ])
    }

    @Test func nothingIsReadAfterTooManyComponents() throws {
        // Each folder has two others, up to ten inside each other.
        let leaf = "{\"components\": {\"a\": {}}}"
        let text = Self.containing("x/a.json", "y/a.json")
        var options = AssemblyDocument.Options()
        options.componentLimit = 100
        var readCount = 0
        do throws(AssemblyFormatError) {
            _ = try AssemblyDocument(json: text, options: options) { path in
                readCount += 1
                return Array((path.split(separator: "/").count > 10 ? leaf : text).utf8)
            }
            Issue.record("the assembly has too many components")
        } catch {
            #expect(error.errors.map(\.message) == ["more than 100 components; divide the assembly"])
            #expect(error.errors.map(\.isLimit) == [true])
        }
        #expect(readCount < 200)
        // The largest limit leaves room for sums.
        options.componentLimit = .max
        #expect(try read(Self.containing("a", "b"), ["a": leaf, "b": leaf], options).warnings == [])
    }

    @Test func textsOfFilesHaveALimit() {
        var options = AssemblyDocument.Options()
        options.maximumBytes = 100
        let (long, spaces) = ("{\"components\": {\"a\": {}}}", String(repeating: " ", count: 100))
        #expect(
            errors("{\"components\": {\"a\": {\"assembly\": \"b\"}}}", ["b": spaces + long], options)
                == ["a.json:1:35: 'b' is longer than 100 bytes; divide the file"])
        #expect(
            errors("{\"components\": {\"a\": {\"chart\": \"b.scxml\"}}}", ["b.scxml": spaces + echo], options)
                == ["a.json:1:32: 'b.scxml' is longer than 100 bytes; divide the file"])
        #expect(errors("{\"components\": {\"a\": {\"assembly\": \"b\"}}}", ["b": long], options) == [])
    }
}
