import AutomataFiles
import Glibc

/// The identity of a regular file, which is equal for all paths to it.
package struct FileIdentity: Hashable, Sendable {
    private let device: UInt
    private let node: UInt

    /// Fails if a path doesn't lead to a regular file.
    package init?(_ path: String) {
        var status = stat()
        guard path != "-", Path.withBytes(path, { stat($0, &status) }) == 0 else { return nil }
        self.init(status)
    }

    init?(_ status: stat) {
        guard status.st_mode & S_IFMT == S_IFREG else { return nil }
        (device, node) = (UInt(status.st_dev), UInt(status.st_ino))
    }
}
