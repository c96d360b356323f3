import Foundation

/// A broker on loopback, which is killed at the end.
public final class Mosquitto {
    /// Whether the program is installed.
    public static let isInstalled = FileManager.default.isExecutableFile(atPath: "/usr/sbin/mosquitto")
    /// The reason why a test is left out.
    public static let absence = "mosquitto isn't installed"

    /// The port of the broker.
    public private(set) var port: UInt16
    private let settings: String
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
        self.settings = settings.replacingOccurrences(of: "FOLDER", with: folder.path)
        // Somebody else may take the port in between.
        var attempts = 0
        while !run() {
            attempts += 1
            if attempts == 20 { throw POSIXError(.EADDRINUSE) }
            port = try TCPProxy.freePort()
        }
    }

    deinit {
        kill()
        try? FileManager.default.removeItem(at: folder)
    }

    /// Starts the broker again.
    public func start() throws {
        let end = Date(timeIntervalSinceNow: 60)
        while !run() {
            if Date() > end { throw POSIXError(.EADDRINUSE) }
            usleep(100_000)
        }
    }

    /// Runs the program; returns whether it listens.
    private func run() -> Bool {
        let lines = "listener \(port) 127.0.0.1\nlog_dest stderr\nset_tcp_nodelay true\n\(settings)\n"
        let (path, output) = (folder.path + "/conf", Pipe())
        process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/sbin/mosquitto")
        process.arguments = ["-c", path]
        process.standardError = output
        guard (try? Data(lines.utf8).write(to: URL(fileURLWithPath: path))) != nil, (try? process.run()) != nil else {
            return false
        }
        var text = ""
        while !text.contains(" running") {
            let data = output.fileHandleForReading.availableData
            if data.isEmpty {
                process.waitUntilExit()
                return false
            }
            text += String(decoding: data, as: UTF8.self)
        }
        // A full pipe would stop it.
        output.fileHandleForReading.readabilityHandler = { _ = $0.availableData }
        return true
    }

    /// Kills the broker, which forgets everything.
    public func kill() {
        if process.isRunning { Glibc.kill(process.processIdentifier, SIGKILL) }
        process.waitUntilExit()
    }
}
