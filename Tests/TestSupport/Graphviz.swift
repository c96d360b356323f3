internal import Glibc

/// The program `dot` of Graphviz, if it is installed.
package enum Graphviz {
    /// The path of `dot`, or `nil` if it isn't installed.
    package static let path: String? = ["/usr/bin/dot", "/usr/local/bin/dot"].first { (path: String) in
        access(path, X_OK) == 0
    }

    /// Returns whether `dot` draws a text without complaints about its syntax.
    package static func accepts(_ text: String) -> Bool {
        var name = Array("/tmp/graphviz-XXXXXX".utf8CString)
        let descriptor = mkstemp(&name)
        guard descriptor >= 0, let path, let file = fdopen(descriptor, "w") else { return false }
        defer { unlink(name) }
        let bytes = Array(text.utf8)
        fwrite(bytes, 1, bytes.count, file)
        fclose(file)
        let input = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        guard let pipe = popen("\(path) -Tsvg \(input) 2>&1 >/dev/null", "r") else { return false }
        let messages = String(decoding: TestFiles.bytes(of: pipe), as: UTF8.self)
        return pclose(pipe) == 0 && !messages.contains("syntax") && !messages.contains("Error")
            && !messages.contains("lost")
    }
}
