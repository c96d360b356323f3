import Automata
import AutomataFormats
import Glibc
import Testing

/// Files of a public collection that stand beside the package, where they do.
enum RealFiles {
    static let folder = "../shared/automata"

    static let paths: [String] = {
        guard let root = opendir(folder) else { return [] }
        defer { closedir(root) }
        var paths: [String] = []
        for family in names(in: root) {
            guard let entries = opendir("\(folder)/\(family)") else { continue }
            defer { closedir(entries) }
            paths += names(in: entries).filter { $0.hasSuffix(".mata") }.map { "\(folder)/\(family)/\($0)" }
        }
        return paths.sorted()
    }()

    private static func names(in directory: OpaquePointer) -> [String] {
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names
    }

    static func contents(of path: String) -> [UInt8] {
        guard let file = fopen(path, "r") else { return [] }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = fread(&buffer, 1, buffer.count, file)
            if count == 0 { return bytes }
            bytes += buffer[..<count]
        }
    }
}

@Suite("The files of a public collection", .enabled(if: !RealFiles.paths.isEmpty, "../shared/automata is missing"))
struct RealFilesTests {
    @Test("all are read, and written and read again are the same")
    func allAreRead() throws {
        for path in RealFiles.paths {
            let automaton = try Format.mata.read(RealFiles.contents(of: path), name: path)
            let hasOneInitialState = automaton.asEpsilonNFA.initialStates.count == 1
            for format in [Format.json, .mata, .dot] + (hasOneInitialState ? [.jflap] : []) {
                let text = try format.write(automaton)
                let again = try format.read(text.bytes)
                let isSame = automaton.hasSameTransitions(as: again)
                #expect(isSame, "\(path) through \(format)")
            }
        }
    }
}
