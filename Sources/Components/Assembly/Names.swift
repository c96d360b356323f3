internal import TextSupport

extension String {
    /// The name in quotes, with escapes for unprintable characters.
    var quoted: String { TextSupport.Message.quoted(utf8) }
    /// The text with escapes for unprintable characters.
    var printable: String { TextSupport.Message.printable(self) }
}

extension Assembly {
    /// Returns the remedy for an invalid name of a part or a port; `nil` if it is valid.
    package static func remedy(forName name: String) -> String? {
        let isValid = name.unicodeScalars.allSatisfy {
            $0 != "." && !$0.properties.isWhitespace && !$0.isUnprintable
        }
        if name.isEmpty || !isValid { return "use letters and digits without '.' and spaces" }
        // Traces have '#' before the numbers of messages, and for ports that all parts have.
        return name.utf8.first == UInt8(ascii: "#") ? "begin with another character than '#'" : nil
    }

    /// Returns the remedy for an invalid name of a part that nothing contains; `nil` if it is
    /// valid.
    package static func remedy(forPartName name: String) -> String? {
        let outside = "outside".utf8
        guard name.utf8.starts(with: outside),
            name.utf8.dropFirst(outside.count).allSatisfy({ 0x30...0x39 ~= $0 })
        else { return remedy(forName: name) }
        return "rename the part, as traces have this name for what is outside"
    }
}
