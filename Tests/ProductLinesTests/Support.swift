import ProductLines
import Testing
import WorkLimits

/// Returns the findings of what must fail, as `name:line:column: message; remedy`.
func findings(_ work: () throws -> Void) -> [String] {
    do { try work() } catch let error as ProductLineError { return error.findings.map(\.description) } catch {}
    Issue.record("no ProductLineError was thrown")
    return []
}

/// A type for each digit, of which `Four` makes ten thousand.
protocol Digit: Sendable {
    static var digit: Int { get }
}
struct D0: Digit { static let digit = 0 }
struct D1: Digit { static let digit = 1 }
struct D2: Digit { static let digit = 2 }
struct D3: Digit { static let digit = 3 }
struct D4: Digit { static let digit = 4 }
struct D5: Digit { static let digit = 5 }
struct D6: Digit { static let digit = 6 }
struct D7: Digit { static let digit = 7 }
struct D8: Digit { static let digit = 8 }
struct D9: Digit { static let digit = 9 }

let digits: [any Digit] = [D0(), D1(), D2(), D3(), D4(), D5(), D6(), D7(), D8(), D9()]

/// A module with a number, which requires the one with the next number.
struct Four<A: Digit, B: Digit, C: Digit, D: Digit>: Module {
    static var number: Int { A.digit * 1000 + B.digit * 100 + C.digit * 10 + D.digit }
    static var requirements: [String] { ["m\((number + 1) % 10_000)"] }
}

/// Returns one of ten thousand types.
func numberedType(_ number: Int) -> any Module.Type { digits[number / 1000 % 10].type(number) }

// A digit each.
extension Digit {
    fileprivate func type(_ number: Int) -> any Module.Type { digits[number / 100 % 10].type(self, number) }

    fileprivate func type<A: Digit>(_ a: A, _ number: Int) -> any Module.Type {
        digits[number / 10 % 10].type(a, self, number)
    }

    fileprivate func type<A: Digit, B: Digit>(_ a: A, _ b: B, _ number: Int) -> any Module.Type {
        digits[number % 10].type(a, b, self)
    }

    fileprivate func type<A: Digit, B: Digit, C: Digit>(_ a: A, _ b: B, _ c: C) -> any Module.Type {
        Four<A, B, C, Self>.self
    }
}

extension RandomNumberGenerator {
    mutating func draw(_ range: Range<Int>) -> Int { Int.random(in: range, using: &self) }
    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[draw(0..<elements.count)] }
}
