import Glibc
import NIOCore
import NIOPosix

/// Sockets that wait for connections from this machine.
enum ListeningSocket {
    /// Opens the sockets: one for 127.0.0.1, and one for ::1 at the same port if that can be had.
    static func open(
        port: Int, loop: any EventLoop, initializer: @escaping @Sendable (any Channel) -> EventLoopFuture<Void>
    ) async throws(EditorServerError) -> (port: Int, channels: [any Channel]) {
        guard (0...65535).contains(port) else { throw .portOutOfRange(port) }
        let bootstrap = ServerBootstrap(group: loop)
            .serverChannelOption(.backlog, value: 128)
            // A server that ended a moment ago must not block its port.
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelInitializer(initializer)
        let first: any Channel
        do {
            first = try await bootstrap.bind(host: "127.0.0.1", port: port).get()
        } catch {
            throw reason(for: error, at: port)
        }
        let actualPort = first.localAddress?.port ?? port
        let second = try? await bootstrap.bind(host: "::1", port: actualPort).get()
        return (actualPort, [first] + (second.map { [$0] } ?? []))
    }

    private static func reason(for error: any Error, at port: Int) -> EditorServerError {
        let code = (error as? IOError)?.errnoCode ?? 0
        return switch code {
        case EADDRINUSE: .portTaken(port)
        case EACCES: .portForbidden(port)
        default: .cannotListen(port: port, code: code)
        }
    }
}
