import Foundation
import StatechartCode
import StatechartFormats
import StatechartTestSupport
import Statecharts
import TestSupport
import Testing

/// What generated C takes, and needs, in a program.
@Suite struct GeneratedSizeTests {
    private static func isProgram(_ path: String) -> Bool { FileManager.default.isExecutableFile(atPath: path) }

    /// Whether `cc` is gcc for x86-64, whose sizes are known.
    private static let hasKnownCompiler: Bool = {
        guard isProgram("/usr/bin/cc"), isProgram("/usr/bin/size"),
            let version = try? CDriver.execute("/usr/bin/cc", ["--version"]).text,
            let machine = try? CDriver.execute("/usr/bin/cc", ["-dumpmachine"]).text
        else { return false }
        return version.contains("Free Software Foundation") && machine.hasPrefix("x86_64")
    }()

    private func implementation(of chart: Statechart) throws -> String {
        let text = try StatechartCode.c.text(of: chart)
        let test = text.split(separator: "\n").first { $0.hasPrefix("#ifdef ") && $0.hasSuffix("_IMPLEMENTATION") }
        return "#define \(try #require(test).dropFirst(7))\n" + text
    }

    /// Returns the bytes of code, tables and unwinding of an example.
    private func size(of example: String) throws -> Int {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../..")
        let file = root.appendingPathComponent("Examples/statecharts/\(example).scxml")
        let chart = try StatechartFormat.scxml.chart(from: String(contentsOf: file, encoding: .utf8))
        let options = ["-std=c99", "-Os", "-c", "-Wall", "-Wextra", "-Wconversion", "-pedantic", "-Werror"]
        let code = try implementation(of: chart)
        let text = try CDriver.compile(code, named: "size.c", "/usr/bin/cc", options) {
            try CDriver.execute("/usr/bin/size", [$0]).text
        }
        let line = try #require(text.split(separator: "\n").dropFirst().first)
        return try #require(line.split(whereSeparator: \.isWhitespace).first.flatMap { Int($0) })
    }

    @Test(
        .enabled(if: hasKnownCompiler, "needs gcc for x86-64 as /usr/bin/cc, and /usr/bin/size"),
        arguments: [("login", 1600), ("microwave", 2048), ("payment", 900), ("tiktok", 900), ("traffic-lights", 2400)])
    func examplesAreSmall(example: String, bound: Int) throws {
        #expect(try size(of: example) < bound)
    }

    /// Optimizers make calls of `memmove`, `memset` and `memcpy` out of loops.
    @Test(
        .enabled(if: isProgram("/usr/bin/nm"), "needs /usr/bin/nm"),
        arguments: ["/usr/bin/gcc", "/usr/bin/clang"].filter { isProgram($0) }, ["-Os", "-O3"])
    func onlyTheFunctionsToBeWrittenAreNeeded(compiler: String, optimization: String) throws {
        var code = ""
        for number in 0..<(TestScope.isLong ? 100 : 10) {
            let features: RandomChart.Features = number % 2 == 0 ? .all : [.all, .busyClock, .nestedRegions]
            let sizes = number % 4 == 0 ? 30...60 : 3...24
            var chart = RandomChart(seed: UInt64(number), features: features, sizes: sizes).chart
            chart.root.name = "chart\(number)"
            code += try implementation(of: chart)
        }
        let options = ["-std=c99", optimization, "-c", "-ffreestanding", "-fno-pic"]
        let text = try CDriver.compile(code, named: "needs.c", compiler, options) {
            try CDriver.execute("/usr/bin/nm", ["-u", $0]).text
        }
        let names = text.split(whereSeparator: \.isWhitespace).filter { $0 != "U" }
        #expect(names.filter { !$0.hasPrefix("chart") } == [])
        #expect(names.count > 20)
    }
}
