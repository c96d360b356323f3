import Components
import Testing

/// Findings in assemblies.
struct AssemblyTests {
    private func texts(_ assembly: Assembly) -> [String] {
        assembly.check().map { ($0.isError ? "" : "warning: ") + $0.message }
    }

    @Test func allFindingsAtOnce() {
        struct Unhandled: Component {
            let input = Input<M1>()
            let own = EventPort<M2>()
        }
        struct Twice: Component {
            let input = Input<M1>()
            static var handlers: Handlers<Twice> {
                Receive(\.input.one) { _, _ in }
                Receive(\.input.one) { _, _ in }
            }
        }
        var assembly = Assembly()
        let source = assembly.add("source") { Source() }
        let sink = assembly.add("sink") { Sink() }
        assembly.add("sink") { Sink() }
        assembly.add("a b") { Sink() }
        let burster = assembly.add("burster") { Burster() }
        let sink2 = assembly.add("sink2") { Sink2() }
        assembly.add("unhandled") { Unhandled() }
        assembly.add("twice") { Twice() }
        assembly.replace("nobody") { Sink() }
        assembly.connect(source.output, to: sink.input)
        assembly.connect(source.output, to: PortReference("ghost", "input"), as: .pointToPoint)
        assembly.connect(PortReference("source", "orders"), to: PortReference("sink", "nothing"))
        assembly.connect(burster.output, to: sink2.input)
        let findings = assembly.check()
        #expect(
            texts(assembly) == [
                "duplicate part 'sink', also at \(assembly.parts[1].place); rename one",
                "invalid part name 'a b'; use letters and digits without '.' and spaces",
                "unhandled.input.one has no handler; add Receive(\\.input.one) to Unhandled",
                "unhandled.own.two has no handler; add Receive(\\.own.two) to Unhandled",
                "twice.input.one has two handlers; remove one",
                "unknown part 'nobody'; replace one that was added",
                "source.output has two channels; connect all its ends by one",
                "unknown part 'ghost' in a channel; add it or fix the name",
                "source.orders sends nothing; connect outputs to inputs",
                "unknown port 'nothing' of 'sink'; fix the name",
                "warning: nobody on the channel receives source.output.two",
                "warning: nobody on the channel receives source.output.three",
                "burster.output sends no message that sink2.input receives: M1 and M2 have none of the same name and type; connect other ports",
                "warning: nobody on the channel receives burster.output.one",
                "warning: source.orders has no channel",
                "warning: a b.input has no channel",
                "warning: burster.orders has no channel",
                "warning: unhandled.input has no channel",
                "warning: twice.input has no channel",
                "warning: nobody.input has no channel",
            ])
        #expect(findings[0].place.contains("AssemblyTests.swift:"))
        #expect(throws: ComponentError.invalidAssembly(findings.filter(\.isError))) { try Simulation(assembly) }
    }

    @Test func namesDontCollideWithThoseOfTraces() {
        struct Box: Component {
            func addContents(to assembly: inout Assembly, of box: PartReference<Box>) {
                assembly.add("outside") { Box.Content() }
            }
            struct Content: Component {}
        }
        var assembly = Assembly()
        for name in ["outside", "outside2", "#a", "", "outsider", "a\nb\u{7F}"] {
            assembly.add(name) { Box.Content() }
        }
        assembly.add("box") { Box() }
        let outside = "rename the part, as traces have this name for what is outside"
        let letters = "use letters and digits without '.' and spaces"
        #expect(
            assembly.check().map(\.message) == [
                "invalid part name 'outside'; \(outside)", "invalid part name 'outside2'; \(outside)",
                "invalid part name '#a'; begin with another character than '#'", "invalid part name ''; \(letters)",
                "invalid part name 'a\\x0Ab\\x7F'; \(letters)",
            ])
    }

    /// A name with a line break doesn't break the line of a message.
    @Test func messagesAreOneLine() throws {
        var assembly = Assembly()
        let part = assembly.add("a\nb") { Source() }
        assembly.add("a\nb") { Sink() }
        assembly.connect(part.output, to: PortReference("a\nb", "c\nd"), PortReference("e\nf", "g"))
        let port = assembly.add("port") { ValueComponent([ValuePort("h\ni", .output, ["j\nk"])]) { _, _ in } }
        assembly.connect(port.port("h\ni"), to: part.orders)
        let findings = assembly.check()
        #expect(findings.count > 8)
        for finding in findings { #expect(!finding.message.contains("\n"), "\(finding)") }
        #expect(
            findings.map(\.message).contains(
                "port: invalid port name 'h\\x0Ai'; use letters and digits without '.' and spaces"))
        let simulation = try Simulation(Assembly())
        let running = simulation.assembly
        let reference = PortReference("a\nb", "c\nd")
        let sink = try running.add("sink") { Sink() }
        let errors = [
            error { try running.remove("a\nb") }, error { try running.connect(reference, to: sink.input) },
            error { try running.connect(PortReference("sink", "c\nd"), to: sink.input) },
            error { try running.add("a\nb") { Sink() } }, error { try running.disconnect(reference) },
            "\(ComponentError.unexpectedMessage("a\nb.c", expected: "d\ne"))",
            "\(ComponentError.diverged(step: 1, component: "a\nb"))",
            "\(ComponentError.diverged(step: 1, component: "a", expected: "b\nc", found: "d\ne"))",
            "\(ComponentError.tooManyRestarts("a\nb", limit: 1))", "\(ComponentError.changedPorts("a\nb"))",
            "\(ComponentError.fullMailbox("a\nb", capacity: 1))", "\(ComponentError.fullChannel("a\nb", capacity: 1))",
            "\(ComponentError.duplicatePart("a\nb"))", "\(ComponentError.unknownPart("a\nb", hasEnded: true))",
        ]
        for error in errors { #expect(error.contains("\\x0A") && !error.contains("\n"), "\(error)") }
    }

    private func error(_ body: () throws -> Void) -> String {
        do { try body() } catch { return "\(error)" }
        return ""
    }

    @Test func placesAreThoseOfThePrograms() {
        var assembly = Assembly()
        let mocked = assembly.add("mocked") { Sink() }
        assembly.add("known") { Sink() }
        // As programs in other languages, and files, add parts.
        for _ in 0..<2 { assembly.add("known", file: "", line: 0) { Sink() } }
        var mocking = Assembly()
        mocking.mock(mocked) {}
        let findings = assembly.check().filter(\.isError)
        #expect(findings.map(\.place) == ["", ""])
        #expect(
            findings.map(\.description) == [
                "duplicate part 'known', also at \(assembly.parts[1].place); rename one",
                "duplicate part 'known'; rename one",
            ])
        #expect(mocking.parts.map { $0.place.hasPrefix("ComponentsTests/AssemblyTests.swift:") } == [true])
    }

    @Test func requiredOutputs() {
        var assembly = Assembly()
        assembly.add("burster") { Burster() }
        #expect(
            texts(assembly) == [
                "warning: burster.orders has no channel",
                "burster.output has no channel; connect it, or make it Output(isOptional: true)",
            ])
    }

    @Test func manyPartsAreQuick() throws {
        var assembly = Assembly()
        for number in 0..<2000 {
            let source = assembly.add("source\(number)") { Burster() }
            let sink = assembly.add("sink\(number)") { Sink() }
            assembly.connect(source.output, to: sink.input)
        }
        #expect(assembly.channels.count == 2000)
        let simulation = try Simulation(assembly)
        #expect(simulation.assembly.contains("sink1999"))
    }
}

/// Components that contain others.
struct ContainmentTests {
    struct Pool: Component {
        let jobs = ProxyInput<M1>()
        let results = ProxyOutput<M1>()
        var count = 2

        func addContents(to assembly: inout Assembly, of pool: PartReference<Pool>) {
            for number in 0..<count {
                let worker = assembly.add("worker\(number)") { Worker() }
                assembly.connect([pool.jobs], to: [worker.jobs], as: .pointToPoint)
                assembly.connect([worker.results], to: [pool.results])
            }
        }
    }

    struct Worker: Component {
        let jobs = Input<M1>()
        let results = Output<M1>()
        var numbers: [Int] = []
        static var handlers: Handlers<Worker> {
            Receive(\.jobs.one) { worker, number in
                worker.numbers.append(number)
                worker.results.one(10 * number)
            }
        }
    }

    private func assembly() -> (Assembly, PartReference<Burster>, PartReference<Pool>, PartReference<Sink>) {
        var assembly = Assembly()
        let burster = assembly.add("burster") { Burster() }
        let pool = assembly.add("pool") { Pool() }
        let sink = assembly.add("sink") { Sink() }
        assembly.connect(burster.output, to: pool.jobs, as: .pointToPoint)
        assembly.connect(pool.results, to: sink.input)
        return (assembly, burster, pool, sink)
    }

    @Test func proxiesLeadInsideAndOut() throws {
        let (assembly, burster, _, sink) = assembly()
        #expect(assembly.check().filter(\.isError) == [])
        #expect(assembly.parts.map(\.name) == ["burster", "pool", "pool.worker0", "pool.worker1", "sink"])
        let simulation = try Simulation(assembly)
        try simulation.port(\.orders, of: burster).send(4)
        try simulation.run()
        #expect(try simulation.with(sink) { $0.numbers }.sorted() == [0, 10, 20, 30])
        try simulation.assembly.remove("pool")
        #expect(!simulation.assembly.contains("pool.worker0"))
    }

    @Test func addedWhileItRuns() throws {
        var assembly = Assembly()
        let burster = assembly.add("burster") { Burster() }
        let sink = assembly.add("sink") { Sink() }
        assembly.connect([burster.output], to: [], as: .pointToPoint)
        let simulation = try Simulation(assembly)
        try simulation.port(\.orders, of: burster).send(3)
        try simulation.run()
        let pool = try simulation.assembly.add("pool") { Pool(count: 3) }
        try simulation.assembly.connect(pool.results, to: sink.input)
        try simulation.assembly.connect(burster.output, to: pool.jobs, as: .pointToPoint)
        try simulation.run()
        #expect(try simulation.with(sink) { $0.numbers }.sorted() == [0, 10, 20])
    }

    @Test func privatePortsCannotBeReached() throws {
        var (assembly, _, _, _) = assembly()
        let spy = assembly.add("spy") { Burster() }
        assembly.connect(spy.output, to: PortReference("pool.worker0", "jobs"))
        #expect(
            assembly.check().filter(\.isError).map(\.message).contains(
                "pool.worker0.jobs is inside pool; connect a proxy port of pool"))
    }

    @Test func cyclesOfContainment() throws {
        struct Egg: Component {
            func addContents(to assembly: inout Assembly, of egg: PartReference<Egg>) { assembly.add("hen") { Hen() } }
        }
        struct Hen: Component {
            func addContents(to assembly: inout Assembly, of hen: PartReference<Hen>) { assembly.add("egg") { Egg() } }
        }
        var assembly = Assembly()
        assembly.add("egg") { Egg() }
        #expect(
            assembly.check().map(\.message) == [
                "egg.hen.egg is inside another Egg, without end; remove it from the contents"
            ])
    }

    @Test func replacedWithItsContents() throws {
        struct OneForAll: Component {
            let jobs = Input<M1>()
            let results = Output<M1>()
            static var handlers: Handlers<OneForAll> { Receive(\.jobs.one) { $0.results.one(-$1) } }
        }
        var (assembly, burster, _, sink) = assembly()
        assembly.replace("pool") { OneForAll() }
        #expect(assembly.parts.map(\.name) == ["burster", "pool", "sink"])
        let simulation = try Simulation(assembly)
        try simulation.port(\.orders, of: burster).send(3)
        try simulation.run()
        #expect(try simulation.with(sink) { $0.numbers } == [0, -1, -2])
    }

    /// A component inside of another one is replaced where it is.
    @Test func replacedInside() throws {
        struct Holder: Component {
            let input = ProxyInput<M1>()
            func addContents(to assembly: inout Assembly, of holder: PartReference<Holder>) {
                assembly.connect(holder.input, to: assembly.add("sink") { Sink() }.input)
            }
        }
        struct Other: Component {
            let input = Input<M1>()
            static var handlers: Handlers<Other> { Receive(\.input.one) { _, _ in throw CommandError.noReceiver } }
        }
        var assembly = Assembly()
        let (source, holder) = (assembly.add("source") { Source() }, assembly.add("holder") { Holder() })
        assembly.connect(source.output, to: holder.input)
        assembly.replace("holder.sink") { Other() }
        #expect(assembly.check().filter(\.isError) == [])
        let simulation = try Simulation(assembly)
        try simulation.assembly.remove("holder")
        #expect(!simulation.assembly.contains("holder.sink"))
    }

    @Test func proxiesKnowTheirMessages() throws {
        struct Narrow: Component {
            let input = ProxyInput<M1>()
            func addContents(to assembly: inout Assembly, of narrow: PartReference<Narrow>) {
                let (one, two) = (assembly.add("one") { Sink() }, assembly.add("two") { Sink2() })
                assembly.connect(narrow.input, to: one.input, two.input)
            }
        }
        var assembly = Assembly()
        let source = assembly.add("source") { Source() }
        let narrow = assembly.add("narrow") { Narrow() }
        assembly.connect(source.output, to: narrow.input)
        #expect(
            assembly.check().filter(\.isError).map(\.message) == [
                "narrow.input doesn't know source.output.two, which goes through it; add it to M1"
            ])
        assembly.connect(source.output, to: narrow.input, as: .pointToPoint)
        #expect(
            assembly.check().filter(\.isError).map(\.message).contains(
                "narrow.input joins channels of two kinds; make both point-to-point"))
    }

    @Test func partsInsideHaveNamesOfAnyLetters() {
        struct Office: Component {
            let input = ProxyInput<M1>()

            func addContents(to assembly: inout Assembly, of office: PartReference<Office>) {
                let sink = assembly.add("a") { Sink() }
                assembly.connect(office.input, to: sink.input)
            }
        }
        var assembly = Assembly()
        assembly.add("büro") { Office() }
        assembly.add("日本") { Office() }
        #expect(assembly.check().filter(\.isError) == [])
    }
}
