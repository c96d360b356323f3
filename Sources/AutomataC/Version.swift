// The functions here are described in automata.h.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

internal import CAutomata

/// The library's version, which must equal the header's macros.
enum Version {
    static let major: UInt32 = 0
    static let minor: UInt32 = 1
    static let patch: UInt32 = 0
    static let text: StaticString = "0.1.0"
}

@c @implementation
public func automata_version_number() -> UInt32 {
    Version.major * 1_000_000 + Version.minor * 1_000 + Version.patch
}

@c @implementation
public func automata_version_string() -> UnsafePointer<CChar>? { StaticText(Version.text).pointer }

@c @implementation
public func automata_version_check(_ major: UInt32, _ minor: UInt32, _ patch: UInt32) -> Bool {
    // Before 1.0.0 a minor version may change what exists.
    let isStable = Version.major > 0
    return major == Version.major && (isStable || minor == Version.minor)
        && (minor, patch) <= (Version.minor, Version.patch)
}
