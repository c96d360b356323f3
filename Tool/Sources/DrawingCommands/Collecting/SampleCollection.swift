import AutomataFiles
import EditorServer
import PageServing
import StrokeFormats
import Strokes
import Synchronization
import TextSupport
import ToolSupport

/// The collection of samples in a folder, as its page sees it.
final class SampleCollection: EditorDocuments {
    private let folder: Mutex<SampleFolder>

    init(_ folder: SampleFolder) { self.folder = Mutex(folder) }

    func opened(_ stream: NewsStream) async {}

    func closed(_ stream: NewsStream) async {}

    func respond(to request: EditorRequest) async -> EditorResponse {
        folder.withLock { folder in
            do throws(ToolError) {
                return try Self.answer(request, &folder)
            } catch {
                return .failure(422, error)
            }
        }
    }

    private static func answer(
        _ request: EditorRequest, _ folder: inout SampleFolder
    ) throws(ToolError) -> EditorResponse {
        switch (request.method, request.path) {
        case (.get, "collection"): return .json(state(of: folder))
        case (.post, "collection/consent"):
            try folder.agree()
            return .json([:])
        case (.post, "collection/samples"):
            let (sampleClass, strokes) = try sample(in: request.body)
            return .json(["name": try folder.keep(strokes, as: sampleClass).fileName])
        case (.post, "collection/remove"):
            try folder.remove(request.query["name"] ?? "")
            return .json([:])
        default: return .unknown
        }
    }

    /// Reads a sample that a page sends: ink in JSON with the label `class`.
    private static func sample(in body: [UInt8]) throws(ToolError) -> (SampleClass, [Stroke]) {
        let document: InkDocument
        do throws(InkFormatError) {
            document = try body.withUnsafeBytes { bytes in
                Result { () throws(InkFormatError) in try InkFormat.json.read(bytes) }
            }.get()
        } catch {
            throw ToolError(error.sentence)
        }
        guard let ink = document.elements.first, document.elements.count == 1 else {
            throw ToolError("expected the strokes of one sample")
        }
        guard let sampleClass = SampleClass.named(ink.labels["class"] ?? "") else {
            throw ToolError("expected the class of the sample, such as \"state\"")
        }
        return (sampleClass, ink.strokes)
    }

    private static func state(of folder: SampleFolder) -> JSONObject {
        [
            "folder": RawText.readable(folder.path), "hasConsent": folder.hasConsent, "consent": folder.consentText,
            "classes": SampleClass.all.map { each in
                ["name": each.name, "label": each.label.value, "wanted": each.wantedCount] as JSONObject
            },
            "samples": folder.samples.map { sample in
                ["name": sample.fileName, "class": sample.sampleClass.name, "strokes": points(of: sample)] as JSONObject
            },
            "damaged": folder.damagedFiles.map { ["name": $0.fileName, "problem": $0.problem] as JSONObject },
        ]
    }

    /// The points of a sample, for its picture.
    private static func points(of sample: SampleFolder.Sample) -> [[[Double]]] {
        sample.strokes.map { $0.points.map { [$0.x, $0.y] } }
    }
}
