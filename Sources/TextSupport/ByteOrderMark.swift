extension Collection<UInt8> {
    /// The number of bytes of the byte order mark in UTF-8 at the beginning: 0 or 3.
    package var byteOrderMarkLength: Int { starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }
}
