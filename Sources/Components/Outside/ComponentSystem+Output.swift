internal import SystemLibrary

extension ComponentSystem {
    /// Returns the bodies of a message that a component sends through a port from now on, also if
    /// the port has no channel.
    ///
    ///     for await total in try system.messages(\.output.changed, of: counter) { print(total) }
    ///
    /// The sequence ends with the component. The component never waits for who iterates.
    ///
    /// - Parameters:
    ///   - message: The message of an output port.
    ///   - part: The component.
    ///   - bound: The bound of the messages that wait to be taken.
    /// - Throws: ``ComponentError/unknownPart(_:hasEnded:)`` if the part isn't there.
    public func messages<Owner, Body>(
        _ message: KeyPath<Owner, Sender<Body>>, of part: PartReference<Owner>,
        bound: AsyncStream<Body>.Continuation.BufferingPolicy = .unbounded
    ) throws(ComponentError) -> AsyncStream<Body> {
        let (stream, continuation) = AsyncStream.makeStream(of: Body.self, bufferingPolicy: bound)
        let tap = OutputTap(continuation)
        try tell(message, of: part) { body in
            guard case .terminated = tap.continuation.yield(body) else { return true }
            return false
        }
        return stream
    }

    /// Calls a closure with the bodies of a message that a component sends through a port from now
    /// on, in its turns, also after a restart, until the closure returns false.
    package func tell<Owner, Body>(
        _ message: KeyPath<Owner, Sender<Body>>, of part: PartReference<Owner>,
        to take: @escaping @Sendable (Body) -> Bool
    ) throws(ComponentError) {
        let sender = part.sample.component[keyPath: message]
        let (name, index) = (sender.core.name, sender.index)
        // A restart replaces the ports.
        let component = try host.required(part.name)
        guard host.changeLock.withLock({ component.instance.output(name) != nil }) else {
            throw .unknownPart(part.name)
        }
        host.post(to: component) { [unowned component] in
            component.instance.output(name)?.taps.append { sent, body in
                guard sent == index, let body = body as? Body else { return true }
                return take(body)
            }
        }
    }

    /// Writes the messages that a component sends through a port from now on to a file descriptor.
    ///
    ///     try system.write(\.output.line, of: shop, to: 1, end: port.ended) { Array($0.utf8) }
    ///
    /// Messages wait for the descriptor, without a bound. The feed ends with the component, when
    /// all is written, or with the first error; then what the component sends is dropped.
    ///
    /// - Parameters:
    ///   - message: The message of an output port.
    ///   - part: The component.
    ///   - descriptor: The descriptor, which isn't closed and must stay open.
    ///   - end: The message that tells the end, or the error, unless the system has ended.
    ///   - bytes: Returns the bytes of a body.
    /// - Returns: The feed, which can be cancelled, and knows its end.
    /// - Throws: ``ComponentError/unknownPart(_:hasEnded:)`` if the part isn't there.
    @discardableResult
    public func write<Owner, Body>(
        _ message: KeyPath<Owner, Sender<Body>>, of part: PartReference<Owner>, to descriptor: Int32,
        end: OutsideMessage<FeedEnd>, _ bytes: @escaping @Sendable (Body) -> [UInt8]
    ) throws(ComponentError) -> Feed {
        let stream = try messages(message, of: part)
        // Not cancelled with the system, whose last messages are to be written.
        return Feed(
            Task {
                var result = FeedEnd.finished
                do throws(SystemCallError) {
                    for await body in stream { try await DescriptorWriter(descriptor).write(bytes(body)) }
                } catch { result = .failed(error) }
                if Task.isCancelled { result = .cancelled }
                _ = await end.sender.host.whileRunning { [result] in
                    await end.sender.sendWaiting(result, end.index, isPatient: true)
                }
                return result
            })
    }
}

/// Ends a sequence when nothing comes any more.
private final class OutputTap<Body: Sendable>: Sendable {
    let continuation: AsyncStream<Body>.Continuation

    init(_ continuation: AsyncStream<Body>.Continuation) { self.continuation = continuation }

    deinit { continuation.finish() }
}

private struct DescriptorWriter {
    let descriptor: Int32

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    /// Writes all bytes, unless the task is cancelled.
    func write(_ bytes: [UInt8]) async throws(SystemCallError) {
        var position = 0
        while position < bytes.count {
            guard await DescriptorWatcher.shared.wait(for: descriptor, .writable) else { return }
            // As many as a pipe that is ready takes at once.
            let end = min(bytes.count, position + 512)
            let (count, code) = bytes[position..<end].withUnsafeBytes { Self.write($0, to: descriptor) }
            if code == EINTR || code == EAGAIN { continue }
            if code != 0 { throw SystemCallError("write", code: code) }
            position += count
        }
    }

    /// Writes bytes; a pipe that nobody reads is an error, not a signal.
    private static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> (count: Int, code: Int32) {
        var (signals, old) = (sigset_t(), sigset_t())
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        let wasWaiting = isSignalWaiting
        pthread_sigmask(SIG_BLOCK, &signals, &old)
        defer { pthread_sigmask(SIG_SETMASK, &old, nil) }
        let count = writeDescriptor(descriptor, bytes.baseAddress, bytes.count)
        let code = count < 0 ? errno : 0
        // Where the signal is ignored, it may not wait.
        if code == EPIPE, !wasWaiting, isSignalWaiting {
            var number: Int32 = 0
            sigwait(&signals, &number)
        }
        return (max(0, count), code)
    }

    private static var isSignalWaiting: Bool {
        var waiting = sigset_t()
        sigpending(&waiting)
        return sigismember(&waiting, SIGPIPE) == 1
    }
}
