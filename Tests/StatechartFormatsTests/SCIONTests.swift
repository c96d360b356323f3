import Glibc
import StatechartFormats
import Statecharts
import Testing

/// The charts of the SCION framework's tests that use no data, where they stand beside the package.
enum SCION {
    static let folder = "../shared/statecharts"

    /// The paths, from a list of all of these tests in JSON.
    static let paths: [String] = contents(of: "\(folder)/scion_pure.json").split(separator: "\"")
        .filter { $0.hasSuffix(".json") }
        .map { "\(folder)/scion/\($0.dropLast(5)).scxml" }

    static func contents(of path: String) -> String {
        guard let file = fopen(path, "r") else { return "" }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer[..<count] }
        return String(decoding: bytes, as: UTF8.self)
    }
}

@Suite(.enabled(if: !SCION.paths.isEmpty, "../shared/statecharts is missing"))
struct SCIONTests {
    @Test(arguments: SCION.paths)
    func isReadAsItWasWritten(path: String) throws {
        let chart = try StatechartFormat.scxml.chart(from: SCION.contents(of: path), name: path)
        for format in StatechartFormat.allCases {
            #expect(try format.chart(from: format.text(of: chart)) == chart)
        }
    }
}
