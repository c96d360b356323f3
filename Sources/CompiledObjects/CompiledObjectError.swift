/// The reason why bytes can't be loaded as a compiled object.
public enum CompiledObjectError: Error, Sendable, Hashable {
    /// The bytes don't begin with the header of a compiled object.
    case unrecognized
    /// The object has a different version of the format.
    case otherVersion(Int)
    /// The object was saved by a machine with a different byte order.
    case otherByteOrder
    /// The object is of a different kind; the texts name both kinds.
    case otherKind(String, expected: String)
    /// The object was saved for something else, such as another feature model; the text says why it
    /// doesn't fit, and what to do.
    case unsuitable(String)
    /// The object was changed after it was saved; the text says where.
    case damaged(String)
}

extension CompiledObjectError: CustomStringConvertible {
    /// A sentence with the fault and the remedy.
    public var description: String {
        switch self {
        case .unrecognized: "the bytes aren't a compiled object; give the bytes of a saved object"
        case .otherVersion(let version):
            "the object has version \(version) of the format, and this library reads version \(CompiledObject.version); "
                + "compile and save it again"
        case .otherByteOrder:
            "the object has the byte order of a different machine; compile and save it on this machine"
        case .otherKind(let kind, let expected): "the object is a saved \(kind); give a saved \(expected)"
        case .unsuitable(let what): what
        case .damaged(let what): "the object is damaged: \(what); compile and save it again"
        }
    }
}
