extension Alphabet {
    /// The symbol with the given name; in an alphabet of bytes or scalars, the class that a text of one byte or one
    /// scalar belongs to.
    public func symbol(named name: String) -> Symbol? {
        switch storage {
        case .named(let names):
            return names.id(of: name)
        case .partition(let partition):
            switch partition.domain {
            case .bytes:
                var bytes = name.utf8.makeIterator()
                guard let byte = bytes.next(), bytes.next() == nil else { return nil }
                return partition.symbol(for: UInt32(byte))
            case .scalars:
                var scalars = name.unicodeScalars.makeIterator()
                guard let scalar = scalars.next(), scalars.next() == nil else { return nil }
                return partition.symbol(for: scalar.value)
            }
        }
    }

    /// The symbol that a byte belongs to: its class, or in an alphabet of named symbols the symbol whose name is
    /// this one byte. In an alphabet of scalars only ASCII bytes have one.
    public func symbol(for byte: UInt8) -> Symbol? {
        switch storage {
        case .named(let names):
            withUnsafeBytes(of: byte) { names.id(of: $0.assumingMemoryBound(to: UInt8.self)) }
        case .partition(let partition):
            partition.domain == .scalars && byte >= 0x80 ? nil : partition.symbol(for: UInt32(byte))
        }
    }

    /// The symbol that a Unicode scalar belongs to: its class, or in an alphabet of named symbols the symbol whose
    /// name is this one scalar. In an alphabet of bytes only ASCII scalars have one.
    public func symbol(for scalar: Unicode.Scalar) -> Symbol? {
        switch storage {
        case .named(let names): names.id(of: String(scalar))
        case .partition(let partition):
            partition.domain == .bytes && !scalar.isASCII ? nil : partition.symbol(for: scalar.value)
        }
    }

    /// The word that a text spells.
    ///
    /// Without a separator the text is split into Unicode scalars, or into bytes where the alphabet is one of bytes.
    /// With one it is split there, and each piece names a symbol; the empty text is the empty word either way.
    ///
    /// - Complexity: O(length of the text) look-ups.
    /// - Throws: ``AutomataError/unknownSymbol(_:position:)`` for the first piece that is no symbol.
    public func word(_ text: String, separator: String? = nil) throws(AutomataError) -> [Symbol] {
        var word: [Symbol] = []
        func append(_ symbol: Symbol?, _ name: @autoclosure () -> String) throws(AutomataError) {
            guard let symbol else { throw .unknownSymbol(name(), position: word.count) }
            word.append(symbol)
        }
        if let separator, !separator.isEmpty {
            if text.isEmpty { return [] }
            for piece in Self.split(Array(text.utf8), at: Array(separator.utf8)) {
                let name = String(decoding: piece, as: UTF8.self)
                try append(symbol(named: name), name)
            }
        } else if kind == .bytes {
            for byte in text.utf8 { try append(symbol(for: byte), SymbolNames.byte(byte)) }
        } else {
            for scalar in text.unicodeScalars { try append(symbol(for: scalar), String(scalar)) }
        }
        return word
    }

    /// The word as text, the names one after another; with a separator where some name is longer than one scalar,
    /// or where one is given.
    public func text(_ word: some Sequence<Symbol>, separator: String? = nil) -> String {
        let names = self.names
        let separator = separator ?? (names.allSatisfy { $0.unicodeScalars.count <= 1 } ? "" : " ")
        return word.map { Int($0) < names.count ? names[Int($0)] : "?" }.joined(separator: separator)
    }

    private static func split(_ text: [UInt8], at separator: [UInt8]) -> [ArraySlice<UInt8>] {
        var pieces: [ArraySlice<UInt8>] = []
        var start = 0
        var index = 0
        while index + separator.count <= text.count {
            if text[index..<index + separator.count].elementsEqual(separator) {
                pieces.append(text[start..<index])
                index += separator.count
                start = index
            } else {
                index += 1
            }
        }
        return pieces + [text[start...]]
    }
}

private enum SymbolNames {
    static func byte(_ byte: UInt8) -> String {
        byte > 0x20 && byte < 0x7F ? String(UnicodeScalar(byte)) : "byte \(byte)"
    }
}
