/// A format of drawings that isn't read: what it is, and what to do.
struct ForeignInk {
    private let name: String
    private let remedy: String
    /// The extensions of file names; a program that keeps its files in archives has no other sign.
    private let fileExtensions: [String]
    /// The first bytes; `nil` if only the extension shows the format.
    private let magic: [UInt8]?

    private init(_ name: String, _ remedy: String, _ fileExtensions: [String], _ magic: [UInt8]? = nil) {
        (self.name, self.remedy, self.fileExtensions, self.magic) = (name, remedy, fileExtensions, magic)
    }

    private static let asVectors = "export the drawing as PDF, and save the PDF as SVG, for example with Inkscape"
    private static let pixels = "a picture of pixels, not of strokes"
    private static let savingStrokes = "save the strokes, for example with Xournal++ or Excalidraw"

    private static let knownFormats = [
        ForeignInk(
            "a page of a reMarkable tablet", "export it as SVG in the reMarkable app", ["rm"],
            Array("reMarkable .lines file".utf8)),
        ForeignInk("a notebook of Supernote", asVectors, [], Array("noteSN_FILE_VER_".utf8)),
        ForeignInk("a document of GoodNotes", asVectors, ["goodnotes"]),
        ForeignInk("a note of Notability or Supernote", asVectors, ["note"]),
        ForeignInk(
            "a drawing of PencilKit", "export the points of its strokes as JSON from the program that drew it",
            ["drawing"], [0x77, 0x72, 0x64, 0xF0]),
        ForeignInk("Ink Serialized Format", "save it as InkML", ["isf"]),
        ForeignInk("a notebook of OneNote", asVectors, ["one"]),
        ForeignInk("a document of Rnote", "export it as .xopp in Rnote", ["rnote"]),
        ForeignInk("a Markdown note with a drawing of Excalidraw", "export it as .excalidraw", ["excalidraw.md"]),
        ForeignInk("a PDF document", "save it as SVG, for example with Inkscape", ["pdf"], Array("%PDF-".utf8)),
        ForeignInk(pixels, savingStrokes, ["png"], [0x89, 0x50, 0x4E, 0x47]),
        ForeignInk(pixels, savingStrokes, ["jpg", "jpeg"], [0xFF, 0xD8, 0xFF]),
        ForeignInk(pixels, savingStrokes, ["gif"], Array("GIF8".utf8)),
        ForeignInk("an archive", "unpack it", ["zip"], [0x50, 0x4B, 0x03, 0x04]),
    ]

    /// Returns the format by the first bytes of a content, or else by the extension of a name.
    static func recognize(fileName: String?, content: UnsafeRawBufferPointer?) -> ForeignInk? {
        let name = fileName?.lowercased() ?? ""
        func hasExtension(_ format: ForeignInk) -> Bool { format.fileExtensions.contains { name.hasSuffix("." + $0) } }
        // The extension tells what is in an archive.
        if let format = knownFormats.first(where: hasExtension) { return format }
        guard let content else { return nil }
        return knownFormats.first { format in format.magic.map { content.starts(with: $0) } ?? false }
    }

    /// Returns the error about a file.
    func error(inputName: String?) -> InkFormatError {
        InkFormatError(inputName: inputName, message: "this is \(name), which can't be read", remedy: remedy)
    }
}
