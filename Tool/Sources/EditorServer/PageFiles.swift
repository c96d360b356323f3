private import EditorPage

/// The files of the editor's page.
public enum PageFiles {
    /// The contents of the files by their names.
    public static let all: [String: [UInt8]] = {
        let names = String(cString: editor_page_names()).split(separator: " ").map(String.init)
        var size = 0
        let start = editor_page_contents(&size)
        let texts = UnsafeBufferPointer(start: start, count: size).split(
            separator: 0, omittingEmptySubsequences: false)
        return Dictionary(zip(names, texts.map(Array.init)), uniquingKeysWith: { first, _ in first })
    }()
}
