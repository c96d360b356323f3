internal import CZeroMQ
public import ComponentBridges
#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// The keys by which one end of a bridge proves who it is, on the curve 25519.
///
/// Keys are texts of 40 characters. The public key of a server is given to its clients, and those
/// of clients to the server; the secret key stays in a file that only its user can read.
public struct ZeroMQKeyPair: Sendable {
    /// The key that others know.
    public let publicKey: String
    let secretKey: String

    /// Makes new keys.
    ///
    /// - Throws: `BridgeError` if libzmq was built without encryption.
    public init() throws(BridgeError) {
        var (publicKey, secretKey) = ([CChar](repeating: 0, count: 41), [CChar](repeating: 0, count: 41))
        guard zmq_curve_keypair(&publicKey, &secretKey) == 0 else {
            throw .unavailable(address: "keys", reason: ZeroMQSocket.errorText())
        }
        self.publicKey = Self.text(publicKey)
        self.secretKey = Self.text(secretKey)
    }

    /// Reads keys from a file that ``save(toFile:)`` has written.
    ///
    /// - Throws: `BridgeError` if the file can't be read, belongs to
    ///   somebody else, can be read by others, or doesn't hold a secret key.
    public init(contentsOfFile path: String) throws(BridgeError) {
        func failure(_ reason: String) -> BridgeError { .unavailable(address: path, reason: reason) }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        if descriptor < 0 { throw failure(String(cString: strerror(errno))) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw failure("it isn't a file; give the file of a key pair")
        }
        guard status.st_uid == geteuid(), status.st_mode & 0o077 == 0 else {
            throw failure("others can read the secret key; make new keys, or take their rights: chmod 600")
        }
        var bytes = [UInt8](repeating: 0, count: 42)
        let count = read(descriptor, &bytes, bytes.count)
        let key = String(decoding: bytes.prefix(40), as: UTF8.self)
        guard count == 41, bytes[40] == UInt8(ascii: "\n"), ZeroMQKeyPair.isKey(key) else {
            throw failure("it isn't the file of a key pair; expected a line of 40 characters")
        }
        var publicKey = [CChar](repeating: 0, count: 41)
        guard zmq_curve_public(&publicKey, key) == 0 else { throw failure(ZeroMQSocket.errorText()) }
        self.publicKey = Self.text(publicKey)
        secretKey = key
    }

    /// Writes the secret key to a new file, which only its user can read. The public key can be
    /// computed from it.
    ///
    /// - Throws: `BridgeError` if the file exists or can't be written.
    public func save(toFile path: String) throws(BridgeError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR)
        if descriptor < 0 { throw .unavailable(address: path, reason: String(cString: strerror(errno))) }
        let bytes = Array((secretKey + "\n").utf8)
        // Against a mask that takes rights from the user.
        let isWritten =
            fchmod(descriptor, S_IRUSR | S_IWUSR) == 0 && write(descriptor, bytes, bytes.count) == bytes.count
        let reason = String(cString: strerror(errno))
        if close(descriptor) != 0 || !isWritten {
            unlink(path)
            throw .unavailable(address: path, reason: reason)
        }
    }

    /// Whether a text is the form of a key.
    static func isKey(_ text: String) -> Bool {
        var bytes = [UInt8](repeating: 0, count: 32)
        return text.utf8.count == 40 && !text.utf8.contains(0) && zmq_z85_decode(&bytes, text) != nil
    }

    /// The text of the 32 bytes of a key.
    static func text(ofKey bytes: [UInt8]) -> String? {
        guard bytes.count == 32 else { return nil }
        var characters = [CChar](repeating: 0, count: 41)
        return zmq_z85_encode(&characters, bytes, 32) == nil ? nil : text(characters)
    }

    private static func text(_ characters: [CChar]) -> String {
        String(decoding: characters.prefix(40).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
