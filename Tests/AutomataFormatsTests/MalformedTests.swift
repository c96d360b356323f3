import Automata
import AutomataFormats
import Testing

/// A text that isn't as its format wants it, and the whole message.
struct Malformed: Sendable, CustomTestStringConvertible {
    var format: Format
    var text: String
    var message: String
    var testDescription: String { "\(format): \(text.prefix(40).debugDescription)" }

    init(_ format: Format, _ text: String, _ message: String) {
        self.format = format
        self.text = text
        self.message = message
    }

    static let jff = "<structure><type>fa</type><automaton><state id=\"0\" name=\"p\"/>"
    static let json = #"{"format": "automata", "version": 1, "kind": "DFA", "alphabet": ["a"], "#

    static let all: [Malformed] = [
        Malformed(
            .mata, "",
            "x:1:1: expected '@NFA', '@NFA-explicit' or '@NFA-bits', found the end of the file"),
        Malformed(
            .mata, "# only a comment",
            "x:1:17: expected '@NFA', '@NFA-explicit' or '@NFA-bits', found the end of the file"),
        Malformed(
            .mata, "q0 a q1\n",
            "x:1:1: expected '@NFA', '@NFA-explicit' or '@NFA-bits', found 'q0'"),
        Malformed(
            .mata, "@AFA\n",
            "x:1:1: expected '@NFA', '@NFA-explicit' or '@NFA-bits', found '@AFA'"),
        Malformed(
            .mata, "@NFA x\n",
            "x:1:6: expected the end of the line, found 'x'"),
        Malformed(
            .mata, "@NFA\n%Inital q0\n",
            "x:2:1: expected '%Initial', '%Final', '%Alphabet-auto', '%Alphabet' or '%States', found '%Inital'"),
        Malformed(
            .mata, "@NFA\n%Initial q0\nq0 a\n",
            "x:3:5: expected a state, found the end of the line"),
        Malformed(
            .mata, "@NFA\n%Initial q0 \\",
            "x:2:14: expected another line after '\\', found the end of the text"),
        Malformed(
            .mata, "@NFA\nq0 a q1 q2\n",
            "x:2:9: expected the end of the line, found 'q2'"),
        Malformed(
            .mata, "@NFA\nq0 \"a q1\n",
            "x:2:4: expected a closing '\"' on the same line"),
        Malformed(
            .mata, "@NFA\n%Alphabet a b\nq0 c q1\n",
            "x:3:4: expected a symbol that %Alphabet lists, found 'c'"),
        Malformed(
            .mata, "@NFA\nq0 a q1\n@NFA\n",
            "x:3:1: a second automaton starts here; write one automaton in each file"),
        Malformed(
            .mata, "@NFA-bits\nq0 q1\n",
            "x:2:6: expected a state, found the end of the line"),
        Malformed(
            .mata, "@NFA-bits\nq0 (a & b q1\n",
            "x:2:11: expected '&', '|' or ')', found 'q1'"),
        Malformed(
            .mata, "@NFA-bits\nq0 a b q1\n",
            "x:2:8: expected the end of the line, found 'q1'"),
        Malformed(
            .mata, "@NFA-bits\nq0 a & & b q1\n",
            "x:2:8: expected a variable, '!', '(', '\\true' or '\\false', found '&'"),
        Malformed(
            .mata, "@NFA-bits\nq0 a) q1\n",
            "x:2:5: expected '&' or '|', found ')'"),
        Malformed(
            .mata, "@NFA-bits\nq0 !a | q1\n",
            "x:2:11: expected a state, found the end of the line"),
        Malformed(
            .mata, "@NFA-bits\n%Final q0 &\nq0 a q1\n",
            "x:2:12: expected a state, '!', '(', '\\true' or '\\false', found the end of the line"),
        Malformed(
            .mata, "@NFA-bits\n%Final q0 q1 | q2\nq0 a q1\n",
            "x:2:14: expected a state, found '|'"),
        Malformed(
            .att, "0 x a\n",
            "x:1:3: expected the number of a state, found 'x'"),
        Malformed(
            .att, "0\t1\ta\tb\n",
            "x:1:7: expected the input symbol 'a' as output too, found 'b': transducers and weights can't be read"),
        Malformed(
            .att, "0 1 a a 0.5\n",
            "x:1:9: expected no weight or the weight 0, found '0.5': weights can't be read"),
        Malformed(
            .att, "0 1 a a 0 0\n",
            "x:1:11: expected the end of the line, found '0'"),
        Malformed(
            .att, "0 1 a\n1 0.5\n",
            "x:2:3: expected no weight or the weight 0, found '0.5': weights can't be read"),
        Malformed(
            .att, "0\t\ta\ta\n",
            "x:1:3: expected a field, found two tabs in a row"),
        Malformed(
            .att, "99999999999999999999 1 a\n",
            "x:1:1: expected the number of a state, found '99999999999999999999'"),
        Malformed(
            .att, "-1 1 a\n",
            "x:1:1: expected the number of a state, found '-1'"),
        Malformed(
            .jflap, "",
            "x:1:1: the text is empty; check the program that wrote it"),
        Malformed(
            .jflap, "<structure>",
            "x:1:12: expected the end of an element, found the end of the file"),
        Malformed(
            .jflap, "<automaton/>",
            "x:1:1: expected <structure>, found <automaton>"),
        Malformed(
            .jflap, "<structure/>",
            "x:1:13: expected <type>fa</type> in <structure>"),
        Malformed(
            .jflap, "<structure><type>pda</type></structure>",
            "x:1:21: expected the type 'fa', a finite automaton, found 'pda'"),
        Malformed(
            .jflap, "<structure><type>fa</type><automaton><state name=\"q\"/></automaton></structure>",
            "x:1:38: expected an attribute 'id' of the state"),
        Malformed(
            .jflap, jff + "<state id=\"0\"/></automaton></structure>",
            "x:1:62: duplicate id '0' of a state; give each state an id of its own"),
        Malformed(
            .jflap, jff + "<transition><from>0</from><to>1</to><read>a</read></transition></automaton></structure>",
            "x:1:88: unknown state id '1'; add the state or fix the id"),
        Malformed(
            .jflap, jff + "<transition><from>0</from></transition></automaton></structure>",
            "x:1:62: expected <to> in the transition"),
        Malformed(
            .jflap,
            "<structure><type>fa</type>\n<state id=\"0\"><initial/></state>\n<state id=\"1\"><initial/></state></structure>",
            "x:3:15: expected one initial state, found a second one"),
        Malformed(
            .jflap, "<!DOCTYPE x [<!ENTITY a \"aaaa\">]><structure><type>fa</type></structure>",
            "x:1:25: unexpected declaration of an entity; remove it"),
        Malformed(
            .json, "",
            "x:1:1: expected an object, found the end of the file"),
        Malformed(
            .json, "{",
            "x:1:2: expected a key in quotes, found the end of the file"),
        Malformed(
            .json, "[1]",
            "x:1:1: expected an object, found '[1]'"),
        Malformed(
            .json, "{\"format\": \"automata\",\n \"version\": 2}",
            "x:2:13: expected version 1"),
        Malformed(
            .json, "{\"format\": \"automata\", \"format\": 1}",
            "x:1:24: duplicate key 'format'; remove one of the two"),
        Malformed(
            .json, json + "\"states\": 1}",
            "x:1:1: expected the key 'initial'"),
        Malformed(
            .json, json + "\"states\": -1, \"initial\": [], \"final\": [], \"transitions\": []}",
            "x:1:82: expected a list of names or the number of states, 0…16777216"),
        Malformed(
            .json, json + "\"states\": 1, \"initial\": [1], \"final\": [], \"transitions\": []}",
            "x:1:97: expected a state, by name or by number below 1"),
        Malformed(
            .json, json + "\"states\": 1, \"initials\": [0], \"final\": [], \"transitions\": []}",
            "x:1:85: unknown key 'initials'; expected 'format', 'version', 'kind', 'alphabet', 'states', 'initial', 'final', 'transitions'"
        ),
        Malformed(
            .json, json + "\"states\": [\"p\", \"p\"], \"initial\": [], \"final\": [], \"transitions\": []}",
            "x:1:88: the state 'p' is listed twice; expected each state once"),
        Malformed(
            .json,
            json + "\"states\": 1, \"initial\": [0], \"final\": [],\n\"transitions\": [[0, \"a\", 0],\n[0, \"b\", 0]]}",
            "x:3:5: expected a symbol of the alphabet, by name or by number below 1, or null for ε"),
        Malformed(
            .json, json + "\"states\": 1, \"initial\": [0], \"final\": [],\n\"transitions\": [[0, null, 0]]}",
            "x:2:21: expected a symbol: null is ε, which only the kind \"epsilon-NFA\" has"),
        Malformed(
            .json,
            json + "\"states\": 2, \"initial\": [0], \"final\": [],\n\"transitions\": [[0, \"a\", 0], [0, \"a\", 1]]}",
            "x:1:46: invalid DFA: state q0 has 2 targets on symbol 'a' (q0, q1); a DFA has one at most: make its kind NFA"
        ),
        Malformed(
            .json, json + "\"states\": 99999999999999999999}",
            "x:1:82: expected a list of names or the number of states, 0…16777216"),
        Malformed(
            .dot, "",
            "x:1:1: expected 'digraph', found the end of the file"),
        Malformed(
            .dot, "graph { a -- b }",
            "x:1:1: expected 'digraph', as an automaton's edges have a direction, found 'graph'"),
        Malformed(
            .dot, "digraph { a -- b }",
            "x:1:13: expected '->', found '--'"),
        Malformed(
            .dot, "digraph {\n a -> b",
            "x:2:8: expected '}', found the end of the file"),
        Malformed(
            .dot, "digraph {\n a -> \"b }",
            "x:2:7: expected a closing '\"' after this one"),
        Malformed(
            .dot, "digraph {\n a -> b [label=<x }",
            "x:2:16: expected a closing '>' for this '<'"),
        Malformed(
            .dot, "digraph { /* a -> b }",
            "x:1:11: expected '*/' after this '/*'"),
        Malformed(
            .dot, "digraph {\n a -> b [label=\"x\"]\n}",
            "x:1:1: expected an initial state: an arrow from a node with shape=point, shape=none or style=invis, a node with style=bold, or a node named 0"
        ),
        Malformed(
            .dot, "digraph { 0 -> 1 [label=\"a,,b\"] }",
            "x:1:25: expected symbols separated by commas as the edge's label, found 'a,,b'"),
        Malformed(
            .dot, "digraph { a -> ; }",
            "x:1:16: expected a name, found ';'"),
        Malformed(
            .dot, "digraph { a [label= ] }",
            "x:1:21: expected a name, found ']'"),
        Malformed(
            .dot, "digraph { a } digraph { b }",
            "x:1:15: expected the end of the file after one graph, found 'digraph'"),
        Malformed(
            .dot, "digraph { alphabet=\"a\"; 0 -> 1 [label=b] }",
            "x:1:39: expected symbols of the graph's alphabet as the edge's label, found 'b'"),
        Malformed(
            .ba, "\n\n",
            "x:3:1: expected the initial state, found the end of the file"),
        Malformed(
            .ba, "p\np->q\n",
            "x:2:2: expected ',' after the symbol, found '->'; write a transition as symbol,source->target"),
        Malformed(
            .ba, "p\na->b,p->q\n",
            "x:2:2: expected ',' after the symbol, found '->'; write a transition as symbol,source->target"),
        Malformed(
            .ba, "p\na,p q\n",
            "x:2:6: expected '->' and the target, found the end of the line"),
        Malformed(
            .ba, "p\na,b,p->q\n",
            "x:2:4: expected one ',' and one '->' in a transition, found a second ',' or '->'; rename the states and symbols that have ',' or '->' in their names"
        ),
        Malformed(
            .ba, "p\na,p->q->r",
            "x:2:7: expected one ',' and one '->' in a transition, found a second ',' or '->'; rename the states and symbols that have ',' or '->' in their names"
        ),
        Malformed(
            .ba, "p\n,p->q\n",
            "x:2:1: expected a symbol, found ',p->q'"),
        Malformed(
            .ba, "p\na,->q\n",
            "x:2:3: expected the source, found '->q'"),
        Malformed(
            .ba, "p\na,p->\r\n",
            "x:2:6: expected the target, found the end of the line"),
        Malformed(
            .ba, "p\na,p->q\nq\n\nb,q->q\n",
            "x:5:1: expected an accepting state, found a transition; write all transitions before the accepting states"
        ),
        Malformed(
            .dot, "digraph { \u{1} }",
            "x:1:11: expected a name, a number, a string or punctuation, found '\\x01'"),
    ]
}

@Suite("Texts that aren't as they should be")
struct MalformedTests {
    @Test("the message tells the place and what was expected", arguments: Malformed.all)
    func message(_ malformed: Malformed) throws {
        do {
            _ = try malformed.format.read(malformed.text)
            Issue.record("it was read")
        } catch let error as FormatError {
            #expect(error.description == malformed.message)
        }
    }

    @Test("a text without a name has a place all the same")
    func nameless() throws {
        let text = Array("@NFA\n%Unknown\n".utf8)
        do {
            _ = try text.withUnsafeBytes { try Format.mata.read($0) }
            Issue.record("it was read")
        } catch let error as FormatError {
            #expect(error.inputName == nil && error.description.hasPrefix("\(error.line ?? 0):"))
        }
    }
}
