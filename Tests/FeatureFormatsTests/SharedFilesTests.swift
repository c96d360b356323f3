import FeatureFormats
import FeatureModels
import TestSupport
import Testing

@Suite(.enabled(if: SharedFiles.isPresent, SharedFiles.hint)) struct SharedFilesTests {
    /// The numbers of features, abstract features and constraints that others count.
    @Test(arguments: [
        ("APL", 23, 9, 2), ("APL-Model", 28, 6, 8), ("BerkeleyDB", 76, 23, 20), ("Car", 16, 0, 6),
        ("ChatClient", 14, 4, 1), ("FameDB", 22, 9, 0), ("FameDB2", 21, 8, 1), ("FeatureIDE", 19, 0, 4),
        ("GPLmedium", 38, 11, 15), ("GPLsmall", 25, 9, 7), ("GPLtiny", 7, 0, 1), ("PPU", 52, 23, 15),
        ("SafeBali", 24, 7, 0), ("SortingLine", 39, 14, 11), ("TightVNC", 28, 7, 3), ("Violet", 101, 13, 27),
        ("axTLS", 96, 5, 14),
    ])
    func modelsHaveTheirFeatures(name: String, features: Int, abstract: Int, constraints: Int) throws {
        let model = try FeatureFormat.featureIDE.model(from: SharedFiles.text(of: "featureide/\(name).xml"))
        #expect(model.features.count == features)
        #expect(model.features.count(where: \.isAbstract) == abstract)
        #expect(model.constraints.count == constraints)
    }

    @Test(arguments: TestFiles.names(in: "\(SharedFiles.folder)/featureide"))
    func allModelsAreRead(name: String) throws {
        let model = try FeatureFormat.featureIDE.model(from: SharedFiles.text(of: "featureide/\(name)"), name: name)
        #expect(model.findings.isEmpty)
    }

    /// What is read of FeatureIDE is kept by all formats with trees.
    @Test(arguments: TestFiles.names(in: "\(SharedFiles.folder)/featureide"))
    func allModelsAreKeptByOtherFormats(name: String) throws {
        let model = try FeatureFormat.featureIDE.model(from: SharedFiles.text(of: "featureide/\(name)"), name: name)
        for format in [FeatureFormat.uvl, .featureIDE, .json] {
            let written = try format.text(of: model)
            #expect(written.notes.isEmpty)
            #expect(try format.model(from: written.text) == model)
        }
        let clauses = try FeatureFormat.dimacs.model(from: FeatureFormat.dimacs.text(of: model).text)
        #expect(clauses.features.dropFirst().prefix(model.features.count).map(\.name) == model.features.map(\.name))
    }

    @Test func companionIsRead() throws {
        let model = try FeatureFormat.uvl.model(from: SharedFiles.text(of: "thesis_companion.uvl"))
        #expect(model.features.count == 51)
        #expect(model.constraints.count == 2)
    }
}
