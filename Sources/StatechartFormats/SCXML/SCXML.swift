/// The names of SCXML and of our additions to it.
enum SCXML {
    /// The namespace of the W3C's elements.
    static let namespace = "http://www.w3.org/2005/07/scxml"
    /// The namespace of our elements and attributes.
    static let automataNamespace = "urn:automata:statechart"
    /// The beginning of namespaces among which nobody else's are.
    static let automataFamily = "urn:automata:"
    /// The prefix that names of that namespace have here and in texts that are written.
    static let prefix = "automata:"
    /// The data model of our expressions.
    static let dataModel = "automata"
    /// The data models of scripting languages.
    static let scriptLanguages: Set = ["ecmascript"]
    /// Elements of SCXML that our namespace has, too, for places where SCXML doesn't have them.
    static let sharedElements: Set = ["initial", "onentry", "onexit", "transition", "donedata", "content", "param"]
}
