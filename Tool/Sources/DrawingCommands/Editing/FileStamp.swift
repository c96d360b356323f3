import AutomataFiles
import Glibc

/// The state of a file, which shows whether another program has changed it.
struct FileStamp: Equatable, Sendable {
    private let node: UInt
    private let size: Int
    private let seconds: Int
    private let nanoseconds: Int
    let isFile: Bool

    /// Returns whether two paths lead to the same file.
    static func isSame(_ first: String, _ second: String) -> Bool {
        var (left, right) = (stat(), stat())
        guard Path.withBytes(first, { stat($0, &left) }) == 0, Path.withBytes(second, { stat($0, &right) }) == 0 else {
            return Path.components(first).joined(separator: "/").utf8
                .elementsEqual(Path.components(second).joined(separator: "/").utf8)
        }
        return left.st_dev == right.st_dev && left.st_ino == right.st_ino
    }

    /// Fails if there is no file.
    init?(_ path: String) {
        var status = stat()
        guard Path.withBytes(path, { stat($0, &status) }) == 0 else { return nil }
        (node, size) = (UInt(status.st_ino), Int(status.st_size))
        isFile = status.st_mode & S_IFMT == S_IFREG
        (seconds, nanoseconds) = (Int(status.st_mtim.tv_sec), Int(status.st_mtim.tv_nsec))
    }

    func isOlder(than other: FileStamp) -> Bool {
        (seconds, nanoseconds) < (other.seconds, other.nanoseconds)
    }
}
