import Foundation
import Testing

/// Expressions of automata on the command line.
@Suite struct ToRegexTests {
    private func folder() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.write(
            "parity.mata",
            """
            @NFA-explicit
            %Alphabet-enum a b
            %Initial even
            %Final even
            even b even
            even a odd
            odd b odd
            odd a even

            """)
        return folder
    }

    @Test func printsAnExpression() throws {
        let folder = try folder()
        let result = try Tool.run("to-regex", "parity.mata", in: folder)
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output == "(b|ab*a)*\n")
        #expect(try Tool.run("to-regex", "parity.mata", "--syntax", "programmer", in: folder).output == "(?:b|ab*a)*\n")
        let plain = try Tool.run("to-regex", "parity.mata", "--plain", "--order", "numbers", in: folder)
        #expect(plain.output.count > 10)
    }

    @Test func methodsAndOrders() throws {
        let folder = try folder()
        for method in ["automatic", "state-elimination", "equations"] {
            for order in ["automatic", "numbers", "degree", "weight", "cycles", "bridges"] {
                let made = try Tool.run("to-regex", "parity.mata", "--by", method, "--order", order, in: folder)
                #expect(made.status == 0, "\(made.errors)")
                let expression = made.output.trimmingCharacters(in: .newlines)
                let back = try Tool.run(
                    "regex", "--syntax", "textbook", expression, "-o", "back.mata", "--force", in: folder)
                #expect(back.status == 0, "\(back.errors)")
                #expect(try Tool.run("equivalent", "back.mata", "parity.mata", in: folder).status == 0)
            }
        }
    }

    @Test func bytesAreWrittenAsProgrammersDo() throws {
        let folder = try folder()
        #expect(try Tool.run("regex", "[0-9]+(\\.[0-9]+)?", "-o", "number.json", in: folder).status == 0)
        let result = try Tool.run("to-regex", "number.json", in: folder)
        #expect(result.output == "\\d+(?:\\.\\d+)?\n")
    }

    @Test func steps() throws {
        let folder = try folder()
        let result = try Tool.run("to-regex", "parity.mata", "--steps", in: folder)
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output.contains("without odd\n"))
        #expect(result.output.hasSuffix("start → end  (b|ab*a)*\nfinal: end\n"))
        #expect(try Tool.run("to-regex", "parity.mata", "--steps", "--by", "equations", in: folder).status == 2)
    }

    @Test func errors() throws {
        let folder = try folder()
        #expect(try Tool.run("to-regex", in: folder).status == 2)
        #expect(try Tool.run("to-regex", "parity.mata", "--order", "none", in: folder).status == 2)
        try folder.write("long.mata", "@NFA-explicit\n%Alphabet-enum coin\n%Initial p\n%Final q\np coin q\n")
        #expect(try Tool.run("to-regex", "long.mata", in: folder).output == "'coin'\n")
        let inexpressible = try Tool.run("to-regex", "long.mata", "--syntax", "programmer", in: folder)
        #expect(inexpressible.status == 2)
        #expect(inexpressible.errors.contains("choose the other syntax"))
        let limited = try Tool.run("to-regex", "parity.mata", "--max-states", "3", in: folder)
        #expect(limited.status == 2)
        #expect(limited.errors.contains("--max-states"))
    }
}
