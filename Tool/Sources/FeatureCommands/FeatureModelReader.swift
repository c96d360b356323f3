import AutomataFiles
package import FeatureFormats
import FeatureModels
import TextSupport
package import ToolSupport

/// A reader of feature models in any format.
package struct FeatureModelReader: Sendable {
    /// The format, if the user named it.
    var format: FeatureFormat?
    var singleChild = FeatureFormat.SingleChildRule.optional
    /// The maximum number of clones of features without an upper bound.
    var cloneLimit: Int?

    /// A model that was read, with the format of its text.
    package struct Reading: Sendable {
        let document: FeatureModelDocument
        let format: FeatureFormat
        let file: InputFile

        package init(document: FeatureModelDocument, format: FeatureFormat, file: InputFile) {
            self.document = document
            self.format = format
            self.file = file
        }

        var model: FeatureModel { document.model }

        /// Returns the location of a part of the model as text, for messages.
        func locationText(of part: FeatureFinding.Part) -> String {
            let position = document.position(of: part)
            return "\(file.path(ofImport: position.importedPath)):\(position.line):\(position.column)"
        }

        /// Returns the location of a part of the model as JSON, for programs.
        func location(of part: FeatureFinding.Part) -> JSONObject {
            let position = document.position(of: part)
            let path: JSONObject = position.importedPath.map { ["path": $0] } ?? [:]
            return path + ["line": position.line, "column": position.column]
        }
    }

    /// Reads a model, with the models that it imports from files below its own folder.
    ///
    /// - Parameter keepsClones: Whether a model with clones isn't unfolded.
    func read(
        _ file: InputFile, keepsClones: Bool = false, _ context: WorkContext
    ) throws(ToolError) -> Reading {
        let reading = try folded(file, context)
        if keepsClones || !reading.model.features.contains(where: { $0.cardinality != nil }) { return reading }
        do throws(FeatureModelError) {
            let document = try reading.document.unfolded(limit: cloneLimit, budget: context.budget)
            return Reading(document: document, format: reading.format, file: file)
        } catch {
            if case .stopped(let error) = error, error.isBudgetExceeded {
                throw ToolError(
                    "unfolding the clones makes the model too large; give the cardinalities smaller upper bounds",
                    at: file.name, isLimit: true)
            }
            var error = ToolError(error, about: reading, limits: context.limits)
            error.location = error.location ?? file.name
            throw error
        }
    }

    /// Returns a model in which the limit, if there is one, bounds unbounded numbers of clones.
    func bounded(_ model: FeatureModel) -> FeatureModel {
        guard let cloneLimit else { return model }
        var result = model
        for feature in model.ids {
            guard let cardinality = model[feature].cardinality, cardinality.upper == nil else { continue }
            result[feature].cardinality?.upper = max(cloneLimit, cardinality.lower)
        }
        return result
    }

    private func folded(_ file: InputFile, _ context: WorkContext) throws(ToolError) -> Reading {
        try file.withContents(limit: context.budget.maximumBytes) { text throws(ToolError) in
            let format = try recognize(file, text)
            let folder = SourceFolder(besideFile: file.path, ofKind: "model")
            do throws(FeatureFormatError) {
                let document = try format.document(
                    from: text, name: file.name, singleChild: singleChild, budget: context.budget,
                    loading: folder.text)
                return Reading(document: document, format: format, file: file)
            } catch {
                throw ToolError(error, in: file, limits: context.limits)
            }
        }
    }

    private func recognize(_ file: InputFile, _ text: UnsafeRawBufferPointer) throws(ToolError) -> FeatureFormat {
        if let format { return format }
        if !file.isStandardInput, let format = FeatureFormat(fileName: Path.split(file.path).name) { return format }
        if let format = FeatureFormat(recognizing: text) { return format }
        throw .unknownFormat(of: file, text, choices: NamedCase<FeatureFormat>.allValueStrings)
    }
}

extension InputFile {
    /// Returns the path of a file that this one imports; its own path for `nil`.
    fileprivate func path(ofImport path: String?) -> String {
        guard let path, path != self.path else { return self.path }
        return Path.join(Path.split(self.path).folder, path)
    }
}

extension ToolError {
    /// Creates the error with all problems of a feature model, or with the limit that stopped the
    /// work.
    init(_ error: FeatureFormatError, in file: InputFile, limits: LimitOptions) {
        if let stop = error.stop {
            self.init(stop, of: "clause", at: file.name, limits: limits)
            return
        }
        var errors = error.problems.map { problem in
            ToolError(
                problem.sentence, at: problem.location(in: file.path(ofImport: problem.inputName)),
                isLimit: problem.isLimit)
        }
        if error.omittedProblemCount > 0 {
            errors.append(ToolError("and \(counted(error.omittedProblemCount, "more problem"))", at: file.name))
        }
        self.init(errors)
    }

    /// Creates one error from several ones.
    init(_ errors: [ToolError]) {
        self = errors.first ?? ToolError("the text was refused without a reason; please report this")
        further = Array(errors.dropFirst())
        isLimit = errors.allSatisfy(\.isLimit)
    }

    /// Creates the error about a model that was read, with the positions of the findings.
    init(_ error: FeatureModelError, about reading: FeatureModelReader.Reading, limits: LimitOptions) {
        guard case .invalid(let findings) = error else {
            self.init(error, limits: limits)
            return
        }
        self.init(
            findings.map { finding in
                var option = ""
                if case .feature(let feature) = finding.part, let cardinality = reading.model[feature].cardinality,
                    cardinality.upper == nil
                {
                    option = " (--clones)"
                }
                return ToolError(finding.description + option, at: reading.locationText(of: finding.part))
            })
    }

    /// Creates the error about products that can't be compiled or analyzed, with the options that
    /// help.
    init(_ error: FeatureModelError, limits: LimitOptions) {
        switch error {
        case .invalid, .unloadable: self.init(error.description)
        case .stopped(let error): self.init(error, of: "node", at: nil, limits: limits)
        case .tooLarge(let attempts):
            let ends = attempts.map { "\($0.engine.rawValue) gave up at \(Self.limit(of: $0.error))" }
            self.init(
                "no engine could compile the products: \(ends.joined(separator: ", ")); "
                    + "--max-states and --max-memory raise the limits", isLimit: true)
        }
    }

    private static func limit(of error: LimitError) -> String {
        switch error {
        case .budgetExceeded(_, .states(let limit)): "\(grouped(limit)) nodes"
        case .budgetExceeded(let built, .bytes(let limit)):
            "\(amount(ofBytes: limit)) of memory (\(grouped(built)) nodes were built)"
        default: error.description
        }
    }
}
