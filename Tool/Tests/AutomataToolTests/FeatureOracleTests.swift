import Foundation
import Testing

/// The models with known answers that may lie beside the package.
@Suite struct FeatureOracleTests {
    private static let folder = Tool.packageRoot.deletingLastPathComponent().appendingPathComponent("shared/features")
    private static let isPresent = FileManager.default.fileExists(
        atPath: folder.appendingPathComponent("ORACLE.json").path)
    private static let hint: Comment = "../shared/features is missing"

    private static func oracle(_ name: String) throws -> [String: [String: Any]] {
        let data = try Data(contentsOf: folder.appendingPathComponent(name))
        return try #require(JSONSerialization.jsonObject(with: data) as? [String: [String: Any]])
    }

    private static func path(_ model: String) -> String {
        folder.appendingPathComponent("featureide/\(model).xml").path
    }

    private func info(_ arguments: String...) throws -> [String: Any] {
        let outcome = try Tool.start(["features", "info", "--json"] + arguments).finish()
        #expect(outcome.status == 0, "\(outcome.errors)")
        return try #require(JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    }

    @Test(.enabled(if: isPresent, hint))
    func smallModelsByBothReadings() throws {
        let oracle = try Self.oracle("ORACLE.json")
        #expect(oracle.count == 34)
        for (key, answers) in oracle {
            let parts = key.split(separator: "|")
            let path = Self.path(String(parts[0]))
            let reading = parts.count > 1 ? ["--strict"] : []
            let count = try Tool.start(["features", "count", path] + reading).finish()
            #expect(count.output == "\(answers["products"] ?? "")\n", "\(key)")
            let concrete = try Tool.start(["features", "count", path, "--concrete"] + reading).finish()
            #expect(concrete.output == "\(answers["products_concrete"] ?? "")\n", "\(key)")
            let info = try parts.count > 1 ? info(path, "--strict") : info(path)
            #expect(info["features"] as? Int == answers["features"] as? Int, "\(key)")
            #expect(info["abstract"] as? Int == answers["abstract"] as? Int, "\(key)")
            #expect(info["constraints"] as? Int == answers["ctc"] as? Int, "\(key)")
            #expect(info["products"] as? String == answers["products"] as? String, "\(key)")
            #expect((info["core"] as? [String])?.count == answers["core"] as? Int, "\(key)")
            let dead = try #require(info["dead"] as? [String])
            #expect(dead.count == answers["dead"] as? Int, "\(key)")
            // The names of some of them.
            #expect(Set(dead).isSuperset(of: answers["dead_names"] as? [String] ?? []), "\(key)")
            #expect((info["unique"] as? [String])?.count == answers["uniq"] as? Int, "\(key)")
            let sets = try #require(info["atomicSets"] as? [[String]])
            #expect(sets.count == answers["atomic_sets"] as? Int, "\(key)")
            #expect(sets.count { $0.count > 1 } == answers["atomic_sets_gt1"] as? Int, "\(key)")
        }
    }

    @Test(.enabled(if: isPresent, hint))
    func theCompanion() throws {
        let path = Self.folder.appendingPathComponent("thesis_companion.uvl").path
        #expect(try Tool.run("features", "count", path).output == "2113929216\n")
        let sample = try Tool.run("features", "sample", path, "--count", "3", "--seed", "1", "--concrete")
        for product in sample.lines {
            #expect(try Tool.run("features", "check", path, product, "--concrete").output == "valid\n")
        }
    }
}
