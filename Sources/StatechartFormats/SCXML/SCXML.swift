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
    /// The scripting language that the library knows.
    static let ecmascript = "ecmascript"
    /// The namespaces of XML inclusions.
    static let inclusionNamespaces: Set = ["http://www.w3.org/2001/XInclude", "http://www.w3.org/2003/XInclude"]
    /// Elements whose text has a meaning.
    static let elementsWithText: Set = ["content", "data", "assign", "script"]
    /// Elements of SCXML that the library's namespace also has, for places in which SCXML doesn't
    /// allow them.
    static let sharedElements: Set = ["initial", "onentry", "onexit", "transition", "donedata", "content", "param"]

    /// Returns the problem of a part that SCXML doesn't have.
    static func refusal(_ part: String) -> TextProblem {
        TextProblem(message: "SCXML can't represent \(part)", remedy: "write JSON")
    }

    // MARK: - Data models

    /// Returns the name of a data model, in lowercase if the library knows the data model.
    static func dataModel(named name: String) -> String {
        let lowercased = name.lowercased()
        return ["null", dataModel, ecmascript].contains(lowercased) ? lowercased : name
    }

    /// Returns whether a name, as `dataModel(named:)` returns it, is that of a scripting language.
    static func isScriptLanguage(_ name: String) -> Bool {
        !name.isEmpty && name == name.trimmed && dataModel(named: name) == name && !["null", dataModel].contains(name)
    }

    // MARK: - Other tools

    /// The beginnings of namespaces in which editors keep positions, colors and notes.
    private static let metadataNamespaces = [
        "http://www.qt.io/", "http://www.inkscape.org/", "http://sodipodi.sourceforge.net/", "http://www.w3.org/",
        "http://purl.org/dc/", "http://creativecommons.org/", "http://web.resource.org/cc/", "http://www.yakindu.org/",
        "http://www.eclipse.org/", "http://www.omg.org/", "https://xstate.js.org/", "https://stately.ai/",
    ]
    /// The names of elements for positions and notes in other namespaces.
    private static let metadataElements: Set = [
        "editorinfo", "metadata", "annotation", "documentation", "comment", "description", "layout", "geometry", "note",
    ]

    /// Returns whether an element of another namespace has no effect on the run of a chart.
    static func isMetadata(_ name: (local: String, namespace: String)) -> Bool {
        metadataElements.contains(name.local.lowercased())
            || metadataNamespaces.contains { name.namespace.hasPrefix($0) }
    }

    /// The attributes of drafts of SCXML (2005–2012) by element, with their later names; an empty
    /// name stands for an attribute without a meaning.
    static let draftAttributes: [String: [String: String]] = [
        "scxml": ["initialstate": "initial", "profile": "datamodel", "exmode": ""],
        "transition": ["next": "target"], "assign": ["name": "location"], "data": ["name": "id"],
        "send": ["sendid": "id", "targettype": "type"], "invoke": ["targettype": "type"],
    ]

    /// The remedies for elements, and for attributes after their element, that drafts had.
    static let remedies = [
        "target": "write the target as an attribute of <transition>",
        "var": "declare it by <data> in <datamodel>, and change it by <assign>",
        "anchor": "use <history>", "validate": "check the data by a condition",
        "exit": "let a transition enter a <final> state of the chart",
        "state/src": "include the file by <xi:include href=\"…\" parse=\"xml\"/> in the state",
        "send/contentexpr": "write <content expr=\"…\"/> in <send>",
        "initial/event": "leave out the event: the initial transition is always taken",
        "initial/cond": "let the transition enter a choice state, and put the conditions there",
    ]
}
