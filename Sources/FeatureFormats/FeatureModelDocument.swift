public import FeatureModels
internal import TextSupport
internal import WorkLimits

/// A feature model, and the place in the text where each of its parts begins.
///
///     let document = try FeatureFormat.uvl.document(from: text)
///     for feature in document.model.ids { print(document.place(of: .feature(feature))) }
public struct FeatureModelDocument: Sendable {
    /// A line and a column in a text; both are counted from 1, and each byte is a column.
    public struct Place: Hashable, Sendable, CustomStringConvertible {
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
    var features: [Place]
    var groups: [Place]
    var constraints: [Place]
    /// The bytes of the text and of all copies of imported models together.
    package var byteCount: Int

    init(_ read: PlacedModel, in text: UnsafeRawBufferPointer) {
        (model, byteCount) = (read.model, read.byteCount)
        features = Origin.places(of: read.features, in: text)
        groups = Origin.places(of: read.groups, in: text)
        constraints = Origin.places(of: read.constraints, in: text)
    }

    /// The paths of all imported models.
    package var importedPaths: [String] {
        var paths: Set<String> = []
        for places in [features, groups, constraints] {
            for place in places { if let path = place.importedPath { paths.insert(path) } }
        }
        return paths.sorted()
    }

    /// Returns the place where a part of the model begins.
    ///
    /// - Precondition: The model has the part.
    public func place(of part: FeatureFinding.Place) -> Place {
        switch part {
        case .feature(let feature): features[Int(feature)]
        case .group(let group): groups[group]
        case .constraint(let constraint): constraints[constraint]
        }
    }
}
