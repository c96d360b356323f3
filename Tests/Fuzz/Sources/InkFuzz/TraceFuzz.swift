import ComponentFormats
import Components
import Statecharts

/// Reads bytes as a trace: the first one chooses the sizes of pieces and what is mocked. What is
/// read is written and read as the same again, chosen by filters and drawn; and a small assembly
/// runs again by it.
///
/// Returns 0 where all of that holds, for a harness in C; see Tests/C/fuzz/traces.c.
@_cdecl("trace_fuzz")
public func traceFuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let input = Array(UnsafeRawBufferPointer(start: bytes, count: count))
    guard let choice = input.first else { return 0 }
    let text = Array(input.dropFirst())
    let (events, wasRead) = read(text, pieces: Int(choice % 16) + 1)
    let (same, again) = read(text, pieces: 1 << 16)
    if wasRead != again || lines(events) != lines(same) { return 1 }
    if !wasRead { return replay(text, choice) }
    if lines(read(lines(events), pieces: 1 << 16).events) != lines(events) { return 2 }
    var filter = TraceFilter()
    (filter.kinds, filter.maximumBytes) = (Set(TraceFilter.Kind.allCases), 1 << 24)
    if choice & 64 != 0 { filter.flow = "environment/1" }
    if choice & 128 != 0 { (filter.components, filter.text) = (["a"], "1") }
    let chosen = events.compactMap { try? filter.filtered($0) }
    if choice & 192 == 0, chosen.count != events.count { return 3 }
    let sequence = MessageSequence(chosen, components: ["a", "b"])
    if sequence.mermaid.isEmpty || sequence.svg().isEmpty { return 4 }
    if lines(chosen).isEmpty { return 5 }
    return replay(text, choice)
}

/// Runs an assembly by a trace; only typed errors are errors.
private func replay(_ text: [UInt8], _ choice: UInt8) -> Int32 {
    guard let document else { return 6 }
    do {
        let parts: Set<String> = choice & 16 != 0 ? ["a"] : []
        let mocks = try TraceMocks(of: parts, from: reader(text, pieces: 1 << 16), maximumBytes: 1 << 24)
        _ = try TraceReplay(of: document, from: reader(text, pieces: 1 << 16), mocks: mocks)
    } catch is TraceFormatError {} catch { return 7 }
    return 0
}

private let document = try? AssemblyDocument(
    json: """
        {"components": {"a": {"in": {"i": "m"}, "out": {"o": "m"}, "own": {"later": "m"}}, "b": {"in": {"i": "m"}}},
         "channels": [{"from": "a.o", "to": "b.i"}], "environment": {"e": "a.i"}}
        """, options: options)

private let options: AssemblyDocument.Options = {
    var options = AssemblyDocument.Options()
    options.behavior = { _ in
        .init { message, outputs in
            // The other component has no such ports.
            guard message.port == "i" else { return }
            try? outputs.send("m", message.body, through: "o")
            try? outputs.send("m", message.body, through: "later", after: .milliseconds(1))
        }
    }
    return options
}()

private func reader(_ text: [UInt8], pieces size: Int) throws -> TraceReader {
    var rest = text[...]
    return try TraceReader(maximumLineBytes: 1 << 20) {
        defer { rest = rest.dropFirst(size) }
        return Array(rest.prefix(size))
    }
}

/// Returns the events before the first error, and whether there is none.
private func read(_ text: [UInt8], pieces size: Int) -> (events: [TraceEvent], isWhole: Bool) {
    var events: [TraceEvent] = []
    do {
        var reader = try reader(text, pieces: size)
        while let event = try reader.next() { events.append(event) }
        return (events, true)
    } catch { return (events, false) }
}

/// Returns the text of a trace.
private func lines(_ events: [TraceEvent]) -> [UInt8] {
    let output = Output()
    let writer = TraceWriter(of: Assembly()) { output.text += $0 }
    for event in events { writer.write(event) }
    try? writer.finish()
    return output.text
}

private final class Output: @unchecked Sendable {
    // Unchecked, because the writer has it alone.
    var text: [UInt8] = []
}
