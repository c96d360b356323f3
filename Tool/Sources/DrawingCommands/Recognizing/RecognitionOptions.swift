import ArgumentParser
import StrokeFormats
import Strokes
import ToolSupport

/// The options for reading ink, and the kinds that it may be.
struct RecognitionOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The input's format; by default determined by the extension, then by the content.", valueName: "format"))
    var from: InkFormatArgument?

    @Option(
        help: ArgumentHelp("The possible kinds, such as state,transition; all of them by default.", valueName: "kinds"))
    var allow: KindsArgument?

    @Option(
        help: ArgumentHelp(
            "Report ink as unknown if it is an element with less than this probability, 0 to 1; by default the model's threshold.",
            valueName: "probability"), transform: number(from: 0, to: 1))
    var threshold: Double?

    @OptionGroup var models: ModelOptions

    @Option(
        help: ArgumentHelp("A file of existing states, one on each line: x y radius.", valueName: "file"),
        completion: .file())
    var states: String?

    @Flag(help: "Treat the recognized states of a file as existing states for all of its ink.")
    var sketch = false

    @Option(
        help: ArgumentHelp(
            "Largest distance at which an end of ink attaches to a state's outline, in diameters of the state. "
                + "(default: \(ElementContext.defaultAttachmentLimit))",
            valueName: "diameters"), transform: number(from: 0, to: 1000))
    var attachWithin = ElementContext.defaultAttachmentLimit

    @Flag(help: "Read each stroke as an element.")
    var separate = false

    func validate() throws {
        try ValidationError.check(standardInputs: models.model + [states])
    }

    func makeRecognizer(limits: LimitOptions) throws(ToolError) -> ElementRecognizer {
        let recognizers = try models.recognizers(maximumBytes: limits.maximumBytes)
        if recognizers.hasCharacterModel, !recognizers.hasElementModel {
            throw ToolError(
                "this is a model of characters; add --characters, or name a model of elements", at: models.model[0])
        }
        return recognizers.elements
    }

    func makeCharacterRecognizer(limits: LimitOptions) throws(ToolError) -> CharacterRecognizer {
        let recognizers = try models.recognizers(maximumBytes: limits.maximumBytes)
        if recognizers.hasElementModel, !recognizers.hasCharacterModel {
            throw ToolError(
                "this is a model of elements; leave out --characters, or name a model of characters",
                at: models.model[0])
        }
        return recognizers.characters
    }

    func readStates(maximumBytes: Int) throws(ToolError) -> [StateGeometry] {
        guard let states else { return [] }
        var result: [StateGeometry] = []
        var line = 0
        try InputFile(path: states).forEachLine(maximumBytes: maximumBytes) { text throws(ToolError) in
            line += 1
            let words = String(decoding: text, as: UTF8.self).prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace)
            if words.isEmpty { return }
            let numbers = words.compactMap { Double($0) }.filter(\.isFinite)
            guard words.count == 3, numbers.count == 3, numbers[2] > 0 else {
                throw ToolError("expected x, y and a radius above 0", at: "\(states):\(line)")
            }
            result.append(StateGeometry(center: Point(x: numbers[0], y: numbers[1]), radius: numbers[2]))
        }
        return result
    }
}

/// `--from`: a format of ink.
struct InkFormatArgument: ExpressibleByArgument {
    let format: InkFormat

    init?(argument: String) {
        guard let format = InkFormat(named: argument) else { return nil }
        self.format = format
    }

    static let allValueStrings = InkFormat.allCases.compactMap(\.names.first)
    static let defaultCompletionKind = CompletionKind.list(allValueStrings)
}

/// `--allow`: kinds with commas between them.
struct KindsArgument: ExpressibleByArgument {
    let kinds: ElementKinds

    init?(argument: String) {
        var kinds: ElementKinds = []
        for name in argument.split(separator: ",", omittingEmptySubsequences: false) {
            guard let kind = ElementKind(name: name.lowercased()) else { return nil }
            kinds.insert(ElementKinds(kind))
        }
        self.kinds = kinds
    }

    static let allValueStrings = ElementKind.allCases.map(\.description)
}
