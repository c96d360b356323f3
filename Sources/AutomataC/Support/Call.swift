internal import CAutomata
internal import MemoryReserve

/// Runs the body of an exported function, and reports its error by status and message.
func call(
    _ error: UnsafeMutablePointer<automata_error>?, _ body: () throws(CallError) -> Void
) -> automata_status {
    memory_call_begin()
    defer { memory_call_end() }
    do {
        try body()
        error?.clear()
        return AUTOMATA_OK
    } catch let failure {
        error?.write(failure)
        return failure.status
    }
}

extension UnsafeMutablePointer<automata_error> {
    // Member by member: the struct may not have been initialized.
    func clear() {
        write(AUTOMATA_OK, line: 0, column: 0, position: nil)
        message[0] = 0
    }

    fileprivate func write(_ failure: CallError) {
        let textPosition = failure.textPosition
        write(failure.status, line: textPosition.line, column: textPosition.column, position: failure.position)
        write(message: failure.message)
    }

    private func write(_ status: automata_status, line: Int, column: Int, position: Int?) {
        pointer(to: \.status)?.initialize(to: status)
        pointer(to: \.reserved)?.initialize(to: 0)
        pointer(to: \.reserved_values)?.initialize(to: (0, 0, 0, 0))
        pointer(to: \.line)?.initialize(to: UInt64(line))
        pointer(to: \.column)?.initialize(to: UInt64(column))
        // AUTOMATA_NO_POSITION, which is SIZE_MAX, is -1 here.
        pointer(to: \.position)?.initialize(to: position ?? -1)
    }

    /// The message's bytes.
    private var message: UnsafeMutableBufferPointer<UInt8> {
        let start = pointer(to: \.message).map { UnsafeMutableRawPointer($0).assumingMemoryBound(to: UInt8.self) }
        return UnsafeMutableBufferPointer(start: start, count: start == nil ? 0 : Int(AUTOMATA_ERROR_MESSAGE_SIZE))
    }

    /// Writes the message; a long one is cut between two characters.
    private func write(message text: String) {
        let message = message
        var text = text
        text.withUTF8 { text in
            let capacity = message.count - 1
            var count = text.count
            var ending: [UInt8] = [0]
            if count > capacity {
                ending = Array("…".utf8) + [0]
                count = capacity - ending.count + 1
                while count > 0, text[count] & 0xC0 == 0x80 { count -= 1 }
            }
            for index in 0..<count { message[index] = text[index] == 0 ? UInt8(ascii: " ") : text[index] }
            for index in ending.indices { message[count + index] = ending[index] }
        }
    }
}

/// Returns the place for a result, which must not be NULL.
func required<Value>(
    _ pointer: UnsafeMutablePointer<Value>?, _ name: StaticString
) throws(CallError) -> UnsafeMutablePointer<Value> {
    guard let pointer else {
        throw .invalidArgument("'\(name)' is NULL; pass the address of a variable for the result")
    }
    return pointer
}
