internal import TextSupport

/// The keys of the library's own JSON.
enum StatechartKeys {
    /// The format's name, and the version that is written and read.
    static let (format, version) = ("statechart", 1)

    /// The keys of states and charts; a chart is a state with more keys.
    enum State: String, JSONKey {
        case format, version, name, kind, scopedVariables, language
        case initial, initialActions, entry, exit, transitions
        case deferred = "defer"
        case activities, invocations, submachine, sealed, variables, keepsVariables, doneData, states, submachines

        /// A Boolean value that indicates whether only charts have the key.
        var isOfCharts: Bool {
            switch self {
            case .format, .version, .scopedVariables, .language, .submachines: true
            default: false
            }
        }
    }

    /// The keys of transitions.
    enum Transition: String, JSONKey {
        case events = "on"
        case after, completion
        case guarded = "if"
        case when
        case targets = "to"
        case join, local
        case actions = "do"
    }

    /// The keys of actions.
    enum Action: String, JSONKey {
        case perform, raise, send, cancel, assign, log, choose, forEach, addRegion, removeRegion, script, custom
        case data, after, id, idLocation, target, transport, value, index, namespace, attributes, content
        case list = "in"
        case actions = "do"

        /// The keys that can accompany a key for a kind of action; `nil` for other keys.
        var companions: Set<Action>? {
            switch self {
            case .perform, .cancel, .choose, .addRegion, .removeRegion, .script: []
            case .raise: [.data]
            case .send: [.data, .after, .id, .idLocation, .target, .transport]
            case .assign, .log: [.value]
            case .forEach: [.index, .list, .actions]
            case .custom: [.namespace, .attributes, .content]
            case .data, .after, .id, .idLocation, .target, .transport, .value, .index, .list, .actions, .namespace,
                .attributes, .content:
                nil
            }
        }
    }

    /// The keys of invocations.
    enum Invocation: String, JSONKey {
        case chart, location, text, kind, id, idLocation, arguments, forwardsEvents, finalize
    }

    /// The first characters of expressions that aren't in the library's language.
    static let (scriptMark, inlineMark): (Character, Character) = ("=", "@")

    /// The keys of conditions.
    enum Condition: String, JSONKey {
        case when, active, not, all, any
    }

    /// The keys of branches.
    enum Branch: String, JSONKey {
        case guarded = "if"
        case when
        case actions = "do"
    }
}
