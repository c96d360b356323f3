// The functions here are described in automata_count.h.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

internal import Automata
internal import AutomataCounting
internal import AutomataFormats
public import CAutomata

/// An integer, with its limbs for C.
final class IntegerHandle: Handle, Sendable {
    static let kind: StaticString = "integer"

    let integer: BigInteger
    let limbs: StableArray<UInt64>

    init(_ integer: BigInteger) {
        self.integer = integer
        limbs = StableArray(integer.limbs.map(UInt64.init))
    }
}

final class IntegersHandle: Handle, Sendable {
    static let kind: StaticString = "list of integers"

    let items: [IntegerHandle]

    init(_ integers: [BigInteger]) {
        items = integers.map(IntegerHandle.init)
    }
}

@c @implementation
public func automata_integer_from_text(
    _ text: UnsafePointer<CChar>?, _ length: Int, _ budget: UnsafePointer<automata_budget>?,
    _ integer: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    make(integer, "integer", error) { () throws(CallError) in
        let bytes = try Argument.text(text, length, "text")
        let budget = try Budget(budget)
        let integer = try core { () throws(AutomataError) in
            do throws(LimitError) { return try BigInteger(decimal: bytes, budget: budget) } catch {
                throw AutomataError(error)
            }
        }
        guard let integer else {
            throw .reading(FormatError(inputName: nil, line: nil, column: nil, message: "expected decimal digits"))
        }
        return IntegerHandle(integer)
    }
}

@c @implementation
public func automata_integer_from_limbs(
    _ limbs: UnsafePointer<UInt64>?, _ count: Int, _ isNegative: Bool,
    _ integer: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    make(integer, "integer", error) { () throws(CallError) in
        let limbs = try Argument.array(limbs, count, "limbs")
        return IntegerHandle(BigInteger(limbs: limbs.map { UInt($0) }, isNegative: isNegative))
    }
}

@c @implementation
public func automata_integer_free(_ integer: OpaquePointer?) { IntegerHandle.free(integer) }

@c @implementation
public func automata_integer_limbs(_ integer: OpaquePointer?) -> automata_limbs {
    guard let limbs = IntegerHandle.from(integer)?.limbs else { return automata_limbs() }
    return automata_limbs(items: limbs.start, count: limbs.count)
}

@c @implementation
public func automata_integer_sign(_ integer: OpaquePointer?) -> Int32 {
    Int32(IntegerHandle.from(integer)?.integer.signum ?? 0)
}

@c @implementation
public func automata_integer_text(
    _ integer: OpaquePointer?, _ budget: UnsafePointer<automata_budget>?,
    _ text: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, _ length: UnsafeMutablePointer<Int>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    let result = ArrayResult(text, length)
    return call(error) { () throws(CallError) in
        let integer = try IntegerHandle.required(integer).integer
        try result.check("text", "length")
        let budget = try Budget(budget)
        try result.hand(
            out: try core { () throws(AutomataError) in
                do throws(LimitError) { return try integer.text(budget: budget) } catch { throw AutomataError(error) }
            })
    }
}

@c @implementation
public func automata_integer_double(_ integer: OpaquePointer?) -> Double {
    IntegerHandle.from(integer).map { Double($0.integer) } ?? 0
}

@c @implementation
public func automata_integers_free(_ integers: OpaquePointer?) { IntegersHandle.free(integers) }

@c @implementation
public func automata_integers_count(_ integers: OpaquePointer?) -> Int {
    IntegersHandle.from(integers)?.items.count ?? 0
}

@c @implementation
public func automata_integers_item(_ integers: OpaquePointer?, _ index: Int) -> OpaquePointer? {
    guard let items = IntegersHandle.from(integers)?.items, items.indices.contains(index) else { return nil }
    return items[index].lent()
}
