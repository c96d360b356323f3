internal import CAutomata

/// The place for a handle that a function makes, and the call that makes it; none is made for
/// `nil`.
func make<Made: Handle>(
    _ result: UnsafeMutablePointer<OpaquePointer?>?, _ name: StaticString,
    _ error: UnsafeMutablePointer<automata_error>?, _ body: () throws(CallError) -> Made?
) -> automata_status {
    result?.initialize(to: nil)
    return call(error) { () throws(CallError) in
        let result = try required(result, name)
        if let made = try body() { result.initialize(to: made.handedOut()) }
    }
}
