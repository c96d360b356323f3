internal import AlgorithmSupport

/// The contents of mailboxes, each once, by number; 0 is the empty one.
struct Mailboxes: ~Copyable {
    private var messages = ScratchBuffer<Int32>()
    private var starts = ScratchBuffer<Int>()
    private var lengths = ScratchBuffer<Int32>()
    /// The number of the mailbox without its first message; 0 for an unknown one of two or more.
    private var tails = ScratchBuffer<UInt32>()
    private var numbers: [[Int32]: UInt32] = [[]: 0]
    /// The mailbox with a further message, by both.
    private var appended: [UInt64: UInt32] = [:]

    init() {
        starts.append(0)
        lengths.append(0)
        tails.append(0)
    }

    var count: Int { lengths.count }
    var byteCount: Int { messages.byteCount + 160 * count + 24 * appended.count }

    @inline(__always) func length(_ mailbox: UInt32) -> Int { Int(lengths[Int(mailbox)]) }
    @inline(__always) func first(_ mailbox: UInt32) -> Int32 { messages[starts[Int(mailbox)]] }

    func contents(_ mailbox: UInt32) -> [Int32] {
        (0..<length(mailbox)).map { messages[starts[Int(mailbox)] + $0] }
    }

    mutating func number(of contents: [Int32]) -> UInt32 {
        if let known = numbers[contents] { return known }
        let number = UInt32(count)
        numbers[contents] = number
        starts.append(messages.count)
        messages.append(contentsOf: contents)
        lengths.append(Int32(contents.count))
        tails.append(0)
        return number
    }

    mutating func appending(_ message: Int32, to mailbox: UInt32) -> UInt32 {
        let key = UInt64(mailbox) << 32 | UInt64(UInt32(message))
        if let known = appended[key] { return known }
        let number = number(of: contents(mailbox) + [message])
        appended[key] = number
        return number
    }

    mutating func droppingFirst(_ mailbox: UInt32) -> UInt32 {
        let known = tails[Int(mailbox)]
        if known > 0 || length(mailbox) <= 1 { return known }
        let number = number(of: Array(contents(mailbox).dropFirst()))
        tails[Int(mailbox)] = number
        return number
    }
}
