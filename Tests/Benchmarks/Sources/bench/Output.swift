import Automata
import AutomataFormats
import Glibc

enum Output {
    /// The line that `Scripts/bench` reads.
    static func report(seconds: Double, _ first: Int, _ second: Int) {
        print("\(seconds)\t\(first)\t\(second)")
    }

    /// What a body takes that one thread does alone: by the wall's clock where it is short, as the
    /// processor's may go by ticks, and else by the processor's, as others on the machine would
    /// count.
    static func secondsAlone(_ body: () throws -> Void) rethrows -> Double {
        func now(_ clock: clockid_t) -> Double {
            var time = timespec()
            clock_gettime(clock, &time)
            return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
        }
        let processor = now(CLOCK_PROCESS_CPUTIME_ID)
        let start = now(CLOCK_MONOTONIC)
        try body()
        let seconds = now(CLOCK_MONOTONIC) - start
        return seconds < 0.02 ? seconds : now(CLOCK_PROCESS_CPUTIME_ID) - processor
    }

    static func fail(_ message: String) -> Never {
        let line = Array("bench: \(message)\n".utf8)
        _ = line.withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
        exit(2)
    }

    static func write(_ automaton: Automaton, to path: String) throws {
        if path.hasSuffix(".tab") {
            try write(tab(automaton.asEpsilonNFA), to: path)
        } else {
            guard let format = Format.recognize(fileName: path, content: nil) else {
                throw Failure("\(path): unknown format")
            }
            try write(format.write(automaton).bytes, to: path)
        }
    }

    private static func tab(_ automaton: EpsilonNFA) -> [UInt8] {
        var bytes: [UInt8] = []
        func line(_ numbers: some Sequence<Int>) {
            for number in numbers {
                bytes.append(contentsOf: String(number).utf8)
                bytes.append(32)
            }
            bytes.append(10)
        }
        line([
            automaton.stateCount, automaton.alphabet.count, automaton.transitions.count + automaton.epsilonMoveCount,
            automaton.initialStates.count, automaton.finalStates.count,
        ])
        line(automaton.initialStates.map(Int.init))
        line(automaton.finalStates.map(Int.init))
        for transition in automaton.transitions {
            line([Int(transition.source), Int(transition.symbol), Int(transition.target)])
        }
        for state in automaton.states {
            for target in automaton.epsilonTargets(from: state) {
                line([Int(state), automaton.alphabet.count, Int(target)])
            }
        }
        return bytes
    }

    static func write(_ bytes: [UInt8], to path: String) throws {
        guard let file = fopen(path, "wb") else { throw Failure("can't write \(path)") }
        let count = fwrite(bytes, 1, bytes.count, file)
        guard fclose(file) == 0, count == bytes.count else { throw Failure("can't write \(path)") }
    }
}
