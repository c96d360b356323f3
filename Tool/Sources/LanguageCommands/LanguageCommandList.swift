package import ArgumentParser

/// The commands about expressions and grammars, grouped and ordered as the tool's help lists them.
package enum LanguageCommandList {
    package static let making: [any ParsableCommand.Type] = [
        RegexCommand.self, ToRegex.self, GrammarCommand.self, ToGrammar.self,
    ]
}
