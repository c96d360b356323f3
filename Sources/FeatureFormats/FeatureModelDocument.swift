public import FeatureModels
internal import TextSupport
internal import WorkLimits

/// A model with the places of its parts in the text.
///
///     let document = try FeatureFormat.uvl.document(from: text)
///     for feature in document.model.ids { print(document.place(of: .feature(feature))) }
public struct FeatureModelDocument: Sendable {
    /// A place in a text. Lines and columns are counted from 1; a column is a byte.
    public struct Place: Hashable, Sendable, CustomStringConvertible {
        /// The path of the imported model; `nil` for the text itself.
        public var importedPath: String?
        /// The line.
        public var line: Int
        /// The column.
        public var column: Int

        /// `path:line:column`, or `line:column` in the text itself.
        public var description: String { (importedPath.map { "\($0):" } ?? "") + "\(line):\(column)" }
    }

    /// The model.
    public package(set) var model: FeatureModel
    var features: [Place]
    var groups: [Place]
    var constraints: [Place]
    /// The bytes of text that the model counts as, with all copies of imported models.
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

    /// Returns the place of a part of the model.
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
