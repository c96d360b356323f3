internal import Testing

/// Runs the tests. Without this file, all tests are indexed in search of those of XCTest, which
/// takes a third of their compilation.
@main struct TestRunner {
    static func main() async {
        // SwiftPM also asks for the tests of XCTest, and there are none.
        guard !CommandLine.arguments.contains("--dump-tests-json") else { return print(#"{"tests": []}"#) }
        await Testing.__swiftPMEntryPoint() as Never
    }
}
