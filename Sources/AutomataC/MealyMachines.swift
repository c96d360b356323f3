// The functions here are described in automata_mealy.h.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

internal import Automata
internal import AutomataFormats
public import CAutomata
internal import MachineFormats
internal import Machines

final class MealyHandle: Handle, Sendable {
    static let kind: StaticString = "machine"

    let machine: Machine
    private let lentInputs = LazyReference<StableNames>()
    private let lentOutputs = LazyReference<StableNames>()

    init(_ machine: Machine) {
        self.machine = machine
    }

    var inputs: StableNames { lentInputs.get { StableNames(machine.inputs.names) } }
    var outputs: StableNames { lentOutputs.get { StableNames(machine.outputs.names) } }
}

extension MachineFormat {
    fileprivate init(_ format: automata_mealy_format) throws(CallError) {
        switch format {
        case AUTOMATA_MEALY_FORMAT_DOT: self = .dot
        case AUTOMATA_MEALY_FORMAT_JSON: self = .json
        case AUTOMATA_MEALY_FORMAT_KISS2: self = .kiss2
        default: throw .invalidArgument("invalid 'format'; expected a constant of automata_mealy_format")
        }
    }
}

@c @implementation
public func automata_mealy_from_text(
    _ text: UnsafePointer<CChar>?, _ length: Int, _ format: automata_mealy_format,
    _ budget: UnsafePointer<automata_budget>?, _ machine: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    make(machine, "machine", error) { () throws(CallError) -> MealyHandle? in
        let text = UnsafeRawBufferPointer(try Argument.text(text, length, "text"))
        let format = try MachineFormat(format)
        let options = ReadOptions(inputName: "-", budget: try Budget(budget))
        MemoryReservation.keepReserve(forText: text.count)
        do throws(FormatError) { return MealyHandle(try format.read(text, options: options).machine) } catch {
            throw .reading(error)
        }
    }
}

@c @implementation
public func automata_mealy_text(
    _ machine: OpaquePointer?, _ format: automata_mealy_format, _ budget: UnsafePointer<automata_budget>?,
    _ text: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, _ length: UnsafeMutablePointer<Int>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    let result = ArrayResult(text, length)
    return call(error) { () throws(CallError) in
        let machine = try MealyHandle.required(machine).machine
        let format = try MachineFormat(format)
        let budget = try Budget(budget)
        try result.check("text", "length")
        let written: WriteResult
        do throws(FormatError) { written = try format.write(machine, budget: budget) } catch { throw .writing(error) }
        try written.bytes.withUnsafeBufferPointer { (bytes) throws(CallError) in try result.hand(out: bytes) }
    }
}

@c @implementation
public func automata_mealy_retain(_ machine: OpaquePointer?) -> OpaquePointer? { MealyHandle.retained(machine) }

@c @implementation
public func automata_mealy_free(_ machine: OpaquePointer?) { MealyHandle.free(machine) }

@c @implementation
public func automata_mealy_equal(_ left: OpaquePointer?, _ right: OpaquePointer?) -> Bool {
    MealyHandle.from(left)?.machine == MealyHandle.from(right)?.machine
}

@c @implementation
public func automata_mealy_is_moore(_ machine: OpaquePointer?) -> Bool {
    if case .moore? = MealyHandle.from(machine)?.machine { true } else { false }
}

@c @implementation
public func automata_mealy_state_count(_ machine: OpaquePointer?) -> Int {
    MealyHandle.from(machine)?.machine.stateCount ?? 0
}

@c @implementation
public func automata_mealy_inputs(_ machine: OpaquePointer?) -> automata_names {
    MealyHandle.from(machine)?.inputs.lent ?? automata_names()
}

@c @implementation
public func automata_mealy_outputs(_ machine: OpaquePointer?) -> automata_names {
    MealyHandle.from(machine)?.outputs.lent ?? automata_names()
}

@c @implementation
public func automata_mealy_run(
    _ machine: OpaquePointer?, _ inputs: UnsafePointer<UInt32>?, _ count: Int,
    _ outputs: UnsafeMutablePointer<UnsafeMutablePointer<UInt32>?>?, _ outputCount: UnsafeMutablePointer<Int>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    let result = ArrayResult(outputs, outputCount)
    return call(error) { () throws(CallError) in
        let machine = try MealyHandle.required(machine).machine
        let word: UnsafeBufferPointer<Symbol> = try Argument.ids(inputs, count, "inputs")
        try result.check("outputs", "output_count")
        if let symbol = word.first(where: { Int($0) >= machine.inputs.count }) {
            throw .core(.symbolOutOfRange(symbol, symbolCount: machine.inputs.count))
        }
        var answer = machine.asMealy.run(on: word).outputs
        if case .moore(let moore) = machine { answer.insert(moore.stateOutputs[Int(moore.initialState)], at: 0) }
        try result.hand(out: answer)
    }
}

@c @implementation
public func automata_mealy_minimize(
    _ machine: OpaquePointer?, _ budget: UnsafePointer<automata_budget>?,
    _ result: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    make(result, "result", error) { () throws(CallError) -> MealyHandle? in
        let machine = try MealyHandle.required(machine).machine
        let budget = try Budget(budget)
        return MealyHandle(try core { () throws(AutomataError) in try machine.minimized(budget: budget) })
    }
}

@c @implementation
public func automata_mealy_find_difference(
    _ first: OpaquePointer?, _ second: OpaquePointer?, _ budget: UnsafePointer<automata_budget>?,
    _ difference: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    make(difference, "difference", error) { () throws(CallError) -> WitnessHandle? in
        let first = try MealyHandle.required(first).machine
        let second = try MealyHandle.required(second).machine
        let budget = try Budget(budget)
        return try core { () throws(AutomataError) -> WitnessHandle? in
            guard let found = try first.shortestDifference(from: second, budget: budget) else { return nil }
            let alphabet = try first.inputs.joint(with: second.inputs)
            let word = found.word.compactMap { alphabet.symbol(named: $0) }
            return WitnessHandle(Witness(word, over: alphabet))
        }
    }
}

@c @implementation
public func automata_fa_from_mealy(
    _ machine: OpaquePointer?, _ result: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    makeAutomaton(result, error) { () throws(CallError) in
        let machine = try MealyHandle.required(machine).machine
        return AutomatonHandle(.dfa(try core { () throws(AutomataError) in try machine.asMealy.traceLanguage() }))
    }
}
