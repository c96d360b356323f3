public import FeatureModels
internal import TextSupport
internal import WorkLimits

/// A feature model, and the position in the text where each of its parts begins.
///
///     let document = try FeatureFormat.uvl.document(from: text)
///     for feature in document.model.ids { print(document.position(of: .feature(feature))) }
public struct FeatureModelDocument: Sendable {
    /// A line and a column in a text; both are counted from 1, and each byte is a column.
    public struct Position: Hashable, Sendable, CustomStringConvertible {
        /// The path of the imported model; `nil` for the text itself.
        public var importedPath: String?
        /// The line number, counted from 1.
        public var line: Int
        /// The column in bytes, counted from 1.
        public var column: Int

        /// `path:line:column`, or `line:column` in the text itself.
        public var description: String { (importedPath.map { "\($0):" } ?? "") + "\(line):\(column)" }
    }

    /// The feature model that was read.
    public package(set) var model: FeatureModel
    var features: [Position]
    var groups: [Position]
    var constraints: [Position]
    /// The bytes of the text and of all copies of imported models together.
    package var byteCount: Int

    init(_ read: PlacedModel, in text: UnsafeRawBufferPointer) {
        (model, byteCount) = (read.model, read.byteCount)
        features = Origin.positions(of: read.features, in: text)
        groups = Origin.positions(of: read.groups, in: text)
        constraints = Origin.positions(of: read.constraints, in: text)
    }

    /// The paths of all imported models.
    package var importedPaths: [String] {
        var paths: Set<String> = []
        for positions in [features, groups, constraints] {
            for position in positions { if let path = position.importedPath { paths.insert(path) } }
        }
        return paths.sorted()
    }

    /// Returns the position where a part of the model begins.
    ///
    /// - Precondition: The model has the part.
    public func position(of part: FeatureFinding.Part) -> Position {
        switch part {
        case .feature(let feature): features[Int(feature)]
        case .group(let group): groups[group]
        case .constraint(let constraint): constraints[constraint]
        }
    }
}
