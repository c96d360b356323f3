internal import Synchronization
internal import SystemLibrary

/// Serves the listeners of an inspector, on one thread.
final class InspectionServer: @unchecked Sendable {
    // Unchecked, because only its thread touches what changes.
    /// The maximum number of listeners.
    static let clientLimit = 16

    private let run: InspectedRun
    private let listener: UnixListener
    private let wakePipe: WakePipe
    private let isClosed = Atomic(false)
    private var clients: [InspectionClient] = []
    private var journal: InspectionJournal
    /// Whether the run is observed.
    private var isObserving = false
    /// Whether the system has no descriptor for a further listener now.
    private var isExhausted = false

    init(_ run: InspectedRun, at path: String) throws(InspectionError) {
        guard let wakePipe = run.news.wakePipe else { throw .system(path, SystemCallError("pipe")) }
        (self.run, self.wakePipe) = (run, wakePipe)
        listener = try UnixListener(at: path)
        journal = InspectionJournal(allowsControl: run.control != nil)
    }

    /// Removes the socket, and ends the thread soon.
    func close() {
        if isClosed.exchange(true, ordering: .sequentiallyConsistent) { return }
        listener.removeFile()
        run.control?.release(isFinal: true)
        run.news.wake()
    }

    /// Serves until the inspector is closed.
    func serve() {
        while !isClosed.load(ordering: .sequentiallyConsistent) {
            takeNews()
            for client in clients { client.exchange(journal) }
            removeLostClients()
            // Requests and listeners come also while there is always news.
            var isBusy = clients.contains { $0.canTakeMore(from: journal) }
            // Without news, the next ones wake the thread.
            if !isBusy, let content = run.news.take() {
                add(content)
                isBusy = true
            }
            receive(waits: !isBusy)
        }
        journal.noteEnd()
        for client in clients { client.exchange(journal) }
        finish()
    }

    /// Lets go of all, on the last thread that uses it.
    func finish() {
        run.close()
        clients = []
        _ = closeDescriptor(listener.descriptor)
    }

    private func takeNews() { if let content = run.news.take() { add(content) } }

    private func add(_ content: InspectionNews.Content) {
        // Without listeners nobody asks for them.
        let assembly = content.isRewired && !clients.isEmpty ? content.assembly ?? run.current() : content.assembly
        journal.add(content, assembly, run.pause())
    }

    /// Takes listeners and requests.
    ///
    /// - Parameter waits: Whether to wait for them, or for news.
    private func receive(waits: Bool) {
        var polls = [
            pollfd(fd: wakePipe.readEnd, events: Int16(POLLIN), revents: 0),
            pollfd(fd: isExhausted ? -1 : listener.descriptor, events: Int16(POLLIN), revents: 0),
        ]
        polls += clients.map { pollfd(fd: $0.descriptor, events: $0.awaitedEvents, revents: 0) }
        let limit: Int32 = waits ? isExhausted ? 1000 : -1 : 0
        if poll(&polls, nfds_t(polls.count), limit) < 0 && errno != EINTR {
            // Without memory in the kernel, it can only be tried again.
            sleep(1)
        }
        isExhausted = false
        wakePipe.drain()
        for (client, poll) in zip(clients, polls.dropFirst(2)) where poll.revents & ~Int16(POLLOUT) != 0 {
            client.receive { request throws(InspectionRequest.Refusal) in try perform(request) }
        }
        if polls[1].revents != 0 { acceptClients() }
    }

    private func acceptClients() {
        errno = 0
        while let descriptor = listener.accept() {
            let client = InspectionClient(descriptor)
            if clients.count >= Self.clientLimit {
                client.refuse("this program has \(clients.count) listeners; close one of them")
                client.exchange(journal)
                continue
            }
            clients.append(client)
            begin()
        }
        isExhausted = errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM
    }

    /// Observes the run, if somebody begins to listen.
    private func begin() {
        guard !isObserving else { return }
        // What is known of a run that nobody else may touch stays true.
        if !run.tellsItself { journal = InspectionJournal(allowsControl: run.control != nil) }
        run.news.setListened(true)
        isObserving = run.begin()
        if !isObserving { journal.noteEnd() }
    }

    private func removeLostClients() {
        clients.removeAll { $0.isLost }
        guard clients.isEmpty, isObserving else { return }
        // A program must not wait for somebody who has left.
        run.control?.release(isFinal: false)
        run.news.notePause()
        run.news.setListened(false)
        run.end()
        isObserving = false
    }

    /// Carries out a request; returns the answer.
    private func perform(_ request: InspectionRequest) throws(InspectionRequest.Refusal) -> [UInt8] {
        if request == .waiting { return InspectionJournal.line(journal.hasEnded ? nil : run.mailboxes()) }
        guard let control = run.control else {
            throw "the program may only be watched; let it call inspect(at:allowsControl: true)"
        }
        if journal.hasEnded { throw "the run has ended; start the program again" }
        switch request {
        case .pause: control.pause()
        case .resume: control.resume()
        case .step: if !control.step() { throw "the run isn't paused; pause it before a step" }
        case .waiting: break
        }
        run.news.notePause()
        return InspectionJournal.line("answer", request.rawValue)
    }
}
