internal import Glibc

/// The extent of the tests, from the environment.
public enum TestScope {
    /// A Boolean value that indicates whether to run exhaustive tests: `AUTOMATA_TEST_SCOPE` is
    /// `long`, as in `Scripts/test --long`.
    public static let isLong = variable("AUTOMATA_TEST_SCOPE") == "long"

    /// The hint for tests that run in the long scope only.
    public static let hint = "set AUTOMATA_TEST_SCOPE=long to run it"

    /// The number of damaged variants of each text: `AUTOMATA_FUZZ_COUNT`, or 300.
    public static let mutationCount = variable("AUTOMATA_FUZZ_COUNT").flatMap { Int($0) } ?? 300

    /// The seed of random damages: `AUTOMATA_FUZZ_SEED`, or 1.
    public static let mutationSeed = variable("AUTOMATA_FUZZ_SEED").flatMap { Int($0) } ?? 1

    private static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
