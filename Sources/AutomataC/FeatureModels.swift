// The functions here are described in automata_features.h.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@_spi(Tool) internal import Automata
internal import AutomataFiles
public import CAutomata
internal import FeatureFormats
internal import FeatureModels
internal import TextSupport

extension automata_feature_model_options: SizedStruct {
    static let reservedBytes = bytes(of: \.reserved)
}

// MARK: - Formats

extension FeatureFormat {
    /// Returns the format that C gives; `nil` if it is to be guessed.
    fileprivate static func given(_ format: automata_feature_format) throws(CallError) -> FeatureFormat? {
        switch format {
        case AUTOMATA_FEATURE_FORMAT_GUESS: nil
        case AUTOMATA_FEATURE_FORMAT_UVL: .uvl
        case AUTOMATA_FEATURE_FORMAT_FEATUREIDE: .featureIDE
        case AUTOMATA_FEATURE_FORMAT_DIMACS: .dimacs
        case AUTOMATA_FEATURE_FORMAT_JSON: .json
        case AUTOMATA_FEATURE_FORMAT_MARKDOWN: .markdown
        case AUTOMATA_FEATURE_FORMAT_CSV: .csv
        default: throw .invalidArgument("invalid 'format'; expected a constant of automata_feature_format")
        }
    }
}

extension FeatureFormat.SingleChildRule {
    fileprivate init(_ meaning: automata_feature_single_child) throws(CallError) {
        switch meaning {
        case AUTOMATA_FEATURE_SINGLE_CHILD_OPTIONAL: self = .optional
        case AUTOMATA_FEATURE_SINGLE_CHILD_MANDATORY: self = .mandatory
        default: throw .invalidArgument("invalid 'single_child'; expected a constant of automata_feature_single_child")
        }
    }
}

// MARK: - Reading and writing

extension automata_feature_load? {
    /// Returns the text of an imported model.
    fileprivate func text(at path: String, _ context: UnsafeMutableRawPointer?) throws -> [UInt8] {
        guard let self else {
            throw LoadRefusal("the callback 'load' is missing; set it, or merge the models into one file")
        }
        var path = path
        var text = automata_text()
        let isGiven = path.withUTF8 { bytes in
            // Ends with a zero byte, as all texts for C.
            (Array(bytes) + [0]).withUnsafeBytes { path in
                self(path.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count, &text, context)
            }
        }
        guard isGiven else { throw LoadRefusal("the program has no such text; add it, or remove the import") }
        return Array(try LoadRefusal.text(text))
    }
}

extension automata_feature_model_options {
    /// The budget, and the maximum number of bytes of a text.
    fileprivate func limits() throws(CallError) -> (budget: Budget, textBytes: Int) {
        let budget = try Budget(budget)
        return (budget, min(FeatureFormat.maximumBytes, budget.maximumBytes / FeatureFormat.memoryPerByte))
    }

    fileprivate func read(
        _ text: UnsafeRawBufferPointer, as format: FeatureFormat?, name: String,
        _ limits: (budget: Budget, textBytes: Int)
    ) throws(CallError) -> FeatureModelHandle {
        let singleChild = try FeatureFormat.SingleChildRule(single_child)
        guard let format = format ?? FeatureFormat(recognizing: text) else {
            throw .unknownFormat(
                "\(name.printable): expected UVL, FeatureIDE's XML, DIMACS, JSON or a table of decisions; name the format"
            )
        }
        let textBytes = text.count > limits.textBytes ? 0 : format.countedByteCount(of: text)
        try MemoryReservation.reserveMemory(min(textBytes, limits.textBytes) * FeatureFormat.memoryPerByte)
        let document: FeatureModelDocument
        do throws(FeatureFormatError) {
            document = try format.document(
                from: text, name: name, maximumBytes: limits.textBytes, singleChild: singleChild,
                budget: limits.budget.withoutStateLimit, loading: { [load, context] in try load.text(at: $0, context) })
        } catch {
            if let note {
                for problem in error.problems { problem.description.printable.withCString { note($0, context) } }
            }
            throw .features(.reading(error))
        }
        return try FeatureModelHandle(document, limits.budget)
    }
}

@c @implementation
public func automata_feature_model_from_text(
    _ text: UnsafePointer<CChar>?, _ length: Int, _ format: automata_feature_format,
    _ options: UnsafePointer<automata_feature_model_options>?, _ model: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    make(model, "model", error) { () throws(CallError) in
        let text = UnsafeRawBufferPointer(try Argument.text(text, length, "text"))
        let format = try FeatureFormat.given(format)
        let options = try automata_feature_model_options.given(options)
        let name = options.input_name.map { String(cString: $0) } ?? "-"
        return try options.read(text, as: format, name: name, try options.limits())
    }
}

@c @implementation
public func automata_feature_model_from_file(
    _ path: UnsafePointer<CChar>?, _ format: automata_feature_format,
    _ options: UnsafePointer<automata_feature_model_options>?, _ model: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    make(model, "model", error) { () throws(CallError) -> FeatureModelHandle in
        let path = try Argument.path(path)
        let given = try FeatureFormat.given(format)
        let options = try automata_feature_model_options.given(options)
        let limits = try options.limits()
        let file: FileContents
        do throws(FileError) {
            file = try FileContents.read(path, limit: limits.textBytes) { limits.budget.isCancelled?() ?? false }
        } catch {
            throw .file(error)
        }
        let readable = RawText.readable(path)
        let name = options.input_name.map { String(cString: $0) } ?? readable
        return try file.withBytes { (text) throws(CallError) in
            try options.read(text, as: given ?? FeatureFormat(fileName: readable), name: name, limits)
        }
    }
}

@c @implementation
public func automata_feature_model_text(
    _ model: OpaquePointer?, _ format: automata_feature_format, _ budget: UnsafePointer<automata_budget>?,
    _ text: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, _ length: UnsafeMutablePointer<Int>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    let result = ArrayResult(text, length)
    return call(error) { () throws(CallError) in
        let model = try FeatureModelHandle.required(model)
        try result.check("text", "length")
        guard let format = try FeatureFormat.given(format) else {
            throw .invalidArgument("'format' is AUTOMATA_FEATURE_FORMAT_GUESS; name the format")
        }
        let budget = try Budget(budget)
        let expansion = format.extraMemory(of: model.model)
        try core { () throws(AutomataError) in try budget.check(bytes: model.document.byteCount + expansion) }
        try MemoryReservation.reserveMemory(model.byteCount + expansion)
        let written: FeatureWriteResult
        do throws(FeatureFormatError) { written = try format.text(of: model.model, budget: budget) } catch {
            throw .features(.writing(error))
        }
        try result.hand(out: written.text)
    }
}

// MARK: - Features

@c @implementation
public func automata_feature_model_free(_ model: OpaquePointer?) { FeatureModelHandle.free(model) }

@c @implementation
public func automata_feature_model_feature_names(_ model: OpaquePointer?) -> automata_names {
    FeatureModelHandle.from(model)?.names.lent ?? automata_names(items: nil, count: 0)
}

@c @implementation
public func automata_feature_model_find_feature(
    _ model: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ length: Int,
    _ feature: UnsafeMutablePointer<automata_feature>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    feature?.initialize(to: 0)
    return call(error) { () throws(CallError) in
        let model = try FeatureModelHandle.required(model)
        let name = try Argument.string(name, length, "name")
        let feature = try required(feature, "feature")
        guard let number = model.number(of: name) else { throw .features(.unknownName(name)) }
        feature.initialize(to: number)
    }
}
