import AutomataFiles
import Glibc

/// Threads with a large stack, which are never joined.
package enum WorkerThread {
    package static func start(_ run: @escaping @Sendable () -> Void) throws(ToolError) {
        let code = DetachedThread.start(stackSize: 8 << 20, run)
        guard code == 0 else { throw .system("can't start a thread", code: code) }
    }

    /// The number of processors that this process may use.
    package static var processorCount: Int {
        max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    }
}
