import ArgumentParser
import AutomataFiles
import FeatureModels
import Glibc
@_spi(Tool) import TextSupport
import ToolSupport

/// The options for the configuration of a command.
struct ConfigurationOptions: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "The configuration: a file, - for standard input, or feature names with commas between them.",
            valueName: "configuration"),
        completion: .file())
    var configuration: String

    @Flag(help: "Leave features that aren't named undecided.")
    var partial = false

    /// Reads the configuration of the command line.
    ///
    /// - Parameter skipsAbstract: Whether the decision about abstract features that aren't named is
    ///   left open.
    func read(
        for model: FeatureModel, skipsAbstract: Bool, _ context: WorkContext
    ) throws(ToolError) -> Configuration {
        let isPartial = partial
        return try ConfigurationSource(argument: configuration).read(for: model, context) { feature in
            isPartial || skipsAbstract && model[feature].isAbstract ? .undecided : .deselected
        }
    }

    /// Throws an error if the model and the configuration are both standard input.
    func check(readBeside file: String) throws {
        try ValidationError.check(standardInputs: [file, configuration])
    }
}

/// The text of a configuration.
enum ConfigurationSource {
    case file(InputFile)
    /// The names themselves.
    case text(String)

    init(argument: String) {
        var status = stat()
        let isFile = Path.withBytes(argument) { stat($0, &status) } == 0 && status.st_mode & S_IFMT != S_IFDIR
        self = argument == "-" || isFile ? .file(InputFile(path: argument)) : .text(argument)
    }

    /// Reads the configuration.
    ///
    /// - Parameter rest: The decision about a feature that isn't named.
    func read(
        for model: FeatureModel, _ context: WorkContext, rest: (FeatureID) -> Configuration.Decision
    ) throws(ToolError) -> Configuration {
        var configuration = Configuration(of: model)
        for (feature, decision) in try saved(for: model, context).decisions { configuration[feature] = decision }
        for feature in model.ids where configuration[feature] == .undecided { configuration[feature] = rest(feature) }
        return configuration
    }

    /// Reads the decisions, in their order, and the stage.
    func saved(
        for model: FeatureModel, _ context: WorkContext
    ) throws(ToolError) -> ConfigurationReader.SavedConfiguration {
        var reader: ConfigurationReader
        switch self {
        case .file(let file):
            let text = try file.withContents(limit: context.budget.maximumBytes) { Array($0) }
            reader = ConfigurationReader(text, name: file.name, model)
        case .text(let text):
            reader = ConfigurationReader(RawText.bytes(of: text), name: nil, model)
        }
        return try reader.read()
    }
}

/// Reads a configuration.
struct ConfigurationReader {
    typealias Decision = (feature: FeatureID, decision: Configuration.Decision)

    /// The decisions and the stage of a text.
    struct SavedConfiguration {
        var decisions: [Decision] = []
        /// The number of decisions before the comment about consequences: they are the user's even
        /// if they follow from each other; 0 if there is no such comment.
        var certainCount = 0
        /// The stage of `configure` at which it was saved; `nil` if no comment names one.
        var stage: BindingTime?
    }

    /// The beginning of the comment that names the stage.
    static let stageMark = "# stage: "
    /// The comment between the decisions and their consequences.
    static let followingMark = "# What follows."

    private let text: [UInt8]
    /// The name of the file; `nil` if the text is an argument.
    private let name: String?
    private let model: FeatureModel
    private let ids: [[UInt8]: FeatureID]
    private var position = 0
    private var line = 1
    private var lineStart = 0
    private var configuration: Configuration
    private var saved = SavedConfiguration()
    private var problems: [ToolError] = []

    /// The maximum number of problems in an error.
    private static let maximumProblems = 100
    /// The maximum number of comparisons of an unknown name with known names.
    private static let maximumComparisons = 20_000

    init(_ text: [UInt8], name: String?, _ model: FeatureModel) {
        (self.text, self.name, self.model) = (text, name, model)
        ids = Dictionary(
            zip(model.features.map { Array($0.name.utf8) }, model.ids), uniquingKeysWith: { first, _ in first })
        configuration = Configuration(of: model)
        if text.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    }

    /// Returns the decisions of the text, in their order, and the stage.
    ///
    /// - Throws: An error with all problems.
    mutating func read() throws(ToolError) -> SavedConfiguration {
        var isLineStart = true
        while true {
            skipBlanks()
            guard position < text.count else { break }
            switch text[position] {
            case UInt8(ascii: "\n"):
                position += 1
                (line, lineStart, isLineStart) = (line + 1, position, true)
                continue
            case UInt8(ascii: ","): position += 1
            case UInt8(ascii: "#") where isLineStart:
                readComment()
            default: readItem()
            }
            isLineStart = false
            if problems.count >= Self.maximumProblems { break }
        }
        if !problems.isEmpty { throw ToolError(problems) }
        return saved
    }

    private mutating func readComment() {
        let end = text[position...].firstIndex(of: UInt8(ascii: "\n")) ?? text.count
        var comment = text[position..<end]
        while let last = comment.last, [0x20, 0x09, 0x0D].contains(last) { comment.removeLast() }
        if comment.elementsEqual(Self.followingMark.utf8) {
            if saved.certainCount == 0 { saved.certainCount = saved.decisions.count }
        } else if comment.starts(with: Self.stageMark.utf8) {
            let name = comment.dropFirst(Self.stageMark.utf8.count)
            saved.stage = BindingTime(rawValue: String(decoding: name, as: UTF8.self)) ?? saved.stage
        }
        position = end
    }

    private mutating func skipBlanks() {
        while position < text.count, [0x20, 0x09, 0x0D].contains(text[position]) { position += 1 }
    }

    /// Reads a decision: a name, perhaps with a `!` before it.
    private mutating func readItem() {
        let start = position
        var decision = Configuration.Decision.selected
        if text[position] == UInt8(ascii: "!") {
            decision = .deselected
            position += 1
            skipBlanks()
        }
        guard let name = readName() else { return }
        if name.isEmpty { return report("expected a name after '!'", at: start) }
        guard let feature = ids[name] else { return report(unknown: String(decoding: name, as: UTF8.self), at: start) }
        if configuration[feature] != .undecided, configuration[feature] != decision {
            return report(
                "\(model[feature].name.quoted) is selected and deselected; remove one of the two decisions", at: start)
        }
        if configuration[feature] == .undecided { saved.decisions.append((feature, decision)) }
        configuration[feature] = decision
    }

    /// Reads a name; returns `nil` after reporting a problem.
    private mutating func readName() -> [UInt8]? {
        guard position < text.count, text[position] == UInt8(ascii: "\"") else {
            let start = position
            position =
                text[position...].firstIndex { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\n") } ?? text.count
            var end = position
            while end > start, [0x20, 0x09, 0x0D].contains(text[end - 1]) { end -= 1 }
            return Array(text[start..<end])
        }
        let start = position
        guard let (name, byteCount) = JSONString.read(text[start...]) else {
            report("expected a JSON string that ends on the same line", at: start)
            position = text[position...].firstIndex(of: UInt8(ascii: "\n")) ?? text.count
            return nil
        }
        position += byteCount
        skipBlanks()
        guard position == text.count || text[position] == UInt8(ascii: ",") || text[position] == UInt8(ascii: "\n")
        else {
            report("expected a comma or the end of the line after a name in quotes", at: position)
            position =
                text[position...].firstIndex { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\n") } ?? text.count
            return nil
        }
        return Array(name.utf8)
    }

    private mutating func report(unknown name: String, at offset: Int) {
        let isCheap = (problems.count + 1) * model.features.count <= Self.maximumComparisons
        let alike = isCheap ? NameSuggestions.names(like: name, among: model.features.map(\.name)) : []
        var remedy = alike.isEmpty ? "" : "; did you mean \(alike.map(\.quoted).joined(separator: ", "))?"
        if self.name == nil, remedy.isEmpty, name.utf8.count == text.count { remedy = ", and no file has this name" }
        report("unknown feature \(name.quoted)" + remedy, at: offset)
    }

    private mutating func report(_ message: String, at offset: Int) {
        let place = name.map { "\($0):\(line):\(offset - lineStart + 1)" }
        problems.append(ToolError(message, at: place ?? "configuration:\(line):\(offset - lineStart + 1)"))
    }
}
