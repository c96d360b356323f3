import AlgorithmSupport
import Statecharts
import TestSupport
import Testing
import WorkLimits

/// Some variables and states.
private struct Environment: ExpressionEnvironment {
    var variables: [String: Value] = [
        "x": .number(3), "name": .text("Ada"), "list": .list([.number(1), .number(2)]), "nothing": .null,
        "on": .boolean(true), "_event": .record(["name": .text("go"), "data": .record(["a b": .number(7)])]),
        "größe": .number(1.5), "$": .number(1), "empty": .list([]),
    ]

    func value(of variable: String) -> Value? { variables[variable] }
    func isActive(_ state: String) -> Bool? { ["a": true, "b": false][state] }
}

@Suite struct ExpressionTests {
    @Test(
        arguments: [
            ("1", .number(1)), (" -2.5e1 ", .number(-25)), (#"'it\'s'"#, .text("it's")),
            (#""\u00e9\n""#, .text("é\n")), ("null", .null), ("true", .boolean(true)),
            (
                "[1, 'a', []]",
                .list([
                    .number(1), .text("a"), .list([]),
                ])
            ), ("{a: 1, 'b c': [null]}", .record(["a": .number(1), "b c": .list([.null])])), ("{}", .record([:])),
            ("1 + 2 * 3", .number(7)), ("(1 + 2) * 3", .number(9)), ("7 - 2 - 1", .number(4)),
            ("8 / 4 / 2", .number(1)),
            ("-7 % 3", .number(-1)), ("1 - -1", .number(2)), ("-(x)", .number(-3)), ("--x", .number(3)),
            ("1 < 2 == true", .boolean(true)), ("x >= 3 && x <= 3", .boolean(true)), ("!on || on", .boolean(true)),
            ("true || missing", .boolean(true)), ("false && missing", .boolean(false)),
            ("true || false && false", .boolean(true)), ("'a' + 1", .text("a1")), ("0.5 + 'a'", .text("0.5a")),
            ("'' + 1e20", .text("1e+20")), ("list + [3]", .list([.number(1), .number(2), .number(3)])),
            ("list == [1, 2]", .boolean(true)), ("{a: 1} == {a: 1.0}", .boolean(true)),
            ("{a: 1} != {b: 1}", .boolean(true)),
            ("'1' == 1", .boolean(false)), ("null == nothing", .boolean(true)), ("'é' == 'e\u{301}'", .boolean(false)),
            ("'Z' < 'a'", .boolean(true)), ("'a' < 'ab'", .boolean(true)), ("'ä' > 'z'", .boolean(true)),
            ("list[0]", .number(1)), ("list[x - 2]", .number(2)), ("[list][0][1]", .number(2)),
            ("_event.name", .text("go")), ("_event . data['a b']", .number(7)), ("größe", .number(1.5)),
            ("$", .number(1)),
            ("In('a')", .boolean(true)), ("In ( 'b' )", .boolean(false)), ("!In('b') && In('a')", .boolean(true)),
            ("length('añb') + length(list)", .number(5)), ("startsWith(name, 'A')", .boolean(true)),
            ("startsWith('A', name)", .boolean(false)), ("defined(x)", .boolean(true)), ("defined(y)", .boolean(false)),
            ("defined(nothing)", .boolean(false)), ("defined(_event.data.x)", .boolean(false)),
        ] as [(String, Value)])
    func hasValue(text: String, value: Value) throws {
        #expect(try Expression(parsing: text).value(in: Environment()) == value)
    }

    @Test(arguments: [
        ("", "column 1: expected a value, a name, '(', '[', '!' or '-', found the end of the line"),
        ("1 +", "column 4: expected a value, a name, '(', '[', '!' or '-', found the end of the line"),
        ("a == == b", "column 6: expected a value, a name, '(', '[', '!' or '-', found '=='"),
        ("a = 3", "column 3: expected an operator, found '='"), ("a b", "column 3: expected an operator, found 'b'"),
        ("a & b", "column 3: expected an operator, found '&'"), ("1)", "column 2: expected an operator, found ')'"),
        ("(1", "column 3: expected an operator or ')', found the end of the line"),
        ("[1 2]", "column 4: expected an operator, ',' or ']', found '2]'"),
        ("[1,]", "column 4: expected a value, a name, '(', '[', '!' or '-', found ']'"),
        ("a[1", "column 4: expected an operator or ']', found the end of the line"),
        ("a.1", "column 3: expected the name of a member, found '1'"),
        ("'abc", "column 5: expected a closing ''', found the end of the line"),
        (#"'\x'"#, "column 2: expected an escape of JSON, such as \\n or \\u0041, found '\\x''"),
        ("01", "column 1: expected a number without leading zeros, found '01'"),
        ("1.", "column 3: expected a digit after the point of a number, found the end of the line"),
        (".5", "column 1: expected a value, a name, '(', '[', '!' or '-', found '.5'"),
        ("1e999", "column 1: the number is too large"), ("x > 1e999", "column 5: the number is too large"),
        ("f(1)", "column 1: expected a function (In, length, startsWith, defined), found 'f'"),
        ("1 + In()", "column 5: expected one value in the parentheses of 'In', found 0"),
        ("startsWith(a)", "column 1: expected 2 values in the parentheses of 'startsWith', found 1"),
        ("{a: b}", "column 5: expected a constant as the value of a member"),
        ("{a 1}", "column 4: expected ':' after the name of a member, found '1}'"),
        ("{1: 1}", "column 2: expected the name of a member, found '1:'"),
        ("a == 'é' #", "column 11: expected an operator, found '#'"),
    ])
    func isNoExpression(text: String, message: String) {
        #expect { try Expression(parsing: text) } throws: { "\($0)" == message }
    }

    @Test(arguments: [
        ("y", "the variable 'y' has no value"), ("1 / 0", "1 can't be divided by zero"),
        ("x % (3 - x)", "3 can't be divided by zero"), ("1e308 * 10", "the result of '*' is too large"),
        ("1 && true", "'&&' needs true or false, not a number"),
        ("false || 'a'", "'||' needs true or false, not a text"), ("!x", "'!' needs true or false, not a number"),
        ("-name", "'-' needs a number, not a text"), ("name - 1", "'-' needs two numbers, not a text and a number"),
        ("1 < 'a'", "'<' compares two numbers or two texts, not a number and a text"),
        ("'a' >= null", "'>=' compares two numbers or two texts, not a text and null"),
        (
            "on + 1",
            "'+' adds two numbers, and joins texts with texts or numbers and lists with lists, not a truth value and "
                + "a number"
        ),
        ("list[2]", "the list has no element 2; its elements are 0 to 1"),
        ("list[0.5]", "the list has no element 0.5; its elements are 0 to 1"),
        ("empty[-1]", "the list has no element -1; it is empty"),
        ("name[0]", "[…] needs a list and a number, or a record and a text, not a text and a number"),
        ("_event.x", "the record has no member 'x'"), ("x.y", "a number has no member 'y'; only records have members"),
        ("In('c')", "unknown state 'c'"), ("In(1)", "In(…) needs the name of a state, not a number"),
        ("length(1)", "length(…) needs a text or a list, not a number"),
        ("startsWith('a', 1)", "startsWith(…) needs two texts, not a text and a number"),
    ])
    func hasNoValue(text: String, message: String) throws {
        let expression = try Expression(parsing: text)
        #expect { try expression.value(in: Environment()) } throws: { "\($0)" == message }
    }

    @Test func conditionsAreTrueOrFalse() throws {
        #expect(try Expression(parsing: "x > 2").isTrue(in: Environment()))
        #expect { try Expression(parsing: "x").isTrue(in: Environment()) } throws: {
            "\($0)" == "a condition must be true or false, not a number"
        }
    }

    @Test(arguments: [
        ("((a))+(b*c)", "a + b * c"), ("(a+b)*c", "(a + b) * c"), ("a-(b-c)", "a - (b - c)"), ("(a-b)-c", "a - b - c"),
        ("!(a&&b)", "!(a && b)"), ("-(1)", "-(1)"), ("- 1", "-(1)"), ("-1", "-1"), ("-(1[0])", "-(1[0])"),
        ("(-a)[0]", "(-a)[0]"), ("(1).x", "(1).x"), ("(a.b).c[ 1 ]", "a.b.c[1]"), ("\"a'\"", #"'a\''"#),
        ("{'b':1,a:2,'':3}", "{'': 3, a: 2, b: 1}"), ("In(\"s\")", "In('s')"), ("(!a)==b", "!a == b"),
        ("a||(b&&c)", "a || b && c"), ("[ 1,2 ]", "[1, 2]"), ("--1", "--1"),
    ])
    func isWrittenWithFewParentheses(text: String, short: String) throws {
        let expression = try Expression(parsing: text)
        #expect(expression.description == short)
        #expect(try Expression(parsing: short) == expression)
    }

    @Test func randomExpressionsAreParsedAsTheyAreWritten() throws {
        var random = RandomExpression(seed: 1)
        for _ in 0..<5_000 {
            let expression = random.expression(depth: 6)
            #expect(try Expression(parsing: "\(expression)") == expression)
        }
    }

    /// `a || b && c` and the like, in every order of two operators.
    @Test func precedenceIsThatOfC() throws {
        let operators = Expression.BinaryOperator.allCases
        let ranks = ["||", "&&", "== !=", "< <= > >=", "+ -", "* / %"].map { $0.split(separator: " ").map(String.init) }
        for first in operators {
            for second in operators {
                let rank = { (one: Expression.BinaryOperator) in ranks.firstIndex { $0.contains(one.rawValue) } ?? 0 }
                let (a, b, c) = (Expression.variable("a"), Expression.variable("b"), Expression.variable("c"))
                let expected: Expression =
                    rank(first) >= rank(second)
                    ? .binary(second, .binary(first, a, b), c) : .binary(first, a, .binary(second, b, c))
                #expect(try Expression(parsing: "a\(first.rawValue)b\(second.rawValue)c") == expected)
            }
        }
    }

    @Test func whatHasNoTextIsNotParsed() {
        let expressions: [Expression] = [
            .literal(.number(.infinity)), .literal(.list([.number(.nan)])), .variable("a b"), .variable("true"),
            .variable(""), .call(.length, []), .binary(.plus, .variable("inf + 1"), .variable("x")),
        ]
        for expression in expressions {
            #expect(throws: ExpressionError.self) { try Expression(parsing: "\(expression)") }
        }
    }

    /// The sign of what isn't a number tells the processor, and nothing else.
    @Test func whatIsNoNumberHasNoSign() {
        #expect("\(Value.number(.nan)) \(Value.number(-.nan))" == "`nan` `nan`")
        #expect("\(Value.number(-.infinity))" == "`-inf`")
    }
}

@Suite struct ExpressionBoundsTests {
    @Test(arguments: [
        ("(", ")"), ("[", "]"), ("!", ""), ("-", ""), ("a[", "]"), ("In(", ")"), ("1 + (", ")"), ("x.", ""),
    ])
    func depthIsBounded(opening: String, closing: String) throws {
        func text(_ count: Int) -> String {
            String(repeating: opening, count: count) + "a" + String(repeating: closing, count: count)
        }
        let isNested = opening != "x."
        let deepest = try Expression(parsing: text(isNested ? 32 : 63))
        #expect(try Expression(parsing: "\(deepest)") == deepest)
        for count in [isNested ? 33 : 65, 100_000] {
            #expect { try Expression(parsing: text(count)) } throws: {
                "\($0)".contains(isNested ? "more than 32 nested brackets" : "more than 64 levels")
            }
        }
    }

    /// The grouping of sums makes a difference, as numbers are rounded.
    @Test func chainsOfArithmeticAreBounded() throws {
        let longest = try Expression(parsing: "a" + String(repeating: " + a", count: 63))
        #expect(try Expression(parsing: "\(longest)") == longest)
        #expect(throws: ExpressionError.self) { try Expression(parsing: "a" + String(repeating: " + a", count: 64)) }
        #expect(throws: ExpressionError.self) { try Expression(parsing: String(repeating: "a +", count: 100_000)) }
    }

    @Test(arguments: ["&&", "||"], [64, 65, 1000, 100_000]) func logicalChainsHaveAnyLength(
        sign: String, count: Int
    ) throws {
        // The last operand decides, and the one behind the deciding one isn't evaluated.
        let isAnd = sign == "&&"
        let operands = Array(repeating: "\(isAnd)", count: count - 2) + ["\(!isAnd)", "1"]
        let chain = try Expression(parsing: operands.joined(separator: " \(sign) "))
        #expect(try chain.value(in: Environment()) == .boolean(!isAnd))
        #expect(try Expression(parsing: "\(chain)") == chain)
    }

    /// Expressions of programs may be deeper than those that are parsed.
    @Test func evaluationIsBounded() {
        var expression = Expression.literal(.boolean(true))
        for _ in 0..<10_000 { expression = .unary(.not, expression) }
        #expect(throws: ExpressionError.self) { try expression.value(in: Environment()) }
        #expect(throws: ExpressionError.self) { try Expression(parsing: "\(expression)") }
    }

    /// Charts can repeat `x = x + x`.
    @Test(arguments: ["x + x", "[x, x]", "[x]"], [Value.text("a"), .list([.number(1)])])
    func valuesAreBounded(step: String, start: Value) throws {
        let expression = try Expression(parsing: step)
        var environment = Environment()
        environment.variables["x"] = start
        #expect(throws: ExpressionError.self) {
            for _ in 0..<100 { environment.variables["x"] = try expression.value(in: environment) }
        }
    }

    @Test func anyBytesAreRefusedOrRead() {
        var random = SplitMix64(seed: UInt64(TestScope.mutationSeed))
        let letters = Array("ab1.'\"[](){},:!-+*/%&|=<> In\\u0é".utf8)
        for round in 0..<100_000 {
            let count = Int(random.next() % 24)
            let bytes = (0..<count).map { _ in
                round % 2 == 0
                    ? UInt8(truncatingIfNeeded: random.next()) : letters[Int(random.next() % UInt64(letters.count))]
            }
            check(String(decoding: bytes, as: UTF8.self))
        }
    }

    @Test func damagedExpressionsAreRefusedOrRead() {
        var random = RandomExpression(seed: UInt64(TestScope.mutationSeed))
        for _ in 0..<30 * TestScope.mutationCount {
            var bytes = Array("\(random.expression(depth: 5))".utf8)
            for _ in 0...random.below(2) where !bytes.isEmpty {
                let place = random.below(bytes.count)
                switch random.below(3) {
                case 0: bytes.remove(at: place)
                case 1: bytes.insert(bytes[random.below(bytes.count)], at: place)
                default: bytes[place] = UInt8(random.below(256))
                }
            }
            check(String(decoding: bytes, as: UTF8.self))
        }
    }

    private func check(_ text: String) {
        do throws(ExpressionError) {
            let expression = try Expression(parsing: text)
            _ = try? expression.value(in: Environment())
            #expect((try? Expression(parsing: "\(expression)")) == expression)
        } catch {
            #expect(0...text.utf8.count ~= error.offset ?? -1)
        }
    }
}

/// Expressions as the parser makes them, drawn from a seed.
struct RandomExpression {
    private var random: SplitMix64

    init(seed: UInt64) { random = SplitMix64(seed: seed) }

    mutating func below(_ bound: Int) -> Int { Int(random.next() % UInt64(bound)) }

    mutating func expression(depth: Int) -> Expression {
        guard depth > 1, below(5) > 0 else { return leaf() }
        func part() -> Expression { expression(depth: depth - 1) }
        switch below(9) {
        case 0: return .list((0..<below(4)).map { _ in part() })
        case 1: return .member(part(), ["name", "$1", "true", "é"][below(4)])
        case 2: return .element(part(), part())
        case 3: return .unary(Expression.UnaryOperator.allCases[below(2)], part())
        case 4: return .isActive(part())
        case 5:
            let function = Expression.Function.allCases[below(3)]
            return .call(function, (0..<(function == .startsWith ? 2 : 1)).map { _ in part() })
        default:
            let operators = Expression.BinaryOperator.allCases
            return .binary(operators[below(operators.count)], part(), part())
        }
    }

    private mutating func leaf() -> Expression {
        switch below(7) {
        case 0: .literal(.number([0, 1, -1, 0.1, -2.5, 1e20, 1e-7, -1e300, 123_456_789][below(9)]))
        case 1: .literal(.number(Double(bitPattern: random.next()).isFinite ? 0.25 : 0.5))
        case 2: .literal(.text(["", "a", "it's", "\"\\\n\t\u{1}\u{7F}", "größe", "👩‍👩‍👧"][below(6)]))
        case 3: .literal([.null, .boolean(true), .boolean(false)][below(3)])
        case 4: .literal(.record(["a": .number(-1), "b c": .list([.text("'"), .record([:])])]))
        default: .variable(["a", "_event", "x1", "In", "größe", "length"][below(6)])
        }
    }
}

@Suite struct DelayTests {
    @Test(
        arguments: [
            ("1s", .seconds(1)), ("1.5s", .milliseconds(1500)), ("250ms", .milliseconds(250)),
            (".5s", .milliseconds(500)),
            ("0.25ms", .microseconds(250)), ("0s", .zero),
            (
                "1.000000000000000001s",
                Duration(
                    secondsComponent: 1, attosecondsComponent: 1)
            ), ("61000ms", .seconds(61)), ("", nil), ("s", nil), ("1", nil),
            ("1.s", nil), ("-1s", nil), ("1 s", nil), ("1m", nil), ("1.5.5s", nil), ("1e3s", nil), (".s", nil),
            ("ms", nil),
            ("1000000000000000s", nil), ("0.0000000000000000001s", nil),
            ("999999999999999s", .seconds(999_999_999_999_999)),
        ] as [(String, Duration?)])
    func isRead(text: String, delay: Duration?) {
        #expect(Duration(delay: text) == delay)
        if let delay { #expect(Duration(delay: delay.delay) == delay) }
    }

    @Test(arguments: [(1500, "1.5s"), (250, "250ms"), (0, "0s"), (60_000, "60s"), (-20, "-20ms"), (1, "1ms")])
    func isWritten(milliseconds: Int, text: String) {
        #expect(Duration.milliseconds(milliseconds).delay == text)
    }
}
