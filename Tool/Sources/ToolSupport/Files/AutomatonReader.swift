@_spi(Tool) package import Automata
import AutomataFormats
import Diagrams
import Sketches
import StrokeFormats

/// A reader of automata in any format.
package struct AutomatonReader: Sendable {
    /// The format, if the user named it.
    var format: InputFormat?
    var symbolsAreBytes: Bool
    var symbolTable: [UInt8]?
    var limits: LimitOptions
    /// Whether the result depends on the meaning of symbols.
    var dependsOnSymbols = false

    /// An automaton that was read from a file, with its format.
    package struct Reading {
        package var automaton: Automaton
        package var format: InputFormat
    }

    /// Reads the automaton of a file, and prints notes about changes and guesses.
    package func read(_ file: InputFile, _ context: WorkContext) throws(ToolError) -> Reading {
        try read([file], context)[0]
    }

    /// Reads the automata of several files that are to be compared or combined. Equal formulas in
    /// `.mata` files get the same symbols.
    package func read(_ files: [InputFile], _ context: WorkContext) throws(ToolError) -> [Reading] {
        var sources: [(file: InputFile, text: InputText, format: Format)] = []
        var sketches: [(index: Int, reading: Reading)] = []
        var heldBytes = 0
        for (index, file) in files.enumerated() {
            let text = try InputText(file, limit: context.budget.maximumBytes, reserving: heldBytes)
            guard case .text(let format) = try recognize(file, text.bytes) else {
                sketches.append((index, try sketched(text.bytes, file, context)))
                continue
            }
            heldBytes += text.heldByteCount
            sources.append((file, text, format))
        }
        return try withExtendedLifetime(sources) { () throws(ToolError) in
            let read: [ReadResult]
            do throws(FormatError) {
                read = try Format.read(
                    jointly: sources.map {
                        TextToRead($0.text.bytes, format: $0.format, options: options(for: $0.file, context))
                    })
            } catch {
                throw failure(error, in: sources)
            }
            for (source, read) in zip(sources, read) {
                let note = source.format == .mata ? read.automaton.noteOnIsolatedFinalState : nil
                for note in read.notes + [note].compactMap(\.self) { context.note(note, at: source.file.name) }
            }
            var readings = zip(sources, withKind(read.map(\.automaton), of: sources.map(\.text))).map {
                Reading(automaton: $1, format: .text($0.format))
            }
            for (index, reading) in sketches { readings.insert(reading, at: index) }
            context.note(notes(on: readings.map(\.automaton)))
            return readings
        }
    }

    /// Gives automata of empty texts, which have no symbols, the kind of symbols that the others
    /// have.
    private func withKind(_ automata: [Automaton], of texts: [InputText]) -> [Automaton] {
        let kind = automata.lazy.map(\.alphabet).first { $0.kind != .named }
        return zip(automata, texts).map { automaton, text in
            guard let kind, isEmptyText(text.bytes), case .dfa(let former) = automaton, former.stateCount == 0,
                let empty = try? DFA.Builder(alphabet: kind).build()
            else { return automaton }
            return .dfa(empty)
        }
    }

    /// Returns the error about a text, with a hint if the text seems to have another format than
    /// its name.
    private func failure(
        _ error: FormatError, in sources: [(file: InputFile, text: InputText, format: Format)]
    ) -> ToolError {
        var failure = ToolError(error, at: sources.first?.file.name ?? "-", limits: limits)
        guard let source = sources.first(where: { $0.file.name == error.inputName }) ?? sources.first else {
            return failure
        }
        if let misuse = misuse(of: source.file, source.text.bytes) { return misuse }
        if format == nil, let likelyFormat = InputFormat.recognize(fileName: nil, content: source.text.bytes),
            likelyFormat != .text(source.format)
        {
            failure.message += "; the content looks like another format: --from \(likelyFormat.argument) reads it"
        }
        return failure
    }

    /// Notes, once for all automata, that foma's special symbols are ordinary symbols here.
    private func notes(on automata: [Automaton]) -> [String] {
        guard dependsOnSymbols else { return [] }
        return ["@_IDENTITY_SYMBOL_@", "@_UNKNOWN_SYMBOL_@"].filter { name in
            automata.contains { $0.alphabet.kind == .named && $0.alphabet.symbol(named: name) != nil }
        }.map {
            "in foma \($0) stands for all symbols that aren't named; here it is an ordinary symbol, so name all "
                + "symbols in foma"
        }
    }

    /// Returns the automaton that is drawn in a sketch.
    private func sketched(
        _ text: UnsafeRawBufferPointer, _ file: InputFile, _ context: WorkContext
    ) throws(ToolError) -> Reading {
        let sketch = try Sketch(text, in: file)
        do throws(DiagramError) {
            let automaton = try sketch.diagram.automaton(budget: context.budget)
            for note in sketch.readingNotes { context.note(note, at: file.name) }
            return Reading(automaton: Automaton(mostSpecific: automaton), format: .sketch)
        } catch {
            throw ToolError(error, at: file.name, limits: limits)
        }
    }

    /// Returns the options, in which the input's states don't count toward the limit on states.
    private func options(for file: InputFile, _ context: WorkContext) -> ReadOptions {
        ReadOptions(
            inputName: file.name, symbolsAreBytes: symbolsAreBytes, symbolTable: symbolTable,
            budget: Budget(
                maximumStates: .max, maximumBytes: context.budget.maximumBytes,
                isCancelled: context.budget.isCancelled))
    }

    private func recognize(_ file: InputFile, _ text: UnsafeRawBufferPointer) throws(ToolError) -> InputFormat {
        let name = file.isStandardInput ? nil : file.path
        if let format = format ?? InputFormat.recognize(fileName: name, content: text) { return format }
        if let misuse = misuse(of: file, text) { throw misuse }
        // As AT&T text an empty one is the empty language, which must be said, then.
        throw .unknownFormat(
            of: file, text, choices: InputFormat.allValueStrings,
            remedy: ", or read it as an empty language with --from att")
    }

    /// The error about a file that is a picture, ink or another document; `nil` if it is none.
    private func misuse(of file: InputFile, _ text: UnsafeRawBufferPointer) -> ToolError? {
        let name = file.isStandardInput ? nil : file.path
        if let name, OutputFormat(path: name)?.isReadable == false {
            return ToolError("a picture can't be read; name the file of the automaton", at: file.name)
        }
        if let kind = OtherDocument.kind(of: text, unlike: InputList.Contents.automata.jsonFormats) {
            return ToolError("this is \(kind)", at: file.name)
        }
        guard let ink = try? InkFormat.recognize(fileName: name, content: text)?.read(text), !ink.elements.isEmpty
        else {
            return nil
        }
        return ToolError(
            "this is ink; automata sketch makes an automaton of it, and automata recognize shows the kinds of its "
                + "gestures",
            at: file.name)
    }

    /// Returns whether a text has only line ends; only AT&T text may be empty.
    private func isEmptyText(_ text: UnsafeRawBufferPointer) -> Bool {
        text.allSatisfy { $0 == 0x0A || $0 == 0x0D }
    }
}

extension Automaton {
    /// A note on the first final state that no transition leads to or from and that isn't initial:
    /// a misspelled name makes one. Large automata aren't written by hand, and get none.
    fileprivate var noteOnIsolatedFinalState: String? {
        guard (1...10_000).contains(transitionCount) else { return nil }
        let used = StateSet(asEpsilonNFA.transitions.flatMap { [$0.source, $0.target] })
        return finalStates.first { !used.contains($0) && !isInitial($0) }.map {
            "the final state '\(name(of: $0).printable)' has no transitions and isn't initial; check its name"
        }
    }
}
