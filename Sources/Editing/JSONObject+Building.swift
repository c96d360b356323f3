internal import TextSupport

extension JSONObject {
    /// Creates an object with the members that a function adds.
    init(_ addMembers: (inout JSONObject) -> Void) {
        self = [:]
        addMembers(&self)
    }

    /// The object without spaces between tokens.
    var text: String { JSONText(self, isCompact: true).text }

    /// Adds a number to three decimal places, which is all that can be seen.
    mutating func add(_ name: String, _ value: Double) { add(name, Thousandths(value)) }

    /// Adds a number to three decimal places, or `null`.
    mutating func add(_ name: String, _ value: Double?) { add(name, value.map(Thousandths.init)) }

    mutating func add(_ name: String, _ position: (x: Double, y: Double)) {
        add(name, [Thousandths(position.x), Thousandths(position.y)])
    }

    /// Adds a list of objects.
    mutating func add<Item>(_ name: String, _ items: [Item], _ addMembers: (inout JSONObject, Item) -> Void) {
        add(name, items.map { item in JSONObject { addMembers(&$0, item) } })
    }

    /// Adds a list of values that are written already.
    mutating func add(_ name: String, written items: [String]) { add(name, items.map(JSONText.init(written:))) }
}

/// A number to three decimal places; 0 if it isn't finite.
private struct Thousandths: JSONWritable {
    private let value: Double

    init(_ value: Double) {
        let thousandths = value * 1000
        let isShort = thousandths.magnitude < 1e15
        self.value = isShort ? thousandths.rounded() / 1000 : value.isFinite ? value : 0
    }

    func write(to output: inout JSONOutput) { output.number(value) }
}
