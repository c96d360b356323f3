import AutomataFiles
import Glibc
import StrokeFormats
import Strokes
import ToolSupport

/// The folder of the samples that somebody draws, one in each file.
///
/// A file is written whole or not at all, and none is ever written over. Files that can't be read
/// stay as they are.
struct SampleFolder: Sendable {
    /// A sample and the name of its file.
    struct Sample: Sendable {
        let fileName: String
        let sampleClass: SampleClass
        let strokes: [Stroke]
    }

    let path: String
    /// The samples of each class, in the order in which they were drawn.
    private(set) var samples: [Sample] = []
    /// Files that can't be read, with the reason.
    private(set) var damagedFiles: [(fileName: String, problem: String)] = []

    /// Opens a folder, which may not exist yet. Nothing is written.
    init(path: String) throws(ToolError) {
        self.path = path
        try Self.checkIsWritable(path)
        guard FolderListing.isFolder(path) else { return }
        var found: [(number: Int, sampleClass: SampleClass, fileName: String)] = []
        for name in try FolderListing.names(in: path) {
            guard let (sampleClass, number) = Self.parts(of: name) else { continue }
            found.append((number, sampleClass, name))
        }
        found.sort { $0.sampleClass == $1.sampleClass ? $0.number < $1.number : $0.fileName < $1.fileName }
        for file in found {
            do throws(ToolError) {
                let strokes = try Self.strokes(at: Path.join(path, file.fileName), of: file.sampleClass)
                samples.append(Sample(fileName: file.fileName, sampleClass: file.sampleClass, strokes: strokes))
            } catch {
                damagedFiles.append((file.fileName, error.message))
            }
        }
    }

    /// Refuses a path that isn't a folder, or in which no files can be made. Permissions count even
    /// for privileged users.
    private static func checkIsWritable(_ path: String) throws(ToolError) {
        var folder = path
        while true {
            var status = stat()
            if Path.withBytes(folder, { stat($0, &status) }) == 0 {
                guard status.st_mode & S_IFMT == S_IFDIR else {
                    throw ToolError("this is a file; name a folder for the samples", at: folder)
                }
                guard status.st_mode & 0o222 != 0, Path.withBytes(folder, { access($0, W_OK | X_OK) }) == 0 else {
                    throw ToolError("the folder is read-only; allow writing to it, or name another", at: folder)
                }
                return
            }
            guard errno == ENOENT else { throw .system("can't use this folder", at: folder, code: errno) }
            let parent = Path.split(folder).folder
            if folder == "." || folder == "/" { return }
            folder = parent.isEmpty ? "." : parent
        }
    }

    /// Returns the class and the number in the name of a sample's file; `nil` for other files.
    private static func parts(of fileName: String) -> (SampleClass, number: Int)? {
        guard fileName.hasSuffix(fileExtension), let dash = fileName.lastIndex(of: "-"),
            let sampleClass = SampleClass.named(String(fileName[..<dash])),
            let number = Int(fileName[fileName.index(after: dash)...].dropLast(fileExtension.count)),
            0 < number, number < 1_000_000_000
        else { return nil }
        return (sampleClass, number)
    }

    private static let fileExtension = ".ndjson"

    /// The size of the largest file of a sample, in bytes.
    private static let maximumBytes = 4 << 20

    private static func strokes(at path: String, of sampleClass: SampleClass) throws(ToolError) -> [Stroke] {
        if let isFile = FileStamp(path)?.isFile, !isFile { throw ToolError("this isn't a file") }
        let read = try InkReader(format: .ndjson, maximumBytes: maximumBytes).read(InputFile(path: path))
        guard let ink = read.document.elements.first, read.document.elements.count == 1 else {
            throw ToolError("expected one element")
        }
        let (name, value) = sampleClass.label
        guard ink.labels[name] == value else { throw ToolError("expected the label \(name) '\(value)'") }
        return ink.strokes
    }

    // MARK: Consent

    private var consentPath: String { Path.join(path, "consent.txt") }

    /// A Boolean value that indicates whether somebody agreed to the collection.
    var hasConsent: Bool { FileStamp(consentPath) != nil }

    /// The text to agree to, a paragraph each.
    var consentText: [String] {
        [
            "You are asked to draw elements of automata and to write characters, to train a model that reads your hand.",
            "Each sample is kept with the class that you were asked for, and nothing else: the points of its strokes in "
                + "drawing order, but no times, no pressure and no name.",
            "Samples are written to the folder \(RawText.readable(path)) on this machine, one in each file. Nothing is "
                + "sent anywhere. Whoever gets the folder sees your handwriting.",
            "You can take back each sample here at any time, or delete the folder. A model that was trained before "
                + "keeps what it learned.",
        ]
    }

    /// Records that somebody agreed, which makes the folder.
    func agree() throws(ToolError) {
        let text = consentText.joined(separator: "\n") + "\n\nAgreed to on the page of automata edit --collect.\n"
        guard !hasConsent else { return }
        try OutputFile.write(Array(text.utf8), to: consentPath, replacing: false, makingFolders: true)
    }

    // MARK: Samples

    /// Writes a sample, and returns it.
    mutating func keep(_ strokes: [Stroke], as sampleClass: SampleClass) throws(ToolError) -> Sample {
        guard hasConsent else { throw ToolError("the collection isn't agreed to yet; agree on the page first") }
        let strokes = strokes.filter { !$0.points.isEmpty }
        let points = strokes.flatMap(\.points)
        guard let box = points.span.boundingBox, box.side > 0 else {
            throw ToolError("the drawing has no extent; draw it larger")
        }
        let (name, value) = sampleClass.label
        let ink = LabeledInk(strokes: strokes, labels: [name: value])
        let bytes: [UInt8]
        do throws(InkFormatError) {
            bytes = try InkFormat.ndjson.write(InkDocument(elements: [ink]))
        } catch {
            throw ToolError(error.sentence)
        }
        guard bytes.count <= Self.maximumBytes else {
            throw ToolError("the drawing has too many points; draw it again with fewer or shorter strokes")
        }
        let last = samples.last { $0.sampleClass == sampleClass }.flatMap { Self.parts(of: $0.fileName)?.number } ?? 0
        var number = last + 1
        func fileName() -> String { "\(sampleClass.name)-\(number)\(Self.fileExtension)" }
        while FileStamp(Path.join(path, fileName())) != nil { number += 1 }
        // If the folder has gone, so has the consent that is in it.
        try OutputFile.write(bytes, to: Path.join(path, fileName()), replacing: false, makingFolders: false)
        let sample = Sample(fileName: fileName(), sampleClass: sampleClass, strokes: strokes)
        samples.append(sample)
        return sample
    }

    /// Deletes a sample.
    mutating func remove(_ fileName: String) throws(ToolError) {
        guard let index = samples.firstIndex(where: { $0.fileName == fileName }) else {
            throw ToolError("the sample was already deleted")
        }
        guard Path.withBytes(Path.join(path, fileName), { unlink($0) }) == 0 || errno == ENOENT else {
            throw .system("can't delete the sample", at: fileName, code: errno)
        }
        samples.remove(at: index)
    }
}
