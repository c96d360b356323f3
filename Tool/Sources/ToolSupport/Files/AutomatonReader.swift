@_spi(Tool) package import Automata
import AutomataFormats
import Diagrams
import Sketches
import StrokeFormats

/// Reads automata in any format.
package struct AutomatonReader: Sendable {
    /// The format, if the user named it.
    var format: InputFormat?
    var symbolsAreBytes: Bool
    var symbolTable: [UInt8]?
    var limits: LimitOptions
    /// Whether the result depends on the meaning of symbols.
    var asksAboutWords = false

    /// An automaton as it was read.
    package struct Reading {
        package var automaton: Automaton
        package var format: InputFormat
        /// The parts that the reader had to change or to guess, a sentence each.
        package var notes: [String]
    }

    package func read(_ file: InputFile, _ context: WorkContext) throws(ToolError) -> Reading {
        try file.withContents(limit: context.budget.maximumBytes) { text throws(ToolError) in
            guard case .text(let format) = try recognize(file, text) else {
                return try sketched(text, file, context)
            }
            do throws(FormatError) {
                let read = try format.readWithNotes(text, options: options(for: file, context))
                return Reading(
                    automaton: read.automaton, format: .text(format),
                    notes: read.notes + notes(on: [read.automaton])
                        + (format == .mata ? [read.automaton.noteOnIsolatedFinalState].compactMap(\.self) : []))
            } catch {
                if let misuse = misuse(of: file, text) { throw misuse }
                throw ToolError(error, at: file.name, limits: limits)
                    .hinting(at: likelyFormat(of: text, besides: format))
            }
        }
    }

    /// The format that the content of a file looks like, if its name says another one.
    private func likelyFormat(of text: UnsafeRawBufferPointer, besides named: Format) -> InputFormat? {
        guard format == nil, let likely = InputFormat.recognize(fileName: nil, content: text) else { return nil }
        return likely == .text(named) ? nil : likely
    }

    /// Reads files whose automata are to be compared or combined: formulas mean the same in all of
    /// them.
    package func read(jointly files: [InputFile], _ context: WorkContext) throws(ToolError) -> [Reading] {
        var contents: [InputText] = []
        var texts: [TextToRead] = []
        var sketches: [(index: Int, reading: Reading)] = []
        var heldBytes = 0
        for (index, file) in files.enumerated() {
            let text = try InputText(file, limit: context.budget.maximumBytes, besides: heldBytes)
            guard case .text(let format) = try recognize(file, text.bytes) else {
                sketches.append((index, try sketched(text.bytes, file, context)))
                continue
            }
            heldBytes += text.heldByteCount
            texts.append(TextToRead(text.bytes, format: format, options: options(for: file, context)))
            contents.append(text)
        }
        return try withExtendedLifetime(contents) { () throws(ToolError) in
            do throws(FormatError) {
                var read = try Format.read(jointly: texts)
                // Without symbols it is of no kind, and shouldn't keep the others from theirs.
                let kind = read.lazy.map(\.automaton.alphabet).first { $0.kind != .named }
                for index in contents.indices where isEmptyText(contents[index].bytes) {
                    guard let kind, case .dfa(let former) = read[index].automaton, former.stateCount == 0,
                        let empty = try? DFA.Builder(alphabet: kind).build()
                    else {
                        continue
                    }
                    read[index].automaton = .dfa(empty)
                }
                var readings = contents.indices.map { index in
                    Reading(
                        automaton: read[index].automaton, format: .text(texts[index].format),
                        notes: read[index].notes)
                }
                for (index, reading) in sketches { readings.insert(reading, at: index) }
                if !readings.isEmpty { readings[0].notes += notes(on: readings.map(\.automaton)) }
                return readings
            } catch {
                throw ToolError(error, at: texts.first?.options.inputName ?? "-", limits: limits)
            }
        }
    }

    /// Notes that symbols which foma means for others are symbols like any other here, once for all
    /// automata.
    private func notes(on automata: [Automaton]) -> [String] {
        guard asksAboutWords else { return [] }
        return ["@_IDENTITY_SYMBOL_@", "@_UNKNOWN_SYMBOL_@"].filter { name in
            automata.contains { $0.alphabet.kind == .named && $0.alphabet.symbol(named: name) != nil }
        }.map {
            "\($0) stands for all symbols that aren't named where foma reads it; here it is one symbol like any other, so name in foma "
                + "the symbols that matter"
        }
    }

    /// The automaton that is drawn in a sketch.
    private func sketched(
        _ text: UnsafeRawBufferPointer, _ file: InputFile, _ context: WorkContext
    ) throws(ToolError) -> Reading {
        let sketch = try Sketch(text, in: file)
        do throws(DiagramError) {
            let automaton = try sketch.diagram.automaton(budget: context.budget)
            return Reading(automaton: Automaton(mostSpecific: automaton), format: .sketch, notes: sketch.leftOver)
        } catch {
            throw ToolError(error, at: file.name, limits: limits)
        }
    }

    /// The states of the input aren't the work's.
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
        // What a program writes that failed. As AT&T text it is the empty language, which must be
        // said, then.
        throw ToolError(
            isEmptyText(text)
                ? "the input is empty; look whether what writes it failed, or read it as an empty language with --from att"
                : "neither the name nor the content tells the format; name it with --from "
                    + "(\(InputFormat.allValueStrings.joined(separator: ", ")))",
            at: file.name)
    }

    /// The error about a file that is a picture or ink; `nil` if it is neither.
    private func misuse(of file: InputFile, _ text: UnsafeRawBufferPointer) -> ToolError? {
        let name = file.isStandardInput ? nil : file.path
        if let name, OutputFormat(path: name)?.isReadable == false {
            return ToolError("pictures are only written; name the file of the automaton", at: file.name)
        }
        guard let ink = try? InkFormat.recognize(fileName: name, content: text)?.read(text), !ink.elements.isEmpty
        else {
            return nil
        }
        return ToolError(
            "this is ink; automata sketch makes an automaton of it, automata recognize tells the kinds of its gestures",
            at: file.name)
    }

    /// Whether there is nothing but ends of lines; only AT&T text may be empty.
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

extension ToolError {
    /// The error with a hint at the format that a file seems to have.
    fileprivate func hinting(at format: InputFormat?) -> ToolError {
        guard let format else { return self }
        var error = self
        error.message += "; the content looks like another format: --from \(format.argument) reads it"
        return error
    }
}
