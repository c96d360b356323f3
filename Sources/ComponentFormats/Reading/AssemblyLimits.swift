internal import TextSupport

/// The bounds of an assembly in files.
struct AssemblyLimits: Sendable {
    /// The maximum number of components, also of those that are inside others.
    var componentCount: Int

    /// The maximum depth of assemblies inside assemblies, of ports of a component, and of messages
    /// of a port.
    static let (depth, portCount, messageCount) = (32, 1_000, 1_000)

    /// The maximum number of pairs of a state and an action, in all contracts of an assembly.
    static let contractPairCount = 10_000_000

    func problem(at offset: Int) -> TextProblem {
        TextProblem(
            offset: offset, message: "more than \(componentCount) components; divide the assembly", isGivenLimit: true)
    }

    static func portProblem(at offset: Int) -> TextProblem {
        TextProblem(offset: offset, message: "more than \(portCount) ports; divide the component", isLimit: true)
    }

    static func messageProblem(at offset: Int) -> TextProblem {
        TextProblem(offset: offset, message: "more than \(messageCount) messages; divide the port", isLimit: true)
    }

    static func contractProblem(at offset: Int) -> TextProblem {
        TextProblem(
            offset: offset,
            message: "the contracts have more than \(contractPairCount) pairs of a state and an action",
            remedy: "simplify them", isLimit: true)
    }
}

extension AssemblyTree { static let format = "components" }
