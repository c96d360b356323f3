package import ArgumentParser
import AutomataFiles
package import AutomataFormats
import Sketches

extension Format {
    /// The name of the format on the command line, which is also the file name extension.
    var argument: String { fileExtensions[0] }
}

/// `--from`: a format that can be read.
package enum InputFormat: ExpressibleByArgument, Sendable, Hashable {
    case text(Format)
    /// A drawing with its strokes.
    case sketch

    package init?(argument: String) {
        if argument.lowercased() == Self.sketch.argument {
            self = .sketch
        } else if let format = Format(named: argument) {
            self = .text(format)
        } else {
            return nil
        }
    }

    /// The format of a file by its content and its name.
    static func recognize(fileName: String?, content: UnsafeRawBufferPointer?) -> InputFormat? {
        let isSketch = content.map { Sketch.isDocument($0) } ?? false
        if isSketch || fileName.map({ Path.fileExtension($0) }) == Self.sketch.argument { return .sketch }
        return Format.recognize(fileName: fileName, content: content).map { .text($0) }
    }

    /// The name of the format on the command line, which is also the file name extension.
    package var argument: String {
        switch self {
        case .text(let format): format.argument
        case .sketch: "sketch"
        }
    }

    package static let allValueStrings = Format.allCases.map(\.argument) + [Self.sketch.argument]
    package static let defaultCompletionKind = CompletionKind.list(allValueStrings)
}

/// `--to`: a format that can be written, or a picture.
package enum OutputFormat: ExpressibleByArgument, Sendable, Hashable {
    case text(Format)
    case sketch
    case picture(Picture)

    package enum Picture: String, Sendable, CaseIterable {
        case svg
        /// TikZ for LaTeX.
        case tex
        /// The formats that need another program, librsvg or Graphviz.
        case pdf, png
    }

    /// A Boolean value that indicates whether a terminal can't show the format.
    package var needsViewer: Bool {
        if case .picture(let picture) = self { picture != .tex } else { false }
    }

    package init?(argument: String) {
        let name = argument.lowercased()
        if let picture = name == "tikz" ? .tex : Picture(rawValue: name) {
            self = .picture(picture)
        } else if let format = InputFormat(argument: argument) {
            self.init(format)
        } else {
            return nil
        }
    }

    /// Creates the output format that corresponds to the format of an input.
    package init(_ format: InputFormat) {
        switch format {
        case .text(let format): self = .text(format)
        case .sketch: self = .sketch
        }
    }

    /// Creates the format by the extension of an output's name.
    init?(path: String) {
        if let picture = Picture(rawValue: Path.fileExtension(path)) {
            self = .picture(picture)
        } else if let format = InputFormat.recognize(fileName: Path.split(path).name, content: nil) {
            self.init(format)
        } else {
            return nil
        }
    }

    /// Returns a path without the extension of this format.
    func removingExtension(_ path: String) -> String {
        guard case .text(let format) = self else { return Path.removingExtension(path) }
        let name = path.lowercased()
        guard let own = format.fileExtensions.first(where: { name.hasSuffix("." + $0) }) else { return path }
        return String(path.dropLast(own.count + 1))
    }

    /// The extension of files in this format.
    package var fileExtension: String {
        switch self {
        case .text(let format): format.argument
        case .sketch: InputFormat.sketch.argument
        case .picture(let picture): picture.rawValue
        }
    }

    package static let allValueStrings = InputFormat.allValueStrings + Picture.allCases.map(\.rawValue)
    package static let defaultCompletionKind = CompletionKind.list(allValueStrings)
}

extension OutputFormat {
    /// Returns the format of an output: the given format, or else the format of the file's
    /// extension; `nil` if neither is given.
    ///
    /// - Parameter choices: The extensions to propose if the extension is unknown.
    /// - Throws: An error if the extension is unknown, so that no file has a misleading name.
    package static func chosen(
        _ format: OutputFormat?, forOutput path: String?, choices: [String] = allValueStrings
    ) throws(ToolError) -> OutputFormat? {
        if let format { return format }
        guard let path, case .file = Destination(path) else { return nil }
        if let format = OutputFormat(path: path) { return format }
        let ending = Path.fileExtension(path)
        if ending.isEmpty { return nil }
        // A format's extension may stand before that of a compressed file.
        let before = Path.fileExtension(Path.removingExtension(path))
        let alike =
            allValueStrings.contains(before) ? [before] : NameSuggestions.names(like: ending, among: allValueStrings)
        let endings = { (names: [String]) in
            let names = names.map { "." + $0 }
            return names.count < 2
                ? names.joined() : names.dropLast().joined(separator: ", ") + " or " + names[names.count - 1]
        }
        let remedy =
            alike.isEmpty
            ? "end the name in \(endings(choices)), or name the format with --to"
            : "did you mean \(endings(alike))? --to names the format, whatever the ending"
        throw ToolError("unknown extension .\(ending); \(remedy)", at: path)
    }

    /// Throws an error if an output that isn't an automaton has the extension of another format.
    package static func check(_ path: String, holds what: String, named ending: String) throws(ToolError) {
        let own = Path.fileExtension(path)
        if own == ending || OutputFormat(path: path) == nil { return }
        throw ToolError(
            "the output is \(what), but .\(own) is another format; end the name in .\(ending)", at: path)
    }
}

extension OutputFormat {
    /// Whether files in this format can be read back; pictures can't.
    var isReadable: Bool {
        if case .picture = self { false } else { true }
    }
}
