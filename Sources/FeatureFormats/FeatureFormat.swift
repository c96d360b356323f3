public import FeatureModels
internal import TextSupport

/// A text format that feature models are kept in.
public enum FeatureFormat: String, Sendable, Hashable, CaseIterable {
    /// Universal Variability Language: its Boolean level with group cardinalities.
    case uvl
    /// FeatureIDE's XML.
    case featureIDE = "xml"
    /// Clauses with names of variables.
    case dimacs
    /// Our own JSON, which holds all that a model has.
    case json

    /// The usual end of a file's name, without a dot.
    public var fileExtension: String { rawValue }
}
