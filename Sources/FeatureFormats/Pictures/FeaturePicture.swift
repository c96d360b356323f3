public import FeatureModels

/// A format of pictures of feature models.
///
/// SVG is a finished picture; DOT is a description from which Graphviz draws a picture.
public enum FeaturePicture: String, Sendable, Hashable, CaseIterable {
    /// Scalable Vector Graphics, in the classical notation of feature diagrams.
    case svg
    /// The language of Graphviz.
    case dot

    /// The usual extension of file names.
    public var fileExtension: String { rawValue }

    /// Creates the format with a file extension, without the dot; `nil` for other extensions.
    public init?(fileExtension: String) {
        switch fileExtension {
        case "svg": self = .svg
        case "dot", "gv": self = .dot
        default: return nil
        }
    }

    /// The direction in which a tree grows.
    public enum Direction: Sendable, Hashable, CaseIterable {
        /// The root is at the top.
        case topDown
        /// The root is on the left.
        case leftToRight
    }

    /// Returns the picture of a model.
    ///
    /// The model may have findings. The same model always gives the same text.
    ///
    /// - Parameters:
    ///   - model: The feature model to draw.
    ///   - highlight: The decisions and marks to show.
    /// - Complexity: O(*n*) for *n* features, parts of constraints and bytes of names.
    public func text(of model: FeatureModel, highlighting highlight: FeatureHighlight = .init()) -> String {
        switch self {
        case .svg: model.svg(highlighting: highlight)
        case .dot: model.dot(highlighting: highlight)
        }
    }
}

extension FeatureModel {
    /// Returns the model as a picture in SVG, in the classical notation of feature diagrams.
    ///
    /// <doc:Pictures> explains all signs; the picture has a legend of the signs that occur. The
    /// picture is black on white, white on black in dark mode, and black on white again in print.
    /// Screen readers get a description of the features. Long names are shortened; the whole name
    /// shows when the pointer rests on the box.
    ///
    /// The tree is tidy: parents stand over the middle of their children, and equal subtrees look
    /// equal. A wide tree grows from left to right, or has leaves of one group in columns,
    /// whichever comes closer to the shape of a page.
    ///
    /// - Parameters:
    ///   - title: The title, which is read aloud and not shown; the root's name if `nil`.
    ///   - highlight: The decisions and marks to show.
    ///   - direction: The direction in which the tree grows; chosen by the shape of the tree if
    ///     `nil`.
    /// - Complexity: O(*n*) for *n* features, parts of constraints and bytes of names.
    public func svg(
        title: String? = nil, highlighting highlight: FeatureHighlight = .init(),
        direction: FeaturePicture.Direction? = nil
    ) -> String {
        let figure = FeatureFigure(self, highlighting: highlight)
        return FeatureSVG.text(of: FeatureLayout.fitting(figure, direction: direction), title: title)
    }

    /// Returns the model in the language of Graphviz.
    ///
    /// Graphviz can't draw the arcs of groups: a triangle stands for an arc, and a black triangle
    /// for the arc of an `or` group. The picture has no legend, and long names are shortened.
    ///
    /// - Parameters:
    ///   - highlight: The decisions and marks to show.
    ///   - direction: The direction in which the tree grows; chosen by the shape of the tree if
    ///     `nil`.
    /// - Complexity: O(*n*) for *n* features, parts of constraints and bytes of names.
    public func dot(
        highlighting highlight: FeatureHighlight = .init(), direction: FeaturePicture.Direction? = nil
    ) -> String {
        let figure = FeatureFigure(self, highlighting: highlight)
        return FeatureDOT.text(
            of: figure, direction: direction ?? FeatureLayout.fitting(figure, direction: nil).direction)
    }
}
