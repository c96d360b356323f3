internal import Statecharts
internal import TextSupport
internal import WorkLimits

/// Writes a program as a header of C99 that contains its implementation.
struct CCode {
    let program: StateProgram
    let names: ProgramNames
    let clock: ProgramClock
    let choices: Choices
    /// The type of the numbers of states, transitions, events and timers.
    let numberType: String
    var writer: CodeWriter

    init(_ program: StateProgram, _ clock: ProgramClock, _ budget: Budget) {
        self.program = program
        self.clock = clock
        names = ProgramNames(program)
        choices = Choices(program)
        let greatest = max(
            program.states.count, program.transitions.count, program.eventNames.count, program.timers.count)
        numberType = Self.type(upTo: greatest + 1)
        writer = CodeWriter(
            signs: ["@": names.prefix, "%": names.prefix.uppercased(), "$": numberType], budget)
    }

    /// The code.
    mutating func text() throws(LimitError) -> String {
        addHeader()
        addImplementation()
        return try writer.finish()
    }

    var stateCount: Int { program.states.count }
    /// The words of a set of states.
    var setSize: Int { (stateCount + 31) / 32 }
    var hasTimers: Bool { !program.timers.isEmpty }
    var hasDeferrals: Bool { !program.deferrers.isEmpty }
    var hasHistories: Bool { program.isDynamic }
    var historyCount: Int { hasHistories ? program.histories.count : 0 }
    /// Whether sets are cleared in loops.
    var clears: Bool { usesSets && (setSize > 1 || hasHistories) }

    /// The names of the events with a constant, by number; timers have none.
    var handledNames: [String] {
        (0...(names.events.keys.max() ?? 0)).map { names.events[$0] == nil ? "" : program.eventNames[$0] }
    }

    /// The default capacity of queues: enough for one event of each action that raises or sends
    /// one.
    private var queueSize: Int {
        let count = program.allStatements.count { statement in
            switch statement {
            case .raise, .send, .finish: true
            default: false
            }
        }
        return min(max(8, count), 255)
    }

    // MARK: - Header

    private mutating func addHeader() {
        addTitle()
        addConstants()
        addTypes()
        writer.add(
            """
            /* Enters the initial states. The context isn't changed. */
            @_result @_start(@ *machine);

            /* Handles an event. After FULL and ENDLESS, the next call first does the remaining work; if that work
               returns FULL or ENDLESS again, so does the call, and the event isn't processed. NO_EVENT does only
               the remaining work. */
            @_result @_send(@ *machine, @_event event);

            """)
        if hasTimers {
            writer.add(
                """
                /* Advances the time, and handles timers and events that become due; a unit is \(clock.unit). */
                @_result @_advance(@ *machine, @_time time);

                /* Returns whether a timer is running, and stores the time until it becomes due. */
                bool @_next_time(const @ *machine, @_time *time);

                """)
        }
        writer.add(
            """
            bool @_is_active(const @ *machine, @_state state);
            bool @_has_ended(const @ *machine);

            /* For the functions below: adds an event before all external events. */
            void @_raise(@ *machine, @_event event);
            \(hasPosts ? "/* For the functions below: adds an event after the raised events. */\nvoid @_post(@ *machine, @_event event);\n" : "")
            """)
        addPrototypes()
        writer.add(
            """
            /* The names of states and events by number. To have them, define %_NAMES before each inclusion. */
            #ifdef %_NAMES
            extern const char *const @_state_names[\(stateCount)];
            extern const char *const @_event_names[\(handledNames.count)];
            #endif

            #ifdef __cplusplus
            }
            #endif
            #endif

            """)
    }

    private mutating func addTitle() {
        writer.addVerbatim(
            "/* The statechart \(Message.quoted(program.name.utf8).inComment) as C99 without heap or library.")
        writer.add(
            """

               Include this file where the machine is used; in one C file, define %_IMPLEMENTATION before.
               Write the functions under "To be written". A machine belongs to one thread at a time. */
            #ifndef %_H
            #define %_H

            #include <stdbool.h>
            #include <stdint.h>

            #ifdef __cplusplus
            extern "C" {
            #endif

            /* The maximum number of events in a queue, and of steps that one event may cause. */
            #ifndef %_QUEUE
            #define %_QUEUE \(queueSize)
            #endif
            #ifndef %_STEPS
            #define %_STEPS 10000
            #endif
            #if %_QUEUE < 1 || %_QUEUE > 255
            #error "%_QUEUE must be from 1 to 255"
            #endif
            """)
        if hasTimers {
            let (own, delayed) = (
                program.timers.count { $0.state != nil }, program.timers.count { $0.state == nil }
            )
            writer.add(
                """
                /* The maximum number of timers and delayed events that run at the same time. */
                #ifndef %_TIMERS
                #define %_TIMERS \(min(own + 4 * delayed, 65535))
                #endif
                #if %_TIMERS < 1 || %_TIMERS > 65535
                #error "%_TIMERS must be from 1 to 65535"
                #endif
                """)
        }
        writer.add("")
    }

    private mutating func addConstants() {
        writer.block("typedef enum {", closing: "} @_state;") { writer in
            for (state, name) in names.states.enumerated() {
                writer.addVerbatim(
                    "\(names.state(state)) = \(state),\(Self.comment(program.states[state].name, besides: name))")
            }
        }
        writer.add("")
        writer.block("typedef enum {", closing: "} @_event;") { writer in
            writer.add("%_NO_EVENT = 0,")
            for event in program.events {
                let text = program.eventNames[event]
                writer.addVerbatim(
                    "\(names.event(event)) = \(event),\(Self.comment(text, besides: names.events[event] ?? ""))")
            }
            for event in program.innerEvents {
                let timer = zip(program.timers, clock.delays).first { $0.0.event == event && $0.0.state != nil }
                let place = timer.flatMap { timer, delay in
                    timer.state.map { "\(delay) \(clock.unit.dropFirst(2)) in \(program.states[$0].name)" }
                }
                let text = place ?? program.eventNames[event]
                writer.addVerbatim("\(names.event(event)) = \(event), /* \(text.inComment) */")
            }
        }
        writer.add(
            """

            typedef enum {
                %_IGNORED,
                %_TAKEN,
                %_DEFERRED,
                /* A queue is full. */
                %_FULL,
                /* The limit of steps is exceeded. */
                %_ENDLESS
            } @_result;

            """)
        if hasTimers {
            writer.add(
                """
                /* Time in units of \(clock.unit). */
                #define %_TIMES_PER_SECOND \(clock.unitsPerSecond)
                typedef \(clock.isLong ? "uint64_t" : "uint32_t") @_time;

                """)
        }
    }

    private static func comment(_ text: String, besides name: String) -> String {
        text.lowercased() == name ? "" : " /* \(text.inComment) */"
    }

    private mutating func addTypes() {
        writer.add(
            """
            typedef struct {
                uint8_t first, count;
                $ events[%_QUEUE];
            } @_queue;

            """)
        let (usesSets, setSize, width) = (usesSets, setSize, program.width)
        let (hasDeferrals, hasTimers, hasPosts, hasEventless, historyCount) = (
            hasDeferrals, hasTimers, hasPosts, program.hasEventless, historyCount
        )
        writer.block("typedef struct @ {", closing: "} @;") { writer in
            writer.add("/* For your functions. */\nvoid *context;")
            // What is small comes first, where processors reach it by short instructions.
            writer.add(
                usesSets
                    ? "uint32_t active[\(setSize)];\n$ chosen[\(width)], chosen_count;" : "$ state;")
            writer.add("/* The event that is handled, also a deferred one; NO_EVENT before the first. */\n$ event;")
            writer.add("uint8_t phase;\(hasEventless ? "\nbool is_unsettled;" : "")")
            if hasDeferrals { writer.add("uint8_t deferred_count, retry_first, retry_end;") }
            if hasTimers { writer.add("uint16_t timer_count;") }
            writer.add("@_queue raised\(hasPosts ? ", posted" : "");")
            if hasDeferrals { writer.add("$ deferred[%_QUEUE];") }
            if hasTimers { writer.add("struct { @_time left; $ number; } timers[%_TIMERS];") }
            if historyCount > 0 { writer.add("uint32_t history[\(historyCount)][\(setSize)];") }
        }
        writer.add("")
    }

    private mutating func addPrototypes() {
        let functions = names.functions(program)
        guard !functions.isEmpty else { return }
        writer.add("/* To be written. */")
        for function in functions {
            let lines = function.text.commentLines
            for (index, line) in lines.enumerated() {
                writer.addVerbatim((index == 0 ? "/* " : "   ") + line + (index == lines.count - 1 ? " */" : ""))
            }
            writer.add(
                function.isGuard ? "bool @_\(function.name)(const @ *machine);" : "void @_\(function.name)(@ *machine);"
            )
        }
        writer.add("")
    }
}

extension String {
    /// The lines of the text for a comment, without what ends or hides it.
    var commentLines: [String] {
        var lines: [String] = []
        for line in split(separator: "\n").prefix(40) {
            var text = ""
            for scalar in line.unicodeScalars.prefix(200) {
                let last = text.utf8.last
                if scalar == "/" && last == UInt8(ascii: "*") || scalar == "*" && last == UInt8(ascii: "/") {
                    text += " "
                }
                let isControl = scalar.properties.generalCategory == .control || scalar.properties.isBidiControl
                text.unicodeScalars.append(isControl ? " " : scalar)
            }
            if line.unicodeScalars.count > 200 { text += "…" }
            lines.append(text)
        }
        if split(separator: "\n").count > 40 { lines.append("…") }
        return lines
    }

    /// The text in a comment on one line.
    var inComment: String { commentLines.joined(separator: " ") }
}
