package import ArgumentParser
import Automata

/// The limits of the work on one file; shared by all commands.
package struct LimitOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Maximum number of states to build for one file, such as 500K or 40M. (default: 10M)", valueName: "count"),
        transform: StateCount.init)
    var maxStates: StateCount?

    @Option(
        help: ArgumentHelp(
            "Maximum memory for one file, such as 500M or 4G. (default: 2G)", valueName: "size"),
        transform: ByteCount.init)
    var maxMemory: ByteCount?

    @Option(
        help: ArgumentHelp("Maximum time for one file, such as 30, 0.5 or 2m.", valueName: "seconds"),
        transform: Duration.init)
    package var timeout: Duration?

    package init() {}

    /// Creates limits with the default bound on states.
    package init(maxMemory: ByteCount?, timeout: Duration?) {
        maxStates = nil
        self.maxMemory = maxMemory
        self.timeout = timeout
    }

    package var maximumStates: Int { maxStates?.count ?? Budget.default.maximumStates }
    package var maximumBytes: Int { maxMemory?.count ?? Budget.default.maximumBytes }

    /// A positive number, which may have the suffix K, M or G for thousands, millions and billions.
    struct StateCount {
        let count: Int

        init(_ argument: String) throws {
            var digits = Substring(argument.uppercased())
            var factor = 1
            for (unit, value) in [("K", 1_000), ("M", 1_000_000), ("G", 1_000_000_000)] where digits.hasSuffix(unit) {
                (digits, factor) = (digits.dropLast(), value)
            }
            guard let number = Int(digits), number > 0, number <= Int.max / factor else {
                throw ValidationError("expected 1 to \(Int.max), such as 500K")
            }
            count = number * factor
        }
    }

    /// A number of bytes, written with a unit or without.
    package struct ByteCount {
        let count: Int

        package init(_ argument: String) throws {
            var digits = Substring(argument.uppercased())
            if digits.hasSuffix("IB") {
                digits = digits.dropLast(2)
            } else if digits.hasSuffix("B") {
                digits = digits.dropLast()
            }
            var shift = 0
            if let unit = digits.last, let index = "KMGT".firstIndex(of: unit) {
                shift = 10 * ("KMGT".distance(from: "KMGT".startIndex, to: index) + 1)
                digits = digits.dropLast()
            }
            guard let number = Int(digits), number > 0, number <= Int.max >> shift else {
                throw ValidationError("expected at least 1 byte and less than 8 EiB, such as 500M")
            }
            count = number << shift
        }
    }

    /// A time in nanoseconds, written in seconds or with a unit.
    package struct Duration {
        package let nanoseconds: UInt64
        let text: String

        package init(_ argument: String) throws {
            var digits = Substring(argument)
            var factor = 1.0
            for (unit, seconds) in [("ms", 0.001), ("s", 1), ("m", 60), ("h", 3600)] where digits.hasSuffix(unit) {
                digits = digits.dropLast(unit.count)
                factor = seconds
                break
            }
            guard let number = Double(digits), number > 0, number * factor <= 1e9 else {
                throw ValidationError("expected a time above 0 and up to 1000000000 s, such as 0.5 or 2m")
            }
            nanoseconds = UInt64(number * factor * 1e9)
            text = digits.count == argument.count ? argument + " s" : argument
        }
    }
}
