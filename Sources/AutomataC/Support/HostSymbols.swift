internal import CAutomata
internal import Statecharts
internal import TextSupport

/// A guard or an action with its function.
struct HostSymbol: StatechartSymbol, @unchecked Sendable {
    // Unchecked: the name is never changed, and the function may be called on any thread.
    let name: UnsafePointer<CChar>
    let function: @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> CInt

    init(
        name: UnsafePointer<CChar>,
        function: @escaping @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> CInt
    ) {
        (self.name, self.function) = (name, function)
    }

    /// Returns `nil`, as a text has no function.
    init?(rawValue: String) { nil }

    var rawValue: String { String(cString: name) }

    static var allCases: [HostSymbol] { [] }

    static func == (left: HostSymbol, right: HostSymbol) -> Bool { left.name == right.name }

    func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// The guards or the actions of a C program: its functions, and the names in a chart for which they
/// stand. The names are at fixed addresses for the lifetime of the object.
final class HostSymbols: @unchecked Sendable {
    // Unchecked: names are added only before the object is shared.
    private var functions: [ByteKey: automata_machine_callback] = [:]
    private var rest: automata_machine_callback?
    private var symbols: [ByteKey: HostSymbol] = [:]

    /// - Parameter what: The kind of the functions, for messages.
    init(
        _ start: UnsafePointer<automata_statechart_binding>?, _ count: Int, _ what: StaticString
    ) throws(CallError) {
        for binding in try Argument.array(start, count, what) {
            guard let function = binding.function else {
                throw .invalidArgument("'\(what)' has a NULL function; set it")
            }
            guard let name = binding.name else {
                guard rest == nil else {
                    throw .statechart(.duplicateName("'\(what)' has two entries without a name; keep one"))
                }
                rest = function
                continue
            }
            let text = try Argument.string(name, Argument.zeroTerminated, what)
            guard functions.updateValue(function, forKey: ByteKey(text)) == nil else {
                throw .statechart(.duplicateName("'\(what)' has the name '\(text)' twice; keep one"))
            }
        }
    }

    deinit { for symbol in symbols.values { UnsafeMutablePointer(mutating: symbol.name).deallocate() } }

    /// Returns the symbol of a name in the chart; `nil` if it has no function.
    func bind(_ name: String) -> HostSymbol? {
        if let symbol = symbols[ByteKey(name)] { return symbol }
        guard let function = functions[ByteKey(name)] ?? rest else { return nil }
        let copy = UnsafeMutablePointer<CChar>.allocate(capacity: name.utf8.count + 1)
        for (index, byte) in name.utf8.enumerated() { copy[index] = CChar(bitPattern: byte) }
        copy[name.utf8.count] = 0
        let symbol = HostSymbol(name: copy, function: function)
        symbols[ByteKey(name)] = symbol
        return symbol
    }

    /// Calls a closure with the symbol of a name; returns `nil` if the name has no function.
    ///
    /// The names of invoked charts aren't bound.
    func withSymbol<Result>(for name: String, _ body: (HostSymbol) throws -> Result) rethrows -> Result? {
        if let symbol = symbols[ByteKey(name)] { return try body(symbol) }
        guard let function = functions[ByteKey(name)] ?? rest else { return nil }
        return try name.withCString { try body(HostSymbol(name: $0, function: function)) }
    }
}
