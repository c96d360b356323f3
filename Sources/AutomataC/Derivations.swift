// The functions here are described in automata_lines.h.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@_spi(Tool) internal import Automata
public import CAutomata
internal import FeatureModels
internal import ProductDerivation
internal import ProductLines
internal import TextSupport
internal import WorkLimits

extension automata_derivation_options: SizedStruct {}

@c @implementation
public func automata_derivation_new(
    _ products: OpaquePointer?, _ line: UnsafePointer<CChar>?, _ lineLength: Int, _ product: UnsafePointer<CChar>?,
    _ productLength: Int, _ options: UnsafePointer<automata_derivation_options>?,
    _ derivation: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    make(derivation, "derivation", error) { () throws(CallError) -> DerivationHandle in
        let products = try ProductsHandle.required(products)
        guard products.products.scope == .allFeatures else {
            throw .invalidArgument(
                "'products' are over concrete features only; compile them with AUTOMATA_FEATURE_SCOPE_ALL_FEATURES")
        }
        let line = try Argument.text(line, lineLength, "line")
        let product = try Argument.text(product, productLength, "product")
        let options = try automata_derivation_options.given(options)
        let folder = try options.line_folder.map { (text) throws(CallError) in
            try Argument.string(text, Argument.zeroTerminated, "line_folder")
        }
        let files = try DerivationFiles(options, holding: line.count + product.count)
        try products.reserveMemory()
        let derivation: Derivation
        do throws(DerivationError) {
            derivation = try Derivation(
                of: SourceText(bytes: Array(product), name: options.name(options.product_name, "product")),
                in: SourceText(bytes: Array(line), name: options.name(options.line_name, "line")),
                products: products.products, lineFolder: folder ?? "", budget: files.budget,
                loading: files.bytes)
        } catch {
            if let stop = files.stop { throw .features(.products(.stopped(stop))) }
            if case .findings(let error) = error, let note = options.note {
                for finding in error.findings {
                    finding.description.printable.withCString { note($0, options.context) }
                }
            }
            throw .features(.deriving(error))
        }
        return DerivationHandle(derivation)
    }
}

extension automata_derivation_options {
    fileprivate func name(_ text: UnsafePointer<CChar>?, _ other: String) -> String {
        text.map { String(cString: $0) } ?? other
    }
}

/// The files that the program gives for a derivation.
private final class DerivationFiles {
    /// The bytes of memory that a derivation takes for each byte of its texts.
    private static let memoryPerByte = 64

    let budget: Budget
    /// The reason why no more files are loaded.
    private(set) var stop: LimitError?
    private let load: automata_derivation_load
    private let context: UnsafeMutableRawPointer?
    private var byteCount: Int

    init(_ options: automata_derivation_options, holding byteCount: Int) throws(CallError) {
        guard let load = options.load else {
            throw .invalidArgument("'load' is NULL; set a callback that reads the files of the descriptions")
        }
        (self.load, context, budget) = (load, options.context, try Budget(options.budget))
        self.byteCount = byteCount
        do throws(LimitError) { try check() } catch { throw .features(.products(.stopped(error))) }
    }

    private func check() throws(LimitError) {
        let (bytes, overflow) = byteCount.multipliedReportingOverflow(by: Self.memoryPerByte)
        try budget.check(built: 0, bytes: overflow ? .max : bytes)
    }

    func bytes(of file: Derivation.AssetPath) throws -> [UInt8] {
        if let stop { throw stop }
        var content = automata_text()
        let isGiven = (Array(file.path.utf8) + [0]).withUnsafeBytes { path in
            load(
                path.baseAddress?.assumingMemoryBound(to: CChar.self), path.count - 1, file.isOfProduct, &content,
                context)
        }
        guard isGiven else { throw LoadRefusal("the program has no such file; add it, or fix the name") }
        let bytes = try LoadRefusal.text(content)
        byteCount += bytes.count
        do throws(LimitError) { try check() } catch {
            stop = error
            throw error
        }
        return Array(bytes)
    }
}

@c @implementation
public func automata_derivation_free(_ derivation: OpaquePointer?) { DerivationHandle.free(derivation) }

@c @implementation
public func automata_derivation_product(_ derivation: OpaquePointer?) -> automata_derived_product {
    DerivationHandle.from(derivation)?.product ?? automata_derived_product()
}

@c @implementation
public func automata_derivation_decisions(_ derivation: OpaquePointer?) -> automata_feature_decisions {
    DerivationHandle.from(derivation)?.lentDecisions ?? automata_feature_decisions()
}

@c @implementation
public func automata_derivation_file_count(_ derivation: OpaquePointer?) -> Int {
    DerivationHandle.from(derivation)?.fileCount ?? 0
}

@c @implementation
public func automata_derivation_file(_ derivation: OpaquePointer?, _ index: Int) -> automata_derived_file {
    DerivationHandle.from(derivation)?.file(index) ?? automata_derived_file()
}
