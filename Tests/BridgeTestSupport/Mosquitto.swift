import Foundation

/// A broker on loopback, which is killed at the end.
public final class Mosquitto {
    /// Whether the program is installed.
    public static let isInstalled = FileManager.default.isExecutableFile(atPath: "/usr/sbin/mosquitto")
    /// The reason why a test is left out.
    public static let absence = "mosquitto isn't installed"

    /// The port of the broker.
    public let port: UInt16
    private let folder: URL
    private var process = Process()

    /// Starts a broker, and waits until it listens.
    ///
    /// - Parameter settings: Further lines of its configuration, with `FOLDER` for a folder of files.
    public init(settings: String = "allow_anonymous true", files: [String: String] = [:]) throws {
        port = try TCPProxy.freePort()
        folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for (name, text) in files { try Data(text.utf8).write(to: folder.appendingPathComponent(name)) }
        let lines = "listener \(port) 127.0.0.1\nlog_dest none\nset_tcp_nodelay true\n\(settings)\n"
        let text = lines.replacingOccurrences(of: "FOLDER", with: folder.path)
        try Data(text.utf8).write(to: folder.appendingPathComponent("conf"))
        try start()
    }

    deinit {
        kill()
        try? FileManager.default.removeItem(at: folder)
    }

    /// Starts the broker again.
    public func start() throws {
        process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/sbin/mosquitto")
        process.arguments = ["-c", folder.path + "/conf"]
        process.standardError = FileHandle.nullDevice
        try process.run()
        let end = Date(timeIntervalSinceNow: 60)
        while Date() < end, process.isRunning {
            let descriptor = TCPProxy.connect(port)
            if descriptor >= 0 {
                close(descriptor)
                return
            }
            usleep(10_000)
        }
        throw POSIXError(.ECONNREFUSED)
    }

    /// Kills the broker, which forgets everything.
    public func kill() {
        if process.isRunning { Glibc.kill(process.processIdentifier, SIGKILL) }
        process.waitUntilExit()
    }
}
