import AlgorithmSupport
import ProductLines
import Testing

@Suite struct StyleTests {
    private func sheet(_ text: String) throws(ProductLineError) -> Stylesheet {
        try Stylesheet(SourceText(text, name: "s"))
    }

    @Test func variablesAreReplaced() throws {
        let sheet = try sheet(
            #"""
            {"Label": {"color": "$headline", "price": "$$5", "sizes": [1, "$size"], "all": "$list"},
             "Variables": {"headline": "$tint", "tint": "#336699", "size": 12, "list": ["$size", "$tint"]}}
            """#)
        #expect(
            sheet.style(of: ["Label"]) == [
                "color": .text("#336699"), "price": .text("$5"), "sizes": .list([.whole(1), .whole(12)]),
                "all": .list([.whole(12), .text("#336699")]),
            ])
        #expect(sheet.variable("headline") == .text("#336699"))
        #expect(sheet.variable("none") == nil)
    }

    @Test func everythingWrongIsToldAtOnce() throws {
        let text = #"""
            {"Variables": {"myTintColor": "#fff", "a": "$b", "b": ["$c"], "c": "$a", "l": [1]},
             "Bar": {"tint": "$myTintColmyTintColor", "x": "$myTintColr", "y": "$a", "z": ["$l", "$"]},
             "size": 5}
            """#
        #expect(
            findings { _ = try sheet(text) } == [
                "s:1:44: dependency cycle of length 3: '$a' → '$b' → '$c' → '$a'; remove one of these links",
                "s:2:18: unknown variable '$myTintColmyTintColor'; define it in Variables",
                "s:2:48: unknown variable '$myTintColr'; did you mean '$myTintColor'?",
                "s:2:80: the variable 'l' is a list within a list; refer to variables with single values",
                "s:2:86: unknown variable '$'; define it in Variables",
                "s:3:2: the property 'size' is outside of a selector; move it into a selector",
            ])
        #expect(
            findings { _ = try sheet(#"{"Variables": {"a": {"b": 1}}}"#) } == [
                "s:1:16: the variable 'a' is an object; give it a value"
            ])
        #expect(
            findings { _ = try sheet(#"{"A": {"Variables": {"a": 1}, "p": "$none"}}"#) } == [
                "s:1:8: variables are defined in a selector; move them to Variables at the top level",
                "s:1:36: unknown variable '$none'; define it in Variables",
            ])
        let nested = #"{"Variables": {"a": {"b": {"c": 1}, "d": "$e"}}, "x": 5, "A": {"p": "$a", "q": "$none"}}"#
        #expect(
            findings { _ = try sheet(nested) } == [
                "s:1:16: the variable 'a' is an object; give it a value",
                "s:1:50: the property 'x' is outside of a selector; move it into a selector",
                "s:1:80: unknown variable '$none'; define it in Variables",
            ])
    }

    @Test func mostSpecificRulesWin() throws {
        let sheet = try sheet(
            #"""
            {"Label": {"size": 1, "font": "x"},
             "Cell": {"height": 44, "Label": {"size": 2}},
             "Table": {"Label": {"size": 3}, "Cell": {"Label": {"size": 4}}}}
            """#)
        func size(_ path: String...) -> SettingValue? { sheet.style(of: path)["size"] }
        #expect(size("Label") == .whole(1))
        #expect(size("Cell", "Stack", "Label") == .whole(2))
        #expect(size("Table", "Label") == .whole(3))
        #expect(size("Table", "Cell", "Label") == .whole(4))
        // The closer container wins.
        #expect(size("Cell", "Table", "Label") == .whole(3))
        #expect(size("Cell") == nil && size() == nil && size("Button") == nil)
        #expect(sheet.style(of: ["Table", "Cell", "Label"])["font"] == .text("x"))
    }

    @Test func sheetsAreWritten() throws {
        let text = #"""
            {
              "Variables": {
                "tint": "#336699"
              },
              "Cell": {
                "height": 44.0,
                "Label": {
                  "color": "$tint",
                  "Icon": {}
                },
                "Button": {
                  "on": true
                }
              },
              "Empty": {}
            }

            """#
        let sheet = try sheet(text)
        #expect(String(decoding: sheet.bytes(), as: UTF8.self) == text)
        #expect(String(decoding: try self.sheet("{}").bytes(), as: UTF8.self) == "{}\n")
    }

    @Test func longChainsAndCyclesOfVariables() throws {
        func text(_ last: String) -> String {
            let variables = (0..<10_000).map { "\"v\($0)\": \($0 == 9_999 ? last : "\"$v\($0 + 1)\"")" }
            return "{\"Variables\": {\(variables.joined(separator: ","))}}"
        }
        #expect(try sheet(text("5")).variable("v0") == .whole(5))
        #expect(
            findings { _ = try sheet(text("\"$v0\"")) } == [
                "s:1:22: dependency cycle of length 10000: '$v0' → '$v1' → '$v2' → '$v3' → '$v4' → … → '$v0'; remove one of these links"
            ])
    }

    /// Comparing sheets takes no longer than their texts, however long the values that they share.
    @Test func sheetsAreEqualIfTheirTextsAre() throws {
        let list = Array(repeating: "1", count: 40_000).joined(separator: ",")
        func text(_ last: String) -> String {
            let uses = (0..<40_000).map { "\"p\($0)\":\"$l\"" }.joined(separator: ",")
            return "{\"Variables\":{\"l\":[\(list),\(last)]},\"A\":{\(uses)}}"
        }
        let (first, second) = (try sheet(text("1")), try sheet(text("1")))
        #expect(first == second && first.hashValue == second.hashValue)
        #expect(try first != sheet(text("2")))
    }

    /// Styles agree with a search over all ways to embed a rule in a path, and sheets that are
    /// written are read back.
    @Test func randomSheetsAgreeWithBruteForce() throws {
        var random = SplitMix64(seed: 4)
        let names = ["A", "B", "C"]
        for _ in 0..<300 {
            var rules: [(chain: [String], value: Int)] = []
            func object(_ chain: [String]) -> String {
                var members: [String] = []
                if !chain.isEmpty, random.draw(0..<3) > 0 {
                    rules.append((chain, rules.count))
                    members.append("\"p\": \(rules.count - 1)")
                }
                for name in names where chain.count < 3 && random.draw(0..<2) == 0 {
                    members.append("\"\(name)\": \(object(chain + [name]))")
                }
                return "{\(members.joined(separator: ", "))}"
            }
            let sheet = try sheet(object([]))
            #expect(try Stylesheet(SourceText(bytes: sheet.bytes())) == sheet)
            for _ in 0..<20 {
                let path = (0..<random.draw(1..<6)).map { _ in random.pick(names) }
                #expect(sheet.style(of: path)["p"] == expected(rules, path).map { .whole($0) })
            }
        }
    }

    private func expected(_ rules: [(chain: [String], value: Int)], _ path: [String]) -> Int? {
        var best: (key: [Int], value: Int)?
        for rule in rules {
            for subset in 1..<(1 << path.count) where subset >> (path.count - 1) == 1 {
                let places = path.indices.filter { subset >> $0 & 1 == 1 }
                guard places.map({ path[$0] }) == rule.chain else { continue }
                let key = [places.count] + places.reversed()
                if best.map({ $0.key.lexicographicallyPrecedes(key) }) ?? true { best = (key, rule.value) }
            }
        }
        return best?.value
    }
}

@Suite struct ColorTests {
    private func color(_ text: String) throws -> StyleColor { try #require(StyleColor(text)) }

    @Test func colorsAreReadAndWritten() throws {
        #expect(try color("#0aF").description == "#00aaff")
        #expect(try color("#336699") == StyleColor(red: 0x33, green: 0x66, blue: 0x99))
        for text in ["", "#", "336699", "#12", "#1234", "#12345g", "#1234567", "#１２３", "#é12345"] {
            #expect(StyleColor(text) == nil)
        }
    }

    /// Values that tools for WCAG print.
    @Test func contrastsAreThoseOfWCAG() throws {
        #expect(abs(try color("#000").contrastRatio(with: color("#fff")) - 21) < 1e-9)
        #expect(try abs(color("#767676").contrastRatio(with: color("#fff")) - 4.54) < 0.005)
        #expect(try abs(color("#777777").contrastRatio(with: color("#fff")) - 4.48) < 0.005)
        #expect(try abs(color("#ff0000").contrastRatio(with: color("#fff")) - 4.00) < 0.005)
        #expect(try abs(color("#0000ff").contrastRatio(with: color("#fff")) - 8.59) < 0.005)
        #expect(try abs(color("#808080").relativeLuminance - 0.21586) < 1e-5)
    }

    @Test func everyTextIsReadable() throws {
        var random = SplitMix64(seed: 5)
        func draw() -> StyleColor {
            let bits = random.next()
            return StyleColor(
                red: UInt8(truncatingIfNeeded: bits), green: UInt8(truncatingIfNeeded: bits >> 8),
                blue: UInt8(truncatingIfNeeded: bits >> 16))
        }
        for _ in 0..<500 {
            let (primary, accent, background) = (draw(), draw(), draw())
            let text = draw().readable(on: background)
            #expect(text.readable(on: background) == text)
            let colors = try StyleColors(primary: primary, accent: accent, background: background, text: text)
            let variables = Dictionary(uniqueKeysWithValues: colors.variables.map { ($0.name, $0.color) })
            #expect(variables.count == 16)
            for (name, color) in variables {
                if name.hasSuffix("-text") {
                    let behind = try #require(variables[String(name.dropLast(5))])
                    #expect(color.contrastRatio(with: behind) >= 4.5)
                }
                if name.hasSuffix("-readable") { #expect(color.contrastRatio(with: background) >= 4.5) }
            }
            let shades = ["primary-darker", "primary", "primary-lighter"].compactMap { variables[$0] }
            let luminances = shades.map(\.relativeLuminance)
            #expect(luminances == luminances.sorted())
        }
    }

    @Test func templatesBecomeStylesheets() throws {
        let colors = try StyleColors(
            primary: color("#336699"), accent: color("#ff8800"), background: color("#fff"), text: color("#222"))
        let template = ##"""
            {"Variables": {"primary": "#000", "bar": "$primary-lighter"},
             "Bar": {"tint": "$bar", "text": "$primary-lighter-text"}}
            """##
        let sheet = try Stylesheet(SourceText(template), colors: colors)
        #expect(sheet.style(of: ["Bar"]) == ["tint": .text("#5c85ad"), "text": .text("#000000")])
        #expect(sheet.variable("primary") == .text("#336699"))
        #expect(sheet.variable("accent-readable") != .text("#ff8800"))
        #expect(try Stylesheet(SourceText(bytes: sheet.bytes())) == sheet)
        #expect(
            findings {
                _ = try StyleColors(
                    primary: colors.primary, accent: colors.accent, background: colors.background,
                    text: StyleColor(red: 0x77, green: 0x77, blue: 0x77))
            } == [
                "the text color #777777 is hardly readable on the background #ffffff; "
                    + "use #767676, which has a contrast of 4.5"
            ])
    }
}
