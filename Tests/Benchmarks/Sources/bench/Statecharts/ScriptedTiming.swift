import StatechartFormats
import StatechartScripts
import Statecharts

/// How long charts in ECMAScript take for an event.
///
/// `Peers/statecharts_sismic.py` has the same charts in Python.
enum ScriptedTiming {
    /// The number of events that each measurement takes.
    private static let count = 4096

    /// The ring, whose transitions have guards; its actions count.
    private static let ring: String = {
        let kinds = [
            ("next", 1, "counts.next++"), ("previous", 7, "counts.previous++"), ("jump", 3, ""),
            ("stay", 0, "counts.stay++"),
        ]
        let states = (0..<8).map { place in
            let told =
                "<transition event='tell'><log expr='counts.next + 3 * counts.previous + 7 * counts.stay'/></transition>"
            let transitions = kinds.map { name, step, action in
                "<transition event='\(name)' cond='counts.next &gt;= 0' target='s\((place + step) % 8)'>"
                    + (action.isEmpty ? "" : "<script>\(action)</script>") + "</transition>"
            }
            return "<state id='s\(place)'>\(transitions.joined())\(told)</state>"
        }
        return "<datamodel><data id='counts'>{\"next\": 0, \"previous\": 0, \"stay\": 0}</data></datamodel>"
            + states.joined()
    }()

    private static let tikTok = """
        <datamodel><data id='count' expr='0'/></datamodel>
        <state id='start'><transition target='tikTok'/></state>
        <state id='tikTok'>
          <transition cond='count &gt;= \(count / 2)' target='done'/>
          <state id='tik'><onentry><raise event='performTik'/></onentry><transition event='performTik' target='tok'/></state>
          <state id='tok'><onentry><raise event='performTok'/><script>count++</script></onentry>
            <transition event='performTok' target='tik'/></state>
        </state>
        <state id='done'><onentry><log expr='count'/></onentry></state>
        """

    private static func chart(_ content: String) throws -> Statechart {
        try StatechartFormat.scxml.chart(
            from:
                "<scxml xmlns='http://www.w3.org/2005/07/scxml' version='1.0' datamodel='ecmascript'>\(content)</scxml>"
        )
    }

    static func run(_ events: [RingChart.Event], _ report: (String, Int, () throws -> Int) throws -> Void) throws {
        var context = StatechartContext(limits: StateMachineLimits(steps: .max))
        context.makeScripts = { try ECMAScript(named: $0) }
        let ring = try chart(ring)
        let names = events.prefix(count).map(\.rawValue)
        try report("scripted ring", names.count) {
            let session = try StatechartSession(ring, in: context)
            for name in names { try session.send(name) }
            try session.send("tell")
            return try sum(of: session)
        }
        let tikTok = try chart(tikTok)
        try report("scripted tiktok", count) {
            try sum(of: StatechartSession(tikTok, in: context))
        }
    }

    /// The number that a chart has logged at its end.
    private static func sum(of session: StatechartSession) throws -> Int {
        guard case .number(let sum)? = session.behavior.log.last?.value else {
            throw Failure("a chart in ECMAScript isn't done")
        }
        return Int(sum)
    }
}
