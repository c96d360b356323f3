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

/// Makes an object of saved bytes. Loading can't end with an error halfway, so memory is secured
/// for the object and its checks before.
///
/// - Parameter copyCount: The number of copies of the bytes that the object and half of the work
///   take.
func load<Object>(
    _ bytes: UnsafeRawPointer?, _ size: Int, copyCount: Int = 1, _ make: (RawSpan) throws(CompiledObjectError) -> Object
) throws(CallError) -> Object {
    let bytes = try Argument.bytes(bytes, size, "bytes")
    try MemoryReservation.reserveMemory(copyCount * min(bytes.count, Int.max / copyCount))
    do { return try make(bytes.bytes) } catch { throw .loading(error) }
}
