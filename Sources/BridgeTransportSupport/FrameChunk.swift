package import ComponentBridges

/// Frames that cross together, in memory of their own: space for a header, then each frame after
/// its length, in four bytes, the most significant first.
///
/// Many small frames cost the library below as much as one.
package struct FrameChunk: @unchecked Sendable {
    // Unchecked, because it has one owner at a time.
    package private(set) var bytes: UnsafeMutableRawPointer
    package private(set) var count: Int
    private var capacity: Int

    /// The maximum size of a chunk of several frames.
    static let sharedSize = 64 << 10

    init(headerSize: Int, capacity: Int) {
        self.capacity = max(capacity, 256)
        bytes = .allocate(byteCount: self.capacity, alignment: 16)
        count = headerSize
    }

    /// Adds a frame.
    mutating func append(_ frame: [UInt8]) {
        let size = count + 4 + frame.count
        if size > capacity {
            let larger = max(size, min(2 * capacity, Self.sharedSize))
            let moved = UnsafeMutableRawPointer.allocate(byteCount: larger, alignment: 16)
            moved.copyMemory(from: bytes, byteCount: count)
            bytes.deallocate()
            (bytes, capacity) = (moved, larger)
        }
        (bytes + count).storeBytes(of: UInt32(frame.count).bigEndian, as: UInt32.self)
        frame.withUnsafeBytes { source in
            if let base = source.baseAddress { (bytes + count + 4).copyMemory(from: base, byteCount: source.count) }
        }
        count = size
    }

    package var buffer: UnsafeMutableRawBufferPointer { .init(start: bytes, count: count) }

    package func deallocate() { bytes.deallocate() }

    /// Frees the memory of a chunk that a C library has taken.
    package static func deallocate(_ bytes: UnsafeMutableRawPointer) { bytes.deallocate() }

    /// Takes a chunk apart.
    ///
    /// - Parameters:
    ///   - bytes: The chunk without its header.
    ///   - limit: The maximum size of a frame.
    ///   - take: Takes the frames in order.
    /// - Returns: Whether the bytes are a chunk. If not, frames may have been taken before.
    package static func read(
        _ bytes: UnsafeRawBufferPointer, limit: Int, _ take: ([UInt8]) -> Void
    ) -> Bool {
        var offset = 0
        while offset < bytes.count {
            guard bytes.count - offset >= 4 else { return false }
            let size = Int(UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
            offset += 4
            guard size <= limit, size <= bytes.count - offset else { return false }
            take([UInt8](bytes[offset..<offset + size]))
            offset += size
        }
        return true
    }
}

/// The frames for one peer that wait for the library below.
package final class PeerQueue: @unchecked Sendable {
    // Unchecked, because the hub's lock guards what is private or set by it, and its thread the
    // rest.
    package let peer: BridgePeer
    /// The maximum frame that both ends take.
    let frameLimit: Int
    var byteCount = 0
    /// Whether somebody was told that there is no room.
    var owesRoom = false
    /// Whether the transport's thread knows that there are chunks.
    var isListed = false
    private var chunks: [FrameChunk] = []
    private var head = 0

    /// Whether the library takes no more at the moment.
    package var isBlocked = false
    /// Whether something has come since the last beat.
    package var isHeard = true
    /// Whether something was sent since the last beat.
    package var hasSpoken = false
    /// The number of beats in which nothing has come.
    package var silentBeats = 0

    init(_ peer: BridgePeer, frameLimit: Int) { (self.peer, self.frameLimit) = (peer, frameLimit) }

    deinit { clear() }

    func append(_ frame: [UInt8], headerSize: Int, chunkLimit: Int) {
        let size = frame.count + 4
        if chunks.count == head || chunks[chunks.count - 1].count + size > chunkLimit {
            chunks.append(FrameChunk(headerSize: headerSize, capacity: headerSize + size))
        }
        chunks[chunks.count - 1].append(frame)
        byteCount += size
    }

    func popFirst(headerSize: Int) -> FrameChunk? {
        guard head < chunks.count else { return nil }
        let chunk = chunks[head]
        head += 1
        if head == chunks.count {
            chunks.removeAll(keepingCapacity: true)
            head = 0
        } else if head >= 64 {
            chunks.removeFirst(head)
            head = 0
        }
        byteCount -= chunk.count - headerSize
        return chunk
    }

    func putBack(_ chunk: FrameChunk, headerSize: Int) {
        if head > 0 {
            head -= 1
            chunks[head] = chunk
        } else {
            chunks.insert(chunk, at: 0)
        }
        byteCount += chunk.count - headerSize
    }

    func clear() {
        for chunk in chunks[head...] { chunk.deallocate() }
        (chunks, head, byteCount) = ([], 0, 0)
    }
}
