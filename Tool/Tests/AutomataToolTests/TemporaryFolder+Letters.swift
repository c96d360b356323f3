import Testing

extension TemporaryFolder {
    /// The words of up to three symbols over a, b and c.
    static let words: [String] = (0..<3).reduce(into: [[""]]) { lengths, _ in
        lengths.append(lengths[lengths.count - 1].flatMap { word in ["a", "b", "c"].map { word + $0 } })
    }.flatMap { $0 }

    /// A folder in which a.mata accepts the word a, and so on, and all.mata every word over a and
    /// b.
    static func letters() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        for letter in ["a", "b", "c"] {
            try folder.write(
                "\(letter).mata", "@NFA-explicit\n%Alphabet-auto\n%Initial p\n%Final q\np \(letter) q\n")
        }
        try folder.write("all.mata", "@NFA-explicit\n%Alphabet-auto\n%Initial p\n%Final p\np a p\np b p\n")
        try folder.write("words", words.map { $0 + "\n" }.joined())
        return folder
    }

    /// Which of the short words the result of a command accepts.
    func language(_ arguments: [String]) throws -> Set<String> {
        let made = try Tool.start(arguments + ["-o", "result.json", "--force"], in: self).finish()
        #expect(made.status == 0, "\(made.errors)")
        let outcome = try Tool.run("accepts", "result.json", "--words-from", "words", in: self)
        #expect(outcome.status < 2, "\(outcome.errors)")
        let prefix = "accepted\t"
        return Set(
            outcome.output.split(separator: "\n").filter { $0.hasPrefix(prefix) }.map {
                String($0.dropFirst(prefix.count))
            })
    }
}
