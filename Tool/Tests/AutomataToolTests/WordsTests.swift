import Foundation
import Testing

/// Words in order, by number and by chance.
@Suite struct WordsTests {
    /// A folder with words over 0 and 1 that end in 01, those without two ones in a row, and a
    /// finite language of longer symbols.
    private func folder() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.write("ends.mata", Sample.endsWith01)
        try folder.write(
            "fibonacci.mata", "@NFA-explicit\n%Alphabet-auto\n%Initial p\n%Final p q\np 0 p\np 1 q\nq 0 p\n")
        try folder.write(
            "coins.mata", "@NFA-explicit\n%Alphabet-auto\n%Initial p\n%Final p r\np coin q\nq button r\n")
        try folder.write("none.mata", "@NFA-explicit\n%Alphabet-auto\n%Initial p\n%Final q\np a p\nq a q\n")
        try folder.write("bytes.mata", Sample.bytes)
        return folder
    }

    /// A command line, what it prints and what it notes.
    @Test(arguments: [
        ("words ends.mata --limit 4", "01\n001\n101\n0001\n", true),
        ("words ends.mata --length 3", "001\n101\n", false),
        ("words ends.mata --up-to 3", "01\n001\n101\n", false),
        ("words ends.mata --after 1000 --limit 2", "1001\n1101\n", true),
        ("words fibonacci.mata --up-to 2", "\n0\n1\n00\n01\n10\n", false),
        ("words coins.mata --all", "\ncoin button\n", false),
        ("words coins.mata --length 2 --separator /", "coin/button\n", false),
        ("words none.mata", "", false),
        ("words ends.mata --limit 0", "", true),
        ("count fibonacci.mata --length 100", "927372692193078999176\n", false),
        ("count fibonacci.mata --length 100 --method recurrence", "927372692193078999176\n", false),
        ("count fibonacci.mata --up-to 3", "11\n", false),
        ("count coins.mata", "2\n", false),
        ("count none.mata", "0\n", false),
        ("count fibonacci.mata --series", "(1 + x) / (1 - x - x^2)\n", false),
        ("count fibonacci.mata --recurrence", "a(n) = a(n-1) + a(n-2) for n ≥ 2; a(0) = 1, a(1) = 2\n", false),
        ("count coins.mata --growth", "0.0\n", false),
        ("rank ends.mata 101", "2\n", false),
        ("rank ends.mata 101 --within-length", "1\n", false),
        ("rank coins.mata coin/button --separator /", "1\n", false),
        ("unrank ends.mata 2", "101\n", false),
        ("unrank ends.mata 1 --length 4", "0101\n", false),
        ("unrank coins.mata 1", "coin button\n", false),
        ("sample coins.mata --length 2 --count 2 --seed 1", "coin button\ncoin button\n", false),
        ("sample ends.mata --up-to 2 --count 3", "01\n01\n01\n", false),
    ])
    func results(line: String, output: String, hasNote: Bool) throws {
        let outcome = try Tool.run(line: line, in: folder())
        #expect(outcome.status == 0)
        #expect(outcome.output == output)
        #expect(outcome.errors.contains("there are more words") == hasNote)
        #expect(outcome.errors.isEmpty != hasNote)
    }

    @Test func largeNumbersThereAndBack() throws {
        let folder = try folder()
        let place = "1" + String(repeating: "0", count: 60)
        let word = try Tool.run("unrank", "fibonacci.mata", place, in: folder)
        #expect(word.status == 0)
        let spelled = word.output.trimmingCharacters(in: .newlines)
        #expect(spelled.count > 200 && !spelled.contains("11"))
        #expect(try Tool.run("rank", "fibonacci.mata", spelled, in: folder).output == place + "\n")
        #expect(try Tool.run("accepts", "fibonacci.mata", spelled, in: folder).status == 0)
    }

    @Test func seedsGiveTheSameWords() throws {
        let folder = try folder()
        let arguments = ["sample", "fibonacci.mata", "--length", "50", "--count", "20", "--seed", "7"]
        let first = try Tool.start(arguments, in: folder).finish()
        #expect(first.status == 0)
        #expect(first.lines.count == 20)
        #expect(first.lines.allSatisfy { $0.count == 50 && !$0.contains("11") })
        #expect(Set(first.lines).count > 10)
        #expect(try Tool.start(arguments, in: folder).finish().output == first.output)
    }

    /// The command line, and a part of what is said.
    @Test(arguments: [
        ("count fibonacci.mata", "the language is infinite"),
        ("count fibonacci.mata --length -1", "expected 0 or more"),
        ("count fibonacci.mata --length=-1", "expected 0 or more"),
        ("count fibonacci.mata --length 1 --up-to 1", "exclude each other"),
        ("count fibonacci.mata --series --growth", "exclude each other"),
        ("count fibonacci.mata --series --length 1", "all lengths"),
        ("count fibonacci.mata --length 1000000000000", "--max-memory"),
        ("sample fibonacci.mata", "--length or --up-to"),
        ("sample none.mata --length 3", "no word"),
        ("sample coins.mata --length 1000000000000", "no word"),
        ("sample fibonacci.mata --length 3 --count=-1", "expected 0 or more"),
        ("unrank coins.mata 2", "no word at this position"),
        ("unrank coins.mata x", "expected 0 or more"),
        ("unrank coins.mata 0 --length 1", "no word at this position"),
        ("rank ends.mata 102", "not in the alphabet"),
        ("words ends.mata --after 2", "not in the alphabet"),
        ("words ends.mata --limit=-1", "expected 0 or more"),
        ("words ends.mata --all --limit 3", "exclude each other"),
        ("words missing.mata", "missing.mata"),
    ])
    func errors(line: String, message: String) throws {
        let outcome = try Tool.run(line: line, in: folder())
        #expect(outcome.status == 2)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.contains(message), "\(outcome.errors)")
    }

    @Test func infiniteLanguagesEndAtTheDefaultLimit() throws {
        let outcome = try Tool.run("words", "ends.mata", in: folder())
        #expect(outcome.status == 0)
        #expect(outcome.lines.count == 1000)
        #expect(outcome.errors.contains("there are more words"))
    }

    @Test func timeEndsLongLists() throws {
        let outcome = try Tool.run("words", "ends.mata", "--all", "--timeout", "0.2", in: folder())
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("--timeout"))
        #expect(outcome.lines.count > 1000)
    }
}
