internal import FeatureFormats
public import FeatureModels
public import ProductLines
public import WorkLimits

/// A product as files: a Swift package that starts the program of a product line with the changes
/// of the product.
///
/// It is derived from two descriptions in JSON. The description of the product line names the
/// package with the core assets and its types. For each feature, or condition on features, it lists
/// replaced types, settings, modules, package traits, resources and a stylesheet. The description
/// of the product names its features, and may add such lists of its own.
///
/// ```swift
/// let derivation = try Derivation(
///     of: product, in: line, products: model.products(), lineFolder: "../..") { try read($0) }
/// for file in derivation.files {
///     try write(file.bytes, to: "build/\(derivation.product.name)/\(file.path)")
/// }
/// ```
public struct Derivation: Sendable {
    /// The path of a file that a description names.
    public struct AssetPath: Sendable, Hashable {
        /// A Boolean value that indicates whether the path is relative to the product's
        /// description; otherwise it is relative to the product line's description.
        public let isOfProduct: Bool
        /// The path, relative to the folder of the description.
        public let path: String
    }

    /// A file of the package.
    public struct File: Sendable, Hashable {
        /// The path in the folder of the product, with `/` between names.
        public let path: String
        /// The content of the file in bytes.
        public let bytes: [UInt8]
    }

    /// Measures of the effort for a product.
    public struct Measures: Sendable, Hashable {
        /// The number of changes to the core assets that the product required.
        public internal(set) var coreChangeCount = 0
        /// The number of configured objects: sections in the settings of the product and of its
        /// features.
        public internal(set) var configuredObjectCount = 0
        /// The number of types that replace others.
        public internal(set) var overriddenTypeCount = 0
        /// The number of types that the product adds.
        public internal(set) var newTypeCount = 0
        /// The number of resources: files such as images.
        public internal(set) var resourceCount = 0
        /// The number of lines of the stylesheet.
        public internal(set) var styleLineCount = 0
    }

    /// The product as its program receives it in release builds. The folder of the resources is
    /// `nil` here, because only the running program knows the folder.
    public let product: DerivedProduct
    /// The decision about each feature.
    public let configuration: Configuration
    /// The path of the package with the core assets, relative to the product line's description.
    public let coreFolder: String
    /// The files of the package, sorted by path.
    public let files: [File]
    /// The measures of the effort for the product.
    public let measures: Measures

    /// Derives a product.
    ///
    /// A feature that the description doesn't name is selected if all products with the named
    /// features contain it, and deselected otherwise. Entries of the product override the entries
    /// of its features; entries of two features must not contradict each other.
    ///
    /// - Parameters:
    ///   - description: The description of the product.
    ///   - line: The description of the product line.
    ///   - products: The products of the feature model.
    ///   - lineFolder: The path from the folder of the product's package to the folder of the
    ///     line's description.
    ///   - budget: The limits of the search for the smallest change that makes the configuration a
    ///     product.
    ///   - load: Returns the content of a file, or throws an error whose description says why the
    ///     file can't be read.
    /// - Complexity: O(*n* + *s*) for *n* bytes of text and compiled products with *s* elements,
    ///   plus the time to load files. If the features don't form a product,
    ///   `Products.nearest(to:budget:)` takes further time.
    /// - Throws: `DerivationError`: all findings with positions, or the limit that was exceeded.
    public init(
        of description: SourceText, in line: SourceText, products: Products, lineFolder: String,
        budget: Budget = .default, loading load: @escaping (AssetPath) throws -> [UInt8]
    ) throws(DerivationError) {
        var work = DerivationWork(product: description, line: line, products: products, load: load)
        // A truncated description would seem to lack everything that follows.
        guard work.isReadable else { throw .findings(work.findings.error) }
        do throws(FeatureModelError) { try work.configure(budget: budget) } catch { throw .stopped(error) }
        work.checkPackage()
        work.checkMapping()
        work.mergeAssets()
        do throws(ProductLineError) { try work.findings.check() } catch { throw .findings(error) }
        // If it is missing, there are findings.
        guard let configuration = work.configuration else { throw .findings(work.findings.error) }
        (product, self.configuration) = (work.derivedProduct, configuration)
        coreFolder = work.line.core?.text ?? ""
        (files, measures) = (work.files(lineFolder: lineFolder), work.measures)
    }
}

/// The reason why a product couldn't be derived.
public enum DerivationError: Error, Sendable, CustomStringConvertible {
    /// The findings about the descriptions and the files that the descriptions name.
    case findings(ProductLineError)
    /// The search for the smallest change to a valid configuration exceeded a limit.
    case stopped(FeatureModelError)

    /// The findings, one per line, or the message about the limit.
    public var description: String {
        switch self {
        case .findings(let error): error.description
        case .stopped(let error): "\(error)"
        }
    }
}
