internal import CAutomata
internal import FeatureFormats
internal import FeatureModels
internal import ProductDerivation
internal import ProductLines
internal import TextSupport

/// The reason why a feature model or its products refused a call from C.
enum FeatureFailure {
    case reading(FeatureFormatError)
    case writing(FeatureFormatError)
    /// No feature has this name.
    case unknownName(String)
    case products(FeatureModelError)
    case deriving(DerivationError)
    /// A configurator refuses a step, or can't start.
    case configuring(ConfiguratorError, FeatureModelDocument)
    /// A callback called a step function of a configurator during another step.
    case nestedStep
}

extension FeatureFailure {
    var status: automata_status {
        switch self {
        case .reading(let error) where error.stop != nil, .writing(let error) where error.stop != nil:
            error.stop?.status ?? AUTOMATA_ERROR_CANCELLED
        case .reading(let error) where error.isGivenLimit: AUTOMATA_ERROR_BUDGET_EXCEEDED
        case .reading(let error): error.isLimit ? AUTOMATA_ERROR_TOO_LARGE : AUTOMATA_ERROR_INVALID_TEXT
        case .writing(let error): error.isLimit ? AUTOMATA_ERROR_TOO_LARGE : AUTOMATA_ERROR_NOT_REPRESENTABLE
        case .unknownName: AUTOMATA_ERROR_UNKNOWN_NAME
        case .products(.invalid): AUTOMATA_ERROR_INVALID_ARGUMENT
        case .products(.tooLarge): AUTOMATA_ERROR_BUDGET_EXCEEDED
        case .products(.stopped(let error)), .deriving(.stopped(.stopped(let error))): error.status
        case .deriving(.findings): AUTOMATA_ERROR_INVALID_TEXT
        case .deriving(.stopped): AUTOMATA_ERROR_BUDGET_EXCEEDED
        case .products(.unloadable): AUTOMATA_ERROR_NOT_LOADABLE
        case .configuring(.unknownBindingTime, _): AUTOMATA_ERROR_INVALID_TEXT
        case .configuring: AUTOMATA_ERROR_REFUSED
        case .nestedStep: AUTOMATA_ERROR_MISPLACED_CALL
        }
    }

    /// The error in a sentence.
    var message: String {
        switch self {
        case .reading(let error), .writing(let error): Self.line(error.description)
        case .unknownName(let name): "there is no feature named '\(name)'"
        case .products(let error): Self.line(error.description)
        case .deriving(let error): Self.line(error.description)
        case .configuring(let error, let document):
            (position.map { "\($0): " } ?? "") + error.message(for: document.model)
        case .nestedStep: "a callback can't call this during a step of the configurator; call it afterwards"
        }
    }

    /// The first problem of a text.
    var textual: (any TextualError)? {
        switch self {
        case .reading(let error), .writing(let error): error.problems.first
        case .deriving(.findings(let error)): error.findings.first
        case .unknownName, .products, .deriving, .configuring, .nestedStep: nil
        }
    }

    /// The position of the part of the model that a configurator can't start with.
    var position: FeatureModelDocument.Position? {
        guard case .configuring(.unknownBindingTime(let feature), let document) = self else { return nil }
        return document.position(of: .feature(feature))
    }

    /// Returns the lines of a text joined into one.
    private static func line(_ text: String) -> String {
        text.split(separator: "\n").joined(separator: "; ")
    }
}

/// The reason why an imported model, or a file of a product, isn't read.
struct LoadRefusal: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }

    /// Returns the bytes that a callback gave.
    static func text(_ text: automata_text) throws(LoadRefusal) -> UnsafeBufferPointer<UInt8> {
        do throws(CallError) { return try Argument.text(text.data, text.length, "text") } catch {
            throw LoadRefusal("the callback 'load' gave an invalid text: \(error.message)")
        }
    }
}
