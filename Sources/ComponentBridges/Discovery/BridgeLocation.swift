internal import SystemLibrary
internal import TextSupport

/// The place of a server, which clients of the same user find by its name.
///
///     let announcement = try BridgeAnnouncement("shop", at: BridgeLocation(server.address))
///     // In another process:
///     let location = try BridgeLocation.find("shop")
public struct BridgeLocation: Hashable, Sendable {
    /// The address, as the transport of a client takes it.
    public let address: String
    /// The public key of the server; `nil` if it has none.
    public let publicKey: String?

    /// Creates a location.
    public init(_ address: String, publicKey: String? = nil) { (self.address, self.publicKey) = (address, publicKey) }

    /// Returns the location of the server that has announced itself by a name; `nil` if none lives.
    ///
    /// - Throws: ``BridgeError/invalidAddress(_:reason:)`` for an invalid name, and
    ///   ``BridgeError/unavailable(address:reason:)`` if the file can't be read, or others could have
    ///   written it.
    public static func find(_ name: String) throws(BridgeError) -> BridgeLocation? {
        let path = try BridgeFolder.path(of: name)
        guard let descriptor = try BridgeFolder.openFile(path) else { return nil }
        defer { close(descriptor) }
        // Its writer holds a lock as long as it lives.
        if flock(descriptor, LOCK_SH | LOCK_NB) == 0 { return nil }
        if errno != EWOULDBLOCK { throw .unavailable(address: path, reason: String(cString: strerror(errno))) }
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = read(descriptor, &bytes, bytes.count)
        guard count >= 0, let location = BridgeLocation(json: Array(bytes.prefix(count))) else {
            throw .unavailable(address: path, reason: "it isn't the announcement of a server")
        }
        return location
    }

    private enum Key: String, JSONKey { case address, publicKey }

    var json: [UInt8] {
        var object: JSONObject = ["address": address]
        if let publicKey { object.add("publicKey", publicKey) }
        return Array(object.line.utf8)
    }

    init?(json: [UInt8]) {
        var (address, publicKey): (String?, String?) = (nil, nil)
        let isRead = json.withUnsafeBytes { bytes in
            do throws(TextProblem) {
                var cursor = JSONCursor(bytes)
                try cursor.object("an announcement", Key.self) { cursor, key throws(TextProblem) in
                    switch key {
                    case .address: address = try cursor.string()
                    case .publicKey: publicKey = try cursor.string()
                    }
                }
                try cursor.finish("the end")
                return true
            } catch {
                return false
            }
        }
        guard isRead, let address else { return nil }
        self.init(address, publicKey: publicKey)
    }
}

/// A file that tells where a server is, as long as it lives.
public final class BridgeAnnouncement: Sendable {
    private let path: String
    /// The open file, whose lock ends with the process.
    private let descriptor: Int32

    /// Announces a server to other processes of its user, until this object is released or the
    /// process ends.
    ///
    /// - Throws: ``BridgeError/invalidAddress(_:reason:)`` for an invalid name, and
    ///   ``BridgeError/unavailable(address:reason:)`` if a living server has the name, or the file
    ///   can't be written.
    public init(_ name: String, at location: BridgeLocation) throws(BridgeError) {
        path = try BridgeFolder.path(of: name)
        let ownPath = "\(path).\(getpid()).\(UInt32.random(in: 0...UInt32.max))"
        descriptor = open(ownPath, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR)
        if descriptor < 0 { throw .unavailable(address: ownPath, reason: String(cString: strerror(errno))) }
        defer { unlink(ownPath) }
        let bytes = location.json
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, write(descriptor, bytes, bytes.count) == bytes.count else {
            throw .unavailable(address: ownPath, reason: String(cString: strerror(errno)))
        }
        // A second name for the finished file: so the first one to make it wins.
        while link(ownPath, path) != 0 {
            if errno != EEXIST { throw .unavailable(address: path, reason: String(cString: strerror(errno))) }
            try Self.removeDead(path, name)
        }
    }

    // Also after an error, as all properties are set before.
    deinit {
        // While the lock is held, nobody else takes the file for one of the dead.
        if BridgeFolder.isFile(descriptor, at: path) { unlink(path) }
        close(descriptor)
    }

    private static func removeDead(_ path: String, _ name: String) throws(BridgeError) {
        guard let former = try BridgeFolder.openFile(path) else { return }
        defer { close(former) }
        guard flock(former, LOCK_EX | LOCK_NB) == 0 else {
            throw .unavailable(address: path, reason: "a server named '\(name)' lives; end it or take another name")
        }
        // Another process may have removed it, and made its own, before the lock.
        if BridgeFolder.isFile(former, at: path) { unlink(path) }
    }
}

/// The folder of announcements.
private enum BridgeFolder {
    /// Returns the path of the announcement of a name, and makes its folder.
    static func path(of name: String) throws(BridgeError) -> String {
        let isName = 1...200 ~= name.utf8.count && !name.utf8.contains { $0 == 0 || $0 == UInt8(ascii: "/") }
        guard isName, name.first != "." else {
            throw .invalidAddress(name, reason: "give a name of at most 200 bytes, without slashes and a dot before it")
        }
        var folder = "/tmp/automata-\(geteuid())"
        if let runtime = getenv("XDG_RUNTIME_DIR").map({ String(cString: $0) }), runtime.hasPrefix("/") {
            folder = "\(runtime)/automata"
        }
        let isMade = mkdir(folder, S_IRWXU) == 0
        if !isMade && errno != EEXIST { throw .unavailable(address: folder, reason: String(cString: strerror(errno))) }
        var status = stat()
        // Not by a link that somebody else has made.
        guard lstat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, status.st_uid == geteuid(),
            status.st_mode & 0o077 == 0
        else {
            throw .unavailable(address: folder, reason: "others can write to the folder; remove it")
        }
        return "\(folder)/\(name).json"
    }

    /// Opens an announcement; returns `nil` if there is none.
    static func openFile(_ path: String) throws(BridgeError) -> Int32? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        if descriptor >= 0 { return descriptor }
        if errno == ENOENT { return nil }
        throw .unavailable(address: path, reason: String(cString: strerror(errno)))
    }

    /// Whether an open file is the one at a path.
    static func isFile(_ descriptor: Int32, at path: String) -> Bool {
        var (opened, named) = (stat(), stat())
        return fstat(descriptor, &opened) == 0 && lstat(path, &named) == 0
            && opened.st_dev == named.st_dev && opened.st_ino == named.st_ino
    }
}
