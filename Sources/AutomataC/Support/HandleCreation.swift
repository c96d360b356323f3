internal import CAutomata

/// Makes a handle for C within a call; writes NULL if the function returns `nil`.
func make<Made: Handle>(
    _ result: UnsafeMutablePointer<OpaquePointer?>?, _ name: StaticString,
    _ error: UnsafeMutablePointer<automata_error>?, _ body: () throws(CallError) -> Made?
) -> automata_status {
    result?.initialize(to: nil)
    return call(error) { () throws(CallError) in
        let result = try required(result, name)
        // Also for small objects: a program that keeps many of them must not use up the reserve.
        try MemoryReservation.reserveMemory(0)
        if let made = try body() { result.initialize(to: made.retainedPointer()) }
    }
}
