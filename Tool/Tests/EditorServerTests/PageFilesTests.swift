import EditorServer
import Foundation
import Testing

@Suite struct PageFilesTests {
    /// The files are listed by hand.
    @Test func allFilesOfThePageAreCompiledIn() throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../Sources/EditorServer/Page")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(Set(names) == Set(PageFiles.all.keys))
        for name in names {
            #expect(try PageFiles.all[name].map { Data($0) } == Data(contentsOf: folder.appendingPathComponent(name)))
        }
    }
}
