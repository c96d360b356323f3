internal import Testing

/// Runs the tests. Without this file, all tests are indexed in search of those of XCTest, which
/// takes a third of their compilation.
@main struct TestRunner {
    static func main() async { await Testing.__swiftPMEntryPoint() as Never }
}
