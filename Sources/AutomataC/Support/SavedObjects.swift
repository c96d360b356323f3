internal import CAutomata
internal import CompiledObjects

/// Hands out the bytes of a saved object.
func save(
    _ bytes: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?, _ size: UnsafeMutablePointer<Int>?,
    _ error: UnsafeMutablePointer<automata_error>?, _ body: () throws(CallError) -> [UInt8]
) -> automata_status {
    let result = ArrayResult(bytes, size)
    return call(error) { () throws(CallError) in
        let saved = try body()
        try result.check("bytes", "size")
        try result.hand(out: saved)
    }
}

/// Makes an object from saved bytes. Loading can't end with an error halfway, so memory for the
/// object and its checks is secured first.
///
/// - Parameter copyCount: The memory for the object and half of the work, as a multiple of the
///   bytes.
func load<Object>(
    _ bytes: UnsafeRawPointer?, _ size: Int, copyCount: Int = 1, _ make: (RawSpan) throws(CompiledObjectError) -> Object
) throws(CallError) -> Object {
    let bytes = try Argument.bytes(bytes, size, "bytes")
    try MemoryReservation.reserveMemory(copyCount * min(bytes.count, Int.max / copyCount))
    do { return try make(bytes.bytes) } catch { throw .loading(error) }
}
