internal import Synchronization

/// The end of a source that feeds a port, or of a port that is written to a descriptor.
public enum FeedEnd: Sendable, CustomStringConvertible {
    /// The source has no more elements, or the component that writes has ended.
    case finished
    /// The source failed, or the descriptor did.
    case failed(any Error)
    /// ``Feed/cancel()`` was called, or the component that is fed has ended.
    case cancelled

    /// The end, with the error.
    public var description: String {
        switch self {
        case .finished: "finished"
        case .failed(let error): "failed: \(error)"
        case .cancelled: "cancelled"
        }
    }
}

/// Messages on their way from a source to a component, or from a component to a descriptor.
///
/// A feed goes on without anybody who keeps it.
public final class Feed: Sendable {
    private let task: Task<FeedEnd, Never>

    init(_ task: Task<FeedEnd, Never>) { self.task = task }

    /// Ends the feed before its next message, also if that waits for room.
    public func cancel() { task.cancel() }

    /// The end, as soon as it has come.
    public var end: FeedEnd { get async { await task.value } }
}

extension ComponentSystem {
    /// Sends the elements of a sequence to a component, one message each.
    ///
    ///     system.feed(port.line, from: LineSequence(descriptor: 0), end: port.ended)
    ///
    /// The next element is awaited when there is room for the message, if the mailbox wants senders
    /// to wait. The last message is that of the end, unless the system has ended: then feeds are
    /// cancelled, and send nothing more. Recordings have all these messages.
    ///
    /// - Parameters:
    ///   - message: The message, of a port from ``port(_:of:)``.
    ///   - source: The sequence.
    ///   - end: The message that tells the end, or the error, of the sequence.
    /// - Returns: The feed, which can be cancelled.
    @discardableResult
    public func feed<Source: AsyncSequence & Sendable>(
        _ message: OutsideMessage<Source.Element>, from source: Source, end: OutsideMessage<FeedEnd>
    ) -> Feed where Source.Element: Sendable {
        host.feed(message.sender) {
            let result = await message.send(all: source)
            _ = await end.sender.host.whileRunning {
                await end.sender.sendWaiting(result, end.index, isPatient: true)
            }
            return result
        }
    }

    /// Sends the elements of a sequence that can't fail to a component, one message each.
    ///
    ///     system.feed(port.tick, from: TimerSequence(every: .seconds(1)))
    ///
    /// The next element is awaited when there is room for the message, if the mailbox wants senders
    /// to wait. Feeds are cancelled when the system ends. Recordings have all these messages.
    ///
    /// - Parameters:
    ///   - message: The message, of a port from ``port(_:of:)``.
    ///   - source: The sequence.
    /// - Returns: The feed, which can be cancelled, and knows its end.
    @discardableResult
    public func feed<Source: AsyncSequence & Sendable>(
        _ message: OutsideMessage<Source.Element>, from source: Source
    ) -> Feed where Source.Element: Sendable, Source.Failure == Never {
        host.feed(message.sender) { await message.send(all: source) }
    }
}

extension OutsideMessage {
    fileprivate func send<Source: AsyncSequence>(all source: Source) async -> FeedEnd where Source.Element == Body {
        do {
            for try await element in source {
                guard !Task.isCancelled, await sender.host.whileRunning({ await send(element) }), !sender.isClosed
                else {
                    return .cancelled
                }
            }
            return Task.isCancelled ? .cancelled : .finished
        } catch { return Task.isCancelled ? .cancelled : .failed(error) }
    }
}

extension SystemHost {
    /// Runs a feed, which is cancelled when its component or the system ends.
    func feed(_ sender: OutsideSender, _ run: @escaping @Sendable () async -> FeedEnd) -> Feed {
        let task = shared.withLock { shared in
            shared.feedCount += 1
            let number = shared.feedCount
            let task = Task { [self] in
                defer { self.shared.withLock { $0.feeds[number] = nil } }
                return await run()
            }
            shared.feeds[number] = (task, sender.receiver)
            return task
        }
        // Those that end later find the feed.
        if hasStopped.load(ordering: .sequentiallyConsistent) || sender.isClosed { task.cancel() }
        return Feed(task)
    }

    /// Cancels the feeds of some components.
    func cancelFeeds(of isReceiver: (ComponentCore) -> Bool) {
        for feed in shared.withLock({ $0.feeds }).values where isReceiver(feed.receiver) { feed.task.cancel() }
    }

    /// Sends something, unless the system has ended; who waits for the system waits also for that.
    ///
    /// - Returns: Whether the message was sent.
    func whileRunning(_ send: () async -> Bool) async -> Bool {
        countSending(1)
        defer { countSending(-1) }
        if hasStopped.load(ordering: .sequentiallyConsistent) { return false }
        return await send()
    }
}
