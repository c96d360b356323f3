import Foundation
import StrokeFormats
import Strokes

/// The samples of one hand in a folder, as `automata edit --collect` writes them.
struct PersonalSamples {
    private(set) var elements: [Sample] = []
    private(set) var characters: [CharacterSample] = []
    /// Files that are left out, with the reason, a sentence each.
    private(set) var problems: [String] = []

    /// The number of samples from which on a class can be judged, one for each fold.
    static let minimumCount = 5

    /// Reads all files in NDJSON, compressed or not, by name.
    ///
    /// - Throws: An error that describes the problem if the folder can't be read.
    init(folder: String) throws {
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: folder)
        } catch {
            throw SampleError(
                description: "\(folder): can't list the folder; name one that automata edit --collect made")
        }
        for name in names.sorted() where name.hasSuffix(".ndjson") || name.hasSuffix(".ndjson.gz") {
            do {
                let inks = try SampleFile.elements(of: folder + "/" + name)
                let before = elements.count + characters.count
                for ink in inks { add(ink) }
                if elements.count + characters.count == before {
                    problems.append("\(name) is left out: no sample has a known label 'element' or 'label'")
                }
            } catch {
                problems.append("\(name) is left out: \(error)")
            }
        }
    }

    private mutating func add(_ ink: LabeledInk) {
        if var sample = Sample(ink, source: Sample.personal) {
            sample.isPersonal = true
            sample.fold = elements.count { $0.kind == sample.kind } % 5
            elements.append(sample)
        } else if var sample = CharacterSample(ink, number: characters.count) {
            sample.isPersonal = true
            sample.fold = characters.count { $0.label == sample.label } % 5
            characters.append(sample)
        }
    }
}
