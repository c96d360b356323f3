import Glibc
import Synchronization

/// The handling of Ctrl-C and similar signals. Recordings are finished and unfinished files
/// removed, then the signal ends the process as usual, so that a shell sees 130 or 143. Ctrl-C has
/// the same effect while ``RawTerminal`` reads keys.
///
/// The signals are blocked in all threads except one, which waits for them. So no handler needs to
/// be async-signal-safe.
package enum Interrupts {
    private static let watchedSignals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

    /// Starts to watch the signals. Call it once, before any other thread is started.
    package static func watch() throws(ToolError) {
        // A broken pipe is an error of `write`, so that a batch can tidy up.
        var action = sigaction()
        sigaction(SIGPIPE, nil, &action)
        if !isIgnored(action) { signal(SIGPIPE, SIG_IGN) }

        var blockedSignals = sigset_t()
        sigemptyset(&blockedSignals)
        var isEmpty = true
        for number in watchedSignals {
            // What the parent ignores, as nohup does, stays ignored.
            var action = sigaction()
            guard sigaction(number, nil, &action) == 0, !isIgnored(action) else { continue }
            sigaddset(&blockedSignals, number)
            isEmpty = false
        }
        if isEmpty { return }
        pthread_sigmask(SIG_BLOCK, &blockedSignals, nil)
        let signals = blockedSignals
        try WorkerThread.start {
            var signals = signals
            var number: Int32 = 0
            repeat {
                while sigwait(&signals, &number) != 0 {}
            } while number == SIGINT && RawTerminal.acceptInterrupt()
            exit(of: number)
        }
    }

    /// Ends the process without a message, as the reader of its output has closed it.
    static func exitByBrokenPipe() -> Never { exit(of: SIGPIPE) }

    private static let endings = Mutex<[ObjectIdentifier: @Sendable () -> Void]>([:])

    /// Calls a function before a signal ends the process.
    ///
    /// - Parameters:
    ///   - owner: The object whose work the function ends, until ``forgetEnding(of:)``.
    ///   - ending: The function, which may be called on another thread at any time, and must not
    ///     wait for long.
    package static func setEnding(of owner: AnyObject, _ ending: @escaping @Sendable () -> Void) {
        endings.withLock { $0[ObjectIdentifier(owner)] = ending }
    }

    /// Forgets the function of an object.
    package static func forgetEnding(of owner: AnyObject) {
        endings.withLock { _ = $0.removeValue(forKey: ObjectIdentifier(owner)) }
    }

    private static func exit(of number: Int32) -> Never {
        for ending in endings.withLock({ Array($0.values) }) { ending() }
        TemporaryFiles.removeAllPermanently()
        ChildProcess.killAll()
        RawTerminal.leave()
        if Terminal.isInteractive { Messages.write("\r\u{1B}[K") }
        signal(number, SIG_DFL)
        var single = sigset_t()
        sigemptyset(&single)
        sigaddset(&single, number)
        pthread_sigmask(SIG_UNBLOCK, &single, nil)
        raise(number)
        _exit(128 + number)
    }

    private static func isIgnored(_ action: sigaction) -> Bool {
        unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
    }
}
