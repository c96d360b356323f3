import Automata
import AutomataFormats

let text = #"<structure><type>fa</type><state id="0"><initial/><final/></state></structure>"#
let lock = try Array(text.utf8).withUnsafeBytes { try Format.jflap.read($0) }
print(String(decoding: try Format.mata.write(.dfa(lock.minimized())).bytes, as: UTF8.self), terminator: "")
