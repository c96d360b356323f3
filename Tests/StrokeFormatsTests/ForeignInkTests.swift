import StrokeFormats
import Testing

@Suite("Formats that aren't read")
struct ForeignInkTests {
    @Test(
        arguments: [
            ("a.rm", [], "a page of a reMarkable tablet"),
            (nil, Array("reMarkable .lines file, version=6          ".utf8), "a page of a reMarkable tablet"),
            ("x.note", Array("noteSN_FILE_VER_20230015".utf8), "a note of Notability or Supernote"),
            ("-", Array("noteSN_FILE_VER_20230015".utf8), "a notebook of Supernote"),
            ("a.goodnotes", [0x50, 0x4B, 3, 4], "a document of GoodNotes"), ("a", [0x50, 0x4B, 3, 4], "an archive"),
            ("a.PDF", [], "a PDF document"), (nil, [0x89, 0x50, 0x4E, 0x47], "a picture of pixels, not of strokes"),
            ("a.excalidraw.md", Array("---\n".utf8), "a Markdown note with a drawing of Excalidraw"),
            ("a.rnote", [0x1F, 0x8B], "a document of Rnote"), ("a.isf", [0], "Ink Serialized Format"),
        ] as [(String?, [UInt8], String)])
    func areTold(_ name: String?, _ content: [UInt8], _ what: String) throws {
        try content.withUnsafeBytes { bytes in
            #expect(InkFormat.recognize(fileName: name, content: bytes) == nil)
            let error = try #require(InkFormat.unreadableFormatError(fileName: name, content: bytes))
            #expect(error.message == "this is \(what), which can't be read" && error.remedy != nil)
        }
    }

    @Test func othersAreNot() {
        for name in ["a.json", "a.svg", "a", "a.dat", nil] {
            #expect(InkFormat.unreadableFormatError(fileName: name, content: nil) == nil)
        }
    }
}
