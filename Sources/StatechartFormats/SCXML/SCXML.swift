/// The names of SCXML and of the library's additions to it.
enum SCXML {
    /// The namespace of the W3C's elements.
    static let namespace = "http://www.w3.org/2005/07/scxml"
    /// The namespace of the library's elements and attributes.
    static let automataNamespace = "urn:automata:statechart"
    /// The reserved beginning of the library's namespaces.
    static let automataFamily = "urn:automata:"
    /// The prefix of names in that namespace, here and in written texts.
    static let prefix = "automata:"
    /// The data model of the library's expressions.
    static let dataModel = "automata"
    /// The data models of scripting languages.
    static let scriptLanguages: Set = ["ecmascript"]
    /// Elements of SCXML that the library's namespace also has, for places in which SCXML doesn't
    /// allow them.
    static let sharedElements: Set = ["initial", "onentry", "onexit", "transition", "donedata", "content", "param"]
}
