extension Assembly {
    /// Something in an assembly that is wrong, or looks wrong.
    public struct Finding: Hashable, Sendable, CustomStringConvertible {
        /// Whether an assembly with such a finding can't run.
        public let isError: Bool
        /// The part or port, or the part and the contract, such as `client.#talk`.
        public let subject: String
        /// The finding's message: the problem, and a remedy.
        public let message: String
        /// The place in the source that added the part; empty for channels and parts from files.
        public let place: String
        /// Whether a port lacks a channel.
        package internal(set) var isUnconnected = false

        /// The place and the message, as a compiler prints them.
        public var description: String {
            (place.isEmpty ? "" : place + ": ") + (isError ? "" : "warning: ") + message
        }
    }

    /// Returns everything that is wrong in the assembly, or looks wrong: the first 10,000 errors,
    /// and as many warnings.
    ///
    /// Errors are repeated names, unknown parts and ports, ports of the wrong direction, a second
    /// channel for a port, ends of a channel without a common message, messages without a handler
    /// or with two, outputs without a channel unless they are optional, components that contain
    /// their own type, channels past the proxy ports of a component, steps of a component that isn't
    /// a chart, and contracts about ports or messages that their part doesn't have. Warnings are
    /// inputs without a channel, and messages that nobody receives.
    ///
    /// - Complexity: O(*p* + *e*·*k*) for *p* ports and *e* pairs of ports that a channel joins,
    ///   with *k* messages each, and O(*a*) for *a* actions of contracts.
    public func check() -> [Finding] {
        var check = AssemblyCheck(self)
        check.checkParts()
        check.checkChannels()
        check.checkWatchers()
        check.checkContracts()
        check.checkUnconnectedPorts()
        return check.findings
    }
}
