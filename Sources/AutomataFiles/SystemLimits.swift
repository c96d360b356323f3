internal import Glibc

/// The memory that this process may still allocate, within the limits of the machine, the process
/// and its control groups.
///
/// Each call reads up to a dozen small files, because the limits change over time.
public enum SystemLimits {
    /// Returns a bound on memory: the minimum of the wanted bound, a third of the free memory and a
    /// sixth of the free address space.
    ///
    /// Only a part of the free memory is granted, because an operation allocates more memory than
    /// it counts: a growing buffer exists twice while it is copied.
    ///
    /// - Complexity: O(1) if up to 1 MiB is wanted, which is always granted.
    public static func clampedToFreeMemory(_ wantedBytes: Int) -> Int {
        if wantedBytes <= 1 << 20 { return wantedBytes }
        return min(wantedBytes, max(min(freeMemory / 3, availableAddresses / 6), 1 << 20))
    }

    /// The bytes that this process may still allocate; `Int.max` if the system doesn't report it.
    public static var availableBytes: Int { min(freeMemory, availableAddresses) }

    /// The memory that the machine and the control groups leave, in bytes.
    private static var freeMemory: Int {
        min(availableMemory ?? .max, ControlGroups.availableBytes(groups: read("/proc/self/cgroup")))
    }

    /// The memory that programs can allocate without swapping, in bytes; `nil` if the system
    /// doesn't report it.
    package static var availableMemory: Int? {
        read("/proc/meminfo").flatMap { number(after: "MemAvailable:", in: $0) }.map { $0 << 10 }
    }

    /// The number of bytes of address space that the process's limits leave.
    private static var availableAddresses: Int {
        let limits = [(__rlimit_resource_t(RLIMIT_AS.rawValue), 0), (__rlimit_resource_t(RLIMIT_DATA.rawValue), 5)]
        var least = Int.max
        var used: [Int]?
        for (resource, field) in limits {
            var limit = rlimit()
            guard getrlimit(resource, &limit) == 0, limit.rlim_cur < rlim_t(Int.max) else { continue }
            used = used ?? read("/proc/self/statm").map { $0.split(separator: " ").compactMap { Int($0) } }
            let pages = used.flatMap { field < $0.count ? $0[field] : nil } ?? 0
            least = min(least, max(0, Int(limit.rlim_cur) - pages * sysconf(Int32(_SC_PAGESIZE))))
        }
        return least
    }

    /// Returns the number that follows a word and spaces in a text, or `nil` if there is none.
    package static func number(after word: String, in text: String) -> Int? {
        for line in text.utf8.split(separator: UInt8(ascii: "\n")) where line.starts(with: word.utf8) {
            let rest = line.dropFirst(word.utf8.count).drop { $0 == UInt8(ascii: " ") }
            return Int(Substring(rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }))
        }
        return nil
    }

    /// Returns the beginning of a small file, such as a file in `/proc`.
    static func read(_ path: String) -> String? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        return withUnsafeTemporaryAllocation(byteCount: 8 << 10, alignment: 1) { buffer in
            SystemCall.readSome(descriptor, into: buffer).map { String(decoding: buffer[..<$0], as: UTF8.self) }
        }
    }
}

/// The control groups of a process, version 2 or 1, which may all have a memory limit.
package enum ControlGroups {
    /// Returns the number of bytes that the control groups leave free; `Int.max` without a limit.
    ///
    /// - Parameters:
    ///   - groups: the contents of `/proc/self/cgroup`.
    ///   - root: the mount point of control groups.
    package static func availableBytes(groups: String?, root: String = "/sys/fs/cgroup") -> Int {
        var least = Int.max
        for line in (groups ?? "").split(separator: "\n") {
            let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
            guard parts.count == 3 else { continue }
            if parts[0] == "0", parts[1].isEmpty {
                least = min(
                    least,
                    available(
                        in: root, group: parts[2], limit: "memory.max", usage: "memory.current", cache: "inactive_file")
                )
            } else if parts[1].split(separator: ",").contains("memory") {
                least = min(
                    least,
                    available(
                        in: root + "/memory", group: parts[2], limit: "memory.limit_in_bytes",
                        usage: "memory.usage_in_bytes", cache: "total_inactive_file"))
            }
        }
        return least
    }

    /// Returns the least memory that a group and its ancestors leave. In a container the group's
    /// own path may not exist, as the mount is its group.
    private static func available(
        in root: String, group: Substring, limit: String, usage: String, cache: String
    ) -> Int {
        var least = Int.max
        var group = group
        while true {
            while group.utf8.last == UInt8(ascii: "/") { group.removeLast() }
            let folder = root + group + "/"
            if let maximum = SystemLimits.read(folder + limit).flatMap({ Int($0.prefix { $0.isNumber }) }),
                // In version 1, a number near the maximum means that there is no limit.
                maximum < Int.max / 2,
                let used = SystemLimits.read(folder + usage).flatMap({ Int($0.prefix { $0.isNumber }) })
            {
                // The system frees inactive file pages before the limit takes effect.
                let cached = SystemLimits.read(folder + "memory.stat").flatMap {
                    SystemLimits.number(after: cache + " ", in: $0)
                }
                least = min(least, max(0, maximum - max(0, used - (cached ?? 0))))
            }
            guard let slash = group.lastIndex(of: "/") else { return least }
            group = group[..<slash]
        }
    }
}
