// The functions here are described in automata.h.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import CAutomata
internal import Glibc

@c @implementation
public func automata_status_string(_ status: automata_status) -> UnsafePointer<CChar>? {
    let text: StaticString =
        switch status {
        case AUTOMATA_OK: "success"
        case AUTOMATA_ERROR_INVALID_ARGUMENT: "invalid argument"
        case AUTOMATA_ERROR_OUT_OF_RANGE: "number out of range"
        case AUTOMATA_ERROR_UNKNOWN_NAME: "unknown name"
        case AUTOMATA_ERROR_DUPLICATE_NAME: "duplicate name"
        case AUTOMATA_ERROR_INVALID_CLASS: "invalid class of symbols"
        case AUTOMATA_ERROR_WRONG_NAME_COUNT: "wrong number of state names"
        case AUTOMATA_ERROR_NONDETERMINISTIC: "automaton not deterministic"
        case AUTOMATA_ERROR_CYCLIC: "automaton not acyclic"
        case AUTOMATA_ERROR_BUDGET_EXCEEDED: "budget exceeded"
        case AUTOMATA_ERROR_CANCELLED: "cancelled"
        case AUTOMATA_ERROR_TOO_LARGE: "fixed limit exceeded"
        case AUTOMATA_ERROR_INVALID_TEXT: "invalid text"
        case AUTOMATA_ERROR_NOT_REPRESENTABLE: "not representable in this format"
        case AUTOMATA_ERROR_UNKNOWN_FORMAT: "unknown format"
        case AUTOMATA_ERROR_FILE: "file can't be read or written"
        case AUTOMATA_ERROR_EPSILON_MOVES: "automaton has epsilon moves"
        case AUTOMATA_ERROR_INCOMPATIBLE_ALPHABETS: "alphabets of different kinds"
        case AUTOMATA_ERROR_WRONG_GRAMMAR: "grammar of a different class"
        case AUTOMATA_ERROR_INCOMPLETE: "sketch not an automaton yet"
        case AUTOMATA_ERROR_INVALID_STATECHART: "statechart can't be run"
        case AUTOMATA_ERROR_MISPLACED_CALL: "call not allowed here"
        case AUTOMATA_ERROR_REFUSED: "step refused"
        case AUTOMATA_ERROR_NOT_LOADABLE: "not loadable"
        case AUTOMATA_ERROR_INVALID_ASSEMBLY: "assembly can't be run"
        default: "unknown status"
        }
    return StaticText(text).pointer
}

@c @implementation
public func automata_free(_ memory: UnsafeMutableRawPointer?) { free(memory) }
