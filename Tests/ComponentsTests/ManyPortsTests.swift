import Components
import Testing

/// Channels with so many ports that work for each pair of them wouldn't end in time.
@Suite(.timeLimit(.minutes(3)))
struct ManyPortsTests {
    private static let count = 50_000

    private static func port(
        _ name: String, _ direction: Assembly.Port.Direction, _ messages: [String] = ["m"]
    ) -> ValuePort { ValuePort(name, direction, messages) }

    @Test func manyConnectionsShareAPort() {
        var assembly = Assembly()
        for number in 0..<Self.count { assembly.connect(PortReference("a\(number)", "o"), to: PortReference("b", "i")) }
        #expect(assembly.channels.map(\.senders.count) == [Self.count])
        #expect(assembly.channels.map(\.receivers.count) == [1])
    }

    @Test func portsOfOtherChannelsJoinOnce() {
        var assembly = Assembly()
        let (a, b, c, d) = (
            PortReference("a", "o"), PortReference("b", "i"), PortReference("c", "o"), PortReference("d", "i")
        )
        assembly.connect(a, to: b)
        assembly.connect(c, to: d)
        for _ in 0..<3 { assembly.connect(a, to: d) }
        #expect(assembly.channels.map(\.receivers) == [[b, d], [d]])
        #expect(assembly.channels.map(\.senders) == [[a], [c]])
        let others = (0..<Self.count).map { PortReference("r\($0)", "i") }
        for (number, port) in others.enumerated() { assembly.connect(PortReference("s\(number)", "o"), to: port) }
        for port in others { assembly.connect(a, to: port) }
        #expect(assembly.channels[0].receivers.count == Self.count + 2)
    }

    @Test func manyChannelsMeetInAProxy() {
        var assembly = Assembly()
        let proxies = (0..<Self.count).map { Self.port("p\($0)", .proxyInput) }
        let box = assembly.add("box") {
            ValueContainer(proxies) { contents in
                let sink = contents.add("sink") { ValueComponent([Self.port("i", .input)]) { _, _ in } }
                contents.connect(proxies.map { PortReference("box", $0.name) }, to: [sink.port("i")])
            }
        }
        let source = assembly.add("source") {
            ValueComponent((0..<Self.count).map { Self.port("o\($0)", .output) }) { _, _ in }
        }
        for number in 0..<Self.count { assembly.connect(source.port("o\(number)"), to: box.port("p\(number)")) }
        // Too many pairs, which is told once.
        #expect(assembly.check().map(\.subject) == ["source.o\(Self.count - 1)"])
    }

    @Test func proxiesCountAsPairs() {
        var assembly = Assembly()
        let proxies = (0...10_000).map { Self.port("p\($0)", .proxyInput) }
        let box = assembly.add("box") { ValueContainer(proxies) { _ in } }
        let source = assembly.add("source") {
            ValueComponent([Self.port("o", .output, (0..<1_000).map { "m\($0)" })]) { _, _ in }
        }
        assembly.connect([source.port("o")], to: proxies.map { box.port($0.name) })
        #expect(
            assembly.check().first?.message
                == "source.o is on a channel with 10001000 pairs of messages and receivers, more than 10000000; "
                + "divide the channel")
    }

    @Test func findingsHaveALimit() {
        var assembly = Assembly()
        let senders = (0..<200).map { number in
            assembly.add("s\(number)") { ValueComponent([Self.port("p", .output, ["a"])]) { _, _ in } }.port("p")
        }
        let receivers = (0..<200).map { number in
            assembly.add("r\(number)") { ValueComponent([Self.port("p", .input, ["b"])]) { _, _ in } }.port("p")
        }
        assembly.connect(senders, to: receivers)
        let findings = assembly.check()
        #expect(findings.filter(\.isError).count == 10_000)
        // Errors don't take the room of warnings.
        #expect(findings.filter { !$0.isError }.count == 200)
    }
}
