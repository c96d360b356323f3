/// A derived product, as its program sees it: its identity, its selected features, and the texts of
/// its settings, types, modules and style.
public struct DerivedProduct: Sendable, Hashable {
    /// The name of the product and of its program.
    public let name: String
    /// The identifier under which systems install the product.
    public let identifier: String
    /// The version of the product.
    public let version: String
    /// The version of the core assets from which the product is built.
    public let build: String
    /// The names of the selected features, in the order of the feature model.
    public let features: [String]
    /// The substitutes, for ``TypeRegistry/substitute(from:)``.
    public let overrides: SourceText
    /// The settings, as the first layer of a ``LayeredConfiguration``.
    public var settings: SourceText
    /// The modules, for ``ModuleList``.
    public let modules: SourceText
    /// The stylesheet, for ``Stylesheet``; without rules if the product has no style.
    public let style: SourceText
    /// The names of the files that belong to the product, such as images.
    public let resources: [String]
    /// The path of the folder with the files of ``resources``; `nil` if the product has none.
    public let resourceFolder: String?

    /// Creates the description of a product.
    public init(
        name: String, identifier: String, version: String, build: String, features: [String], overrides: SourceText,
        settings: SourceText, modules: SourceText, style: SourceText, resources: [String], resourceFolder: String?
    ) {
        (self.name, self.identifier, self.version, self.build) = (name, identifier, version, build)
        (self.features, self.overrides, self.settings) = (features, overrides, settings)
        (self.modules, self.style) = (modules, style)
        (self.resources, self.resourceFolder) = (resources, resourceFolder)
    }
}
