import AutomataFiles
import Glibc
import Testing

/// A folder of its own, which is removed with what is in it.
private final class Folder {
    let path: String

    init() throws {
        var template = Array("/tmp/automata-files.XXXXXX".utf8CString)
        _ = try #require(mkdtemp(&template))
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        for name in names { unlink(path + "/" + name) }
        rmdir(path)
    }

    var names: [String] {
        guard let stream = opendir(path) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    func file(_ name: String) -> String { path + "/" + name }

    func write(_ text: String, to name: String, replacing: Bool = true) throws {
        try FileWriter(replacing: replacing, syncing: false, unfinished: NoUnfinishedFiles()).write(
            Array(text.utf8), to: file(name))
    }

    func text(of name: String) throws -> String { try read(file(name), limit: 1 << 20) }
}

private func read(_ path: String, limit: Int) throws -> String {
    try FileContents.read(path, limit: limit).withBytes { String(decoding: $0, as: UTF8.self) }
}

@Suite("Whole files")
struct FileTests {
    @Test func readsWhatWasWritten() throws {
        let folder = try Folder()
        for length in [0, 1, 65_535, 65_536, 65_537, 300_000] {
            let text = String(repeating: "x", count: length)
            try folder.write(text, to: "a")
            #expect(try folder.text(of: "a") == text)
        }
        #expect(folder.names == ["a"])
    }

    @Test func missingFoldersAreObstacles() throws {
        let folder = try Folder()
        try folder.write("x", to: "a")
        let writer = FileWriter(replacing: true, syncing: false, unfinished: NoUnfinishedFiles())
        for name in ["none/b", "a/b"] {
            #expect(writer.obstacle(at: folder.file(name)) == nil)
            let obstacle = writer.obstacle(at: folder.file(name), needingFolder: true)
            #expect(obstacle != nil)
            #expect(throws: try #require(obstacle)) { try writer.write(Array("x".utf8), to: folder.file(name)) }
        }
        for name in ["a", "b"] { #expect(writer.obstacle(at: folder.file(name), needingFolder: true) == nil) }
        #expect(writer.obstacle(at: "b", needingFolder: true) == nil)
    }

    @Test func refusesWhatHasNoEnd() {
        #expect(throws: FileError("/dev/zero", .tooLong(limit: 1_000_000))) {
            try read("/dev/zero", limit: 1_000_000)
        }
    }

    @Test func stopsWhereNobodyWantsItAnyLonger() {
        var count = 0
        #expect(throws: FileError("/dev/zero", .cancelled)) {
            _ = try FileContents.read("/dev/zero", limit: 1 << 30) {
                count += 1
                return count == 3
            }
        }
        #expect(count == 3)
    }

    /// A sparse file of a terabyte takes no room, and would if it were read.
    @Test func refusesWhatIsTooLong() throws {
        let folder = try Folder()
        try folder.write("abc", to: "a")
        #expect(truncate(folder.file("a"), 1 << 40) == 0)
        #expect(throws: FileError(folder.file("a"), .tooLong(limit: 1 << 20))) { try folder.text(of: "a") }
        #expect(truncate(folder.file("a"), 3) == 0)
        #expect(try read(folder.file("a"), limit: 3) == "abc")
        #expect(throws: FileError.self) { try read(folder.file("a"), limit: 2) }
    }

    @Test func readsPipes() throws {
        var ends: (Int32, Int32) = (0, 0)
        let isMade = withUnsafeMutableBytes(of: &ends) {
            pipe($0.assumingMemoryBound(to: Int32.self).baseAddress!) == 0
        }
        #expect(isMade)
        #expect("piped".utf8CString.withUnsafeBytes { Glibc.write(ends.1, $0.baseAddress, 5) } == 5)
        close(ends.1)
        defer { close(ends.0) }
        let contents = try FileContents.read(from: ends.0, named: "pipe", limit: 100)
        #expect(contents.withBytes { String(decoding: $0, as: UTF8.self) } == "piped")
    }

    @Test func tellsWhatIsWrong() throws {
        let folder = try Folder()
        #expect(throws: FileError(folder.file("none"), .system("can't open", code: ENOENT))) {
            try folder.text(of: "none")
        }
        #expect(throws: FileError(folder.path, .system("can't read", code: EISDIR))) { try read(folder.path, limit: 9) }
        #expect(throws: FileError(folder.file("."), .isFolder)) { try folder.write("", to: ".") }
        #expect(throws: FileError(folder.file("none/a"), .system("can't write here", code: ENOENT))) {
            try folder.write("", to: "none/a")
        }
        #expect(FileError("a", .tooLong(limit: 1)).description == "a: the input is longer than 1 byte")
        #expect(
            FileError("a", .system("can't open", code: ENOENT)).description
                == "a: can't open: No such file or directory")
    }

    @Test func replacesOnlyWhereAsked() throws {
        let folder = try Folder()
        try folder.write("old", to: "a", replacing: false)
        #expect(throws: FileError(folder.file("a"), .exists)) { try folder.write("new", to: "a", replacing: false) }
        #expect(try folder.text(of: "a") == "old")
        chmod(folder.file("a"), 0o640)
        try folder.write("new", to: "a")
        #expect(try folder.text(of: "a") == "new")
        var status = stat()
        #expect(stat(folder.file("a"), &status) == 0 && status.st_mode & 0o777 == 0o640)
    }

    @Test func linksStay() throws {
        let folder = try Folder()
        try folder.write("old", to: "a")
        #expect(symlink("a", folder.file("link")) == 0)
        #expect(symlink("b", folder.file("dangling")) == 0)
        try folder.write("new", to: "link")
        try folder.write("made", to: "dangling")
        #expect(try folder.text(of: "a") == "new")
        #expect(try folder.text(of: "b") == "made")
        #expect(folder.names == ["a", "b", "dangling", "link"])
        var status = stat()
        #expect(lstat(folder.file("link"), &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
    }

    /// Where a link leads can't be guessed: nothing is written beside it, and it isn't replaced.
    @Test func linksThatCannotBeFollowedAreErrors() throws {
        let folder = try Folder()
        #expect(symlink("loop", folder.file("loop")) == 0)
        #expect(throws: FileError.system("can't follow the link here", at: folder.file("loop"), code: ELOOP)) {
            try folder.write("new", to: "loop")
        }
        #expect(folder.names == ["loop"])
    }

    /// Names are bytes, in links as well.
    @Test func namesThatAreNotUTF8() throws {
        let folder = try Folder()
        let latin = RawText.text([0x61, 0xE9])
        #expect(Path.withBytes(latin) { symlink($0, folder.file("link")) } == 0)
        try folder.write("new", to: "link")
        #expect(try folder.text(of: latin) == "new")
        #expect(Path.withBytes(folder.file(latin)) { unlink($0) } == 0)
        #expect(throws: FileError(folder.file(latin), .system("can't open", code: ENOENT))) {
            try folder.text(of: latin)
        }
        #expect(FileError(latin, .exists).description == "a\\xE9: the file exists already")
        #expect(folder.names == ["link"])
    }

    /// A pipe that nobody reads any more is an error, not the end of the process.
    @Test func brokenPipes() throws {
        let folder = try Folder()
        #expect(mkfifo(folder.file("pipe"), 0o600) == 0)
        let reader = open(folder.file("pipe"), O_RDONLY | O_NONBLOCK)
        let writer = open(folder.file("pipe"), O_WRONLY)
        close(reader)
        let code = SystemCall.holdingBackWriteSignals {
            [UInt8](repeating: 0, count: 10).withUnsafeBytes { SystemCall.writeAll($0, to: writer) }
        }
        #expect(code == EPIPE)
        close(writer)
        try folder.write("gone", to: "/../../dev/null")
    }

    @Test func unfinishedFilesAreTold() throws {
        final class List: UnfinishedFiles {
            func begin(_ path: String, _ make: () -> Int32) -> Int32 { -1 }
            func end(_ path: String, _ finish: () -> Int32) -> Int32 { 0 }
        }
        let folder = try Folder()
        let writer = FileWriter(replacing: true, syncing: true, unfinished: List())
        #expect(throws: FileError.self) {
            try writer.write([UInt8](), to: folder.file("a"))
        }
        #expect(folder.names.isEmpty)
    }
}

@Suite("Text of any bytes")
struct RawTextTests {
    /// All sequences of up to three bytes of those that matter, and the scalars that stand for
    /// bytes themselves.
    @Test func everySequenceComesBack() {
        let bytes: [UInt8] = [0x00, 0x41, 0x7F, 0x80, 0xA9, 0xC3, 0xE2, 0xED, 0xF0, 0xF4, 0xFF]
        var sequences: [[UInt8]] = [[]]
        for _ in 0..<4 { sequences += sequences.flatMap { start in bytes.map { start + [$0] } } }
        for value in [0x10FE7F, 0x10FE80, 0x10FEC1, 0x10FEFF, 0x10FF00, 0xE9, 0x1F600] {
            let scalar = String(Unicode.Scalar(UInt32(value))!)
            sequences += [Array(scalar.utf8), [0xFF] + Array(scalar.utf8) + [0xE9], Array(scalar.utf8).dropLast()]
        }
        for sequence in sequences {
            let text = RawText.text(sequence)
            #expect(RawText.bytes(of: text) == sequence)
            if !sequence.contains(0xF4), let valid = String(validating: sequence, as: UTF8.self) {
                #expect(text == valid)
            }
        }
    }

    @Test func readable() {
        #expect(RawText.readable(RawText.text([0x63, 0xE9, 0x80, 0xC3, 0xA9])) == "c\\xE9\\x80é")
        #expect(RawText.readable("café") == "café")
        #expect(RawText.text(Array("café".utf8)) == "café")
    }
}

@Suite("Machine limits")
struct MachineLimitsTests {
    @Test func smallBudgetsAreKept() {
        for wanted in [Int.min, -1, 0, 1, 1 << 20] { #expect(SystemLimits.clampedToFreeMemory(wanted) == wanted) }
    }

    @Test func largeBudgetsAreWithinTheMachine() throws {
        let memory = try #require(SystemLimits.availableMemory)
        #expect(memory > 0)
        #expect(SystemLimits.clampedToFreeMemory(.max) < .max)
        #expect(SystemLimits.clampedToFreeMemory(2 << 20) <= SystemLimits.clampedToFreeMemory(.max))
        #expect(SystemLimits.availableBytes > 0)
    }

    @Test func numbers() {
        let text = "MemTotal:       16 kB\nMemAvailable:    12 kB\nx"
        #expect(SystemLimits.number(after: "MemAvailable:", in: text) == 12)
        #expect(SystemLimits.number(after: "MemFree:", in: text) == nil)
        #expect(SystemLimits.number(after: "x", in: text) == nil)
    }

    /// The limits of the group and of those above it, less what is used and can't be given back.
    @Test(arguments: [
        ("0::/a/b\n", ["a/b/memory.max": "100", "a/b/memory.current": "30"], 70),
        ("0::/a/b\n", ["a/b/memory.max": "max", "a/memory.max": "50", "a/memory.current": "60"], 0),
        ("0::/\n", ["memory.max": "100", "memory.current": "90", "memory.stat": "anon 5\ninactive_file 40\n"], 50),
        ("0::/gone\n", ["memory.max": "100", "memory.current": "90"], 10),
        ("3:cpu,memory:/d\n", ["memory/d/memory.limit_in_bytes": "9", "memory/d/memory.usage_in_bytes": "4"], 5),
        (
            "3:memory:/\n",
            ["memory/memory.limit_in_bytes": "9223372036854771712", "memory/memory.usage_in_bytes": "4"], .max
        ),
        ("nonsense\n:::\n", [:], .max),
    ])
    func controlGroups(_ groups: String, _ files: [String: String], _ expected: Int) throws {
        let folder = try Folder()
        let paths = files.keys.map { folder.file($0) }
        for (name, text) in files {
            try FileWriter(replacing: true, syncing: false, unfinished: NoUnfinishedFiles()).write(
                Array(text.utf8), to: folder.file(name), makingFolders: true)
        }
        #expect(ControlGroups.availableBytes(groups: groups, root: folder.path) == expected)
        for path in paths { unlink(path) }
        for name in ["a/b", "a", "memory/d", "memory"] { rmdir(folder.file(name)) }
    }
}
