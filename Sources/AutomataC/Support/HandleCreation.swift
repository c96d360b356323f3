internal import CAutomata

/// Makes a handle for C within a call; writes NULL if the function returns `nil`.
func make<Made: Handle>(
    _ result: UnsafeMutablePointer<OpaquePointer?>?, _ name: StaticString,
    _ error: UnsafeMutablePointer<automata_error>?, _ body: () throws(CallError) -> Made?
) -> automata_status {
    result?.initialize(to: nil)
    return call(error) { () throws(CallError) in
        let result = try required(result, name)
        if let made = try body() { result.initialize(to: made.retainedPointer()) }
    }
}
