public import FeatureModels
internal import TextSupport
public import WorkLimits

/// A text format of feature models.
public enum FeatureFormat: String, Sendable, Hashable, CaseIterable {
    /// The Universal Variability Language with all its language levels.
    case uvl
    /// The XML format of FeatureIDE.
    case featureIDE = "xml"
    /// The DIMACS CNF format: clauses, with the names of variables in comments.
    case dimacs
    /// The library's own JSON format, which preserves every part of a model.
    case json
    /// Tables of decisions in Markdown.
    case markdown = "md"
    /// A table of decisions with commas between its cells.
    case csv

    /// The usual extension of file names.
    public var fileExtension: String { rawValue }

    /// The default maximum number of bytes of a text.
    public static let maximumBytes = 1 << 26

    /// The estimated bytes of memory for a model, per byte of its text.
    package static let memoryPerByte = 64

    /// The meaning of a FeatureIDE group, `or` or `alt`, that has a single child.
    public enum SingleChildRule: Sendable, Hashable {
        /// The child is optional unless marked as mandatory, as in older versions of FeatureIDE.
        case optional
        /// The child is mandatory, as in newer versions of FeatureIDE.
        case mandatory
    }
}

/// The result of writing a feature model: its text, and notes.
public struct FeatureWriteResult: Sendable, Hashable {
    /// The model as text.
    public var text: String
    /// The changes that the format made necessary, one sentence for each kind of change. The text
    /// has the same products as the model.
    public var notes: [String]
}

// MARK: - Reading

extension FeatureFormat {
    /// The default loader of imported models: it refuses each import by throwing an error.
    public static func refuseFile(_ path: String) throws -> [UInt8] {
        throw FeatureFormatError([
            LocatedProblem(message: "imports aren't allowed here", remedy: "put the features into this text")
        ])
    }

    /// Reads a model, with the places of its parts.
    ///
    /// The features come in the order of the text, and the model has no findings.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - name: The name of the text for errors, a path or `-`.
    ///   - maximumBytes: The maximum number of bytes of the text and of all copies of imported
    ///     models together. A variable that a DIMACS header declares counts as eight bytes.
    ///   - singleChild: The meaning of a FeatureIDE group, `or` or `alt`, that has a single child.
    ///   - budget: The check that can cancel the reading; its limits don't matter.
    ///   - load: A function that returns the text of an imported UVL model, such as
    ///     `sub/model.uvl`; by default, imports fail.
    /// - Complexity: O(*n*) for *n* bytes, including the bytes of each copy of an imported model.
    /// - Throws: ``FeatureFormatError`` with all problems.
    public func document(
        from text: UnsafeRawBufferPointer, name: String? = nil, maximumBytes: Int = maximumBytes,
        singleChild: SingleChildRule = .optional, budget: Budget = .default,
        loading load: @escaping (String) throws -> [UInt8] = refuseFile
    ) throws(FeatureFormatError) -> FeatureModelDocument {
        var placed = try read(text, name, maximumBytes, singleChild, budget, load)
        placed.byteCount = max(placed.byteCount, countedByteCount(of: text))
        return FeatureModelDocument(placed, in: text)
    }

    /// Reads a model from a string with the same parameters as
    /// ``document(from:name:maximumBytes:singleChild:budget:loading:)``.
    ///
    /// - Complexity: O(*n*) for *n* bytes, including the bytes of each copy of an imported model.
    /// - Throws: ``FeatureFormatError`` with all problems.
    public func model(
        from text: String, name: String? = nil, maximumBytes: Int = maximumBytes,
        singleChild: SingleChildRule = .optional, budget: Budget = .default,
        loading load: @escaping (String) throws -> [UInt8] = refuseFile
    ) throws(FeatureFormatError) -> FeatureModel {
        try Array(text.utf8).withUnsafeBufferPointer { (bytes) throws(FeatureFormatError) in
            try read(UnsafeRawBufferPointer(bytes), name, maximumBytes, singleChild, budget, load).model
        }
    }

    /// Returns the number of bytes that limits count for a text: its size or, if greater, the size
    /// of the variables that a DIMACS header declares.
    package func countedByteCount(of text: UnsafeRawBufferPointer) -> Int {
        guard self == .dimacs else { return text.count }
        return max(text.count, DIMACSReader.declaredVariableCount(in: text) * FeatureFormatLimits.bytesPerVariable)
    }

    private func read(
        _ text: UnsafeRawBufferPointer, _ name: String?, _ maximumBytes: Int, _ singleChild: SingleChildRule,
        _ budget: Budget, _ load: @escaping (String) throws -> [UInt8]
    ) throws(FeatureFormatError) -> PlacedModel {
        guard text.count <= maximumBytes else {
            throw FeatureFormatError([
                LocatedProblem(
                    inputName: name,
                    message: "the text has \(text.count) bytes; feature models of up to \(maximumBytes) bytes are read",
                    isLimit: true, isGivenLimit: maximumBytes < Self.maximumBytes)
            ])
        }
        switch self {
        case .uvl: return try UVLImports.read(text, name, maximumBytes: maximumBytes, budget, loading: load)
        case .featureIDE: return try FeatureIDEReader.read(text, name, singleChild: singleChild, budget)
        case .dimacs: return try DIMACSReader.read(text, name, maximumBytes: maximumBytes, budget)
        case .json: return try FeatureJSONReader.read(text, name, budget)
        case .markdown: return try DecisionReader.read(MarkdownTable(text), in: text, name, budget)
        case .csv: return try DecisionReader.read(CSVTable(text), in: text, name, budget)
        }
    }
}

// MARK: - Writing

extension FeatureFormat {
    /// Returns a model as text with the same products, and notes about necessary changes.
    ///
    /// Reading the text gives an equal model if the features are in document order, the format
    /// supports all groups of the model, and there are no notes.
    ///
    /// - Parameters:
    ///   - model: The feature model to write.
    ///   - budget: The check that can cancel the writing, and the limits of the clauses of DIMACS.
    /// - Complexity: O(*n*) for *n* bytes of the text.
    /// - Throws: ``FeatureFormatError`` if the model has findings, or the format can't represent a
    ///   part of the model.
    public func text(
        of model: FeatureModel, budget: Budget = .default
    ) throws(FeatureFormatError) -> FeatureWriteResult {
        var notes = Notes(budget)
        let findings: [FeatureFinding]
        do throws(LimitError) { findings = try model.findings(budget: budget) } catch {
            throw FeatureFormatError(error)
        }
        guard findings.isEmpty else {
            throw FeatureFormatError(findings.map { LocatedProblem(message: $0.description) })
        }
        do throws(TextProblem) {
            let bytes =
                switch self {
                case .uvl: try UVLWriter.text(of: model, &notes)
                case .featureIDE: try FeatureIDEWriter.text(of: model, &notes)
                case .dimacs: try DIMACSWriter.text(of: model, &notes)
                case .json: try FeatureJSONWriter.text(of: model, &notes)
                case .markdown, .csv: try DecisionWriter.text(of: model, as: self, &notes)
                }
            return FeatureWriteResult(text: String(decoding: bytes, as: UTF8.self), notes: notes.sentences)
        } catch {
            if let stop = notes.stop { throw FeatureFormatError(stop) }
            throw FeatureFormatError([LocatedProblem(error)])
        }
    }
}
