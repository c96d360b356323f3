import ArgumentParser
import AutomataFiles
import AutomataFormats

extension Format {
    /// The name on the command line, which is the extension too.
    var argument: String {
        switch self {
        case .mata: "mata"
        case .jflap: "jff"
        case .att: "att"
        case .json: "json"
        case .dot: "dot"
        }
    }

    /// What a file's extension says, where it is one of ours.
    init?(fileExtension: String) {
        guard let format = Format.recognize(fileName: "x." + fileExtension, content: nil) else { return nil }
        self = format
    }
}

/// `--from`: a format that can be read.
struct InputFormat: ExpressibleByArgument {
    let format: Format

    init?(argument: String) {
        guard let format = Format(named: argument) else { return nil }
        self.format = format
    }

    static let allValueStrings = Format.allCases.map(\.argument)
    static let defaultCompletionKind = CompletionKind.list(allValueStrings)
}

/// `--to`: a format that can be written, or a picture that Graphviz draws.
enum OutputFormat: ExpressibleByArgument, Sendable, Hashable {
    case text(Format)
    case picture(Picture)

    enum Picture: String, Sendable, CaseIterable {
        case svg, pdf, png
    }

    init?(argument: String) {
        if let picture = Picture(rawValue: argument.lowercased()) {
            self = .picture(picture)
        } else if let format = Format(named: argument) {
            self = .text(format)
        } else {
            return nil
        }
    }

    /// What the extension of an output's name says.
    init?(path: String) {
        let ending = Path.fileExtension(path)
        if let picture = Picture(rawValue: ending) {
            self = .picture(picture)
        } else if let format = Format(fileExtension: ending) {
            self = .text(format)
        } else {
            return nil
        }
    }

    /// The extension of files in this format.
    var fileExtension: String {
        switch self {
        case .text(let format): format.argument
        case .picture(let picture): picture.rawValue
        }
    }

    static let allValueStrings = Format.allCases.map(\.argument) + Picture.allCases.map(\.rawValue)
    static let defaultCompletionKind = CompletionKind.list(allValueStrings)
}
