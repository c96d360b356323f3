import Automata
import AutomataFormats
import MachineFormats
import Machines

extension MachineFormat {
    func read(_ text: String, budget: Budget = .default) throws -> MachineReadResult {
        try read(Array(text.utf8), budget: budget)
    }

    func read(_ text: [UInt8], budget: Budget = .default) throws -> MachineReadResult {
        try text.withUnsafeBytes { try read($0, options: ReadOptions(inputName: "m", budget: budget)) }
    }
}

extension Machine {
    var asMoore: MooreMachine? { if case .moore(let machine) = self { machine } else { nil } }
}

/// Texts of each format.
enum Texts {
    /// As AALpy and AutomataLib write a Mealy machine.
    static let mealy = """
        digraph g {
        s0 [label="s0"];
        s1 [label="s1"];
        s0 -> s1 [label="push / click"];
        s1 -> s0 [label="push / clack"];
        __start0 [label="", shape=none];
        __start0 -> s0 [label=""];
        }
        """
    static let aalpyMoore = """
        digraph m {
        s0 [label="s0|red", shape=record, style=rounded];
        s1 [label="s1|green", shape=record, style=rounded];
        s0 -> s1 [label="tick"];
        s1 -> s0 [label="tick"];
        __start0 [shape=none, label=""];
        __start0 -> s1 [label=""];
        }
        """
    static let automataLibMoore = """
        digraph g {
        \ts0 [shape="circle" label="0 / red"];
        \ts1 [shape="circle" label="1 / green"];
        \ts0 -> s1 [label="tick"];
        \ts1 -> s0 [label="tick"];
        __start0 [label="" shape="none" width="0" height="0"];
        __start0 -> s0;
        }
        """
    /// As AALpy reads it: labels have nothing but the output.
    static let outputsOnly = """
        digraph b {
        b -> c [label=i]; c -> b [label=i]; a -> b [label=i];
        a [label=red]; b [label=green]; c [label="red"];
        __start0 [shape=none, label=""]; __start0 -> a;
        }
        """
    static let modal = """
        digraph g {
        s0 [shape="circle" label="0"];
        s0 -> s0 [style="dashed" modality="MAY" label="a"];
        __start0 [label="" shape="none" width="0" height="0"];
        __start0 -> s0;
        }
        """
    static let decisionProcess = """
        digraph m {
        q0 [label="init"];
        q1 [label="beep"];
        q0 -> q1 [label="but:0.5"];
        q0 -> q0 [label="but:0.5"];
        q1 -> q1 [label="but:1.0"];
        __start0 [shape=none, label=""];
        __start0 -> q0 [label=""];
        }
        """
    static let kiss2 = """
        # a toggle
        .i 2
        .o 1
        .p 3
        .s 2
        .r on
        0- off off 0
        1- off on 1
        -- on off -
        .e
        """
    static let json = """
        {"format": "automata", "version": 1, "kind": "Mealy", "inputs": ["a", "b"], "outputs": ["x", "y"],
         "states": ["p", "q"], "initial": "q", "transitions": [["p", "a", "x", "q"], ["q", "b", "y", "p"]]}
        """
    static let mooreJSON = """
        {"format": "automata", "version": 1, "kind": "Moore", "inputs": ["a"], "outputs": ["x", "y"],
         "states": 2, "initial": 0, "stateOutputs": ["x", "y"], "transitions": [[0, "a", 1], [1, "a", 0]]}
        """
}
