import ArgumentParser
import AutomataFiles
import Strokes
import ToolSupport

/// `--model`: the models that replace the built-in ones.
struct ModelOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A model of elements or of characters that replaces the built-in one; give the option once for each.",
            valueName: "file"),
        completion: .file())
    var model: [String] = []

    /// Reads the models, whose contents show their kind.
    func recognizers(maximumBytes: Int) throws(ToolError) -> Recognizers {
        var recognizers = Recognizers()
        for path in model {
            let text = try InputFile(path: path).withContents(limit: maximumBytes) {
                String(decoding: $0, as: UTF8.self)
            }
            let model: RecognitionModel
            do throws(ElementModelError) {
                model = try RecognitionModel(parsing: text)
            } catch {
                throw ToolError(error, at: path)
            }
            switch model {
            case .elements(let model):
                if recognizers.hasElementModel { throw Self.duplicate("elements", at: path) }
                recognizers.elements = ElementRecognizer(model: model)
                recognizers.hasElementModel = true
            case .characters(let model):
                if recognizers.hasCharacterModel { throw Self.duplicate("characters", at: path) }
                recognizers.characters = CharacterRecognizer(model: model)
                recognizers.hasCharacterModel = true
            }
        }
        return recognizers
    }

    private static func duplicate(_ kind: String, at path: String) -> ToolError {
        ToolError("this is the second model of \(kind); name only one model", at: path)
    }
}

/// The recognizers of a command, with the models that the user named.
struct Recognizers: Sendable {
    var elements = ElementRecognizer()
    var characters = CharacterRecognizer()
    /// A Boolean value that indicates whether the user named a model of elements.
    var hasElementModel = false
    /// A Boolean value that indicates whether the user named a model of characters.
    var hasCharacterModel = false
}
