/// A registry of replaceable types and their substitutes.
///
/// Swift has no list of all types, so each type is declared with its name. The program fills the
/// registry when it starts; then ``resolved()`` checks all types together. The order doesn't
/// matter: a substitute may be registered before its base is declared.
///
/// ```swift
/// var registry = TypeRegistry()
/// registry.declare(SyncEngine.self, named: "SyncEngine")
/// registry.declare(DeltaEngine.self, named: "DeltaEngine")
/// try registry.substitute(from: SourceText(#"{"SyncEngine": "DeltaEngine"}"#))
/// let types = try registry.resolved()
/// let engine = try types.make(SyncEngine.self)        // a DeltaEngine
/// ```
public struct TypeRegistry {
    struct Declaration {
        var name: String
        var target: Substitutions.Target
        var accepts: (Any.Type) -> Bool
    }

    /// An unchecked base and its substitute.
    struct Request {
        var base: Operand
        var substitute: Operand
    }

    /// A type, by itself or by its name.
    enum Operand {
        case type(Any.Type)
        case name(String, SourcePosition?)
    }

    private(set) var declarations: [Declaration] = []
    private(set) var requests: [Request] = []
    private(set) var sources: [SourceText] = []

    /// Creates an empty registry.
    public init() {}

    /// Declares a type that ``Substitutable/init()`` creates, or that is only a base of other
    /// types.
    ///
    /// ``resolved()`` refuses types and names that are declared twice.
    ///
    /// - Parameters:
    ///   - type: A class, a structure, an enumeration, or a protocol, such as `(any Service).self`.
    ///   - name: The name of the type in files.
    ///   - accepts: Returns whether another type may replace `type`. The default accepts
    ///     subclasses. For a protocol, pass a function such as `{ $0 is any Service.Type }`.
    /// - Complexity: O(1).
    public mutating func declare<Base>(
        _ type: Base.Type, named name: String, accepts: ((Any.Type) -> Bool)? = nil
    ) {
        let maker = (type as? any Substitutable.Type).map { Substitutions.Maker.initializer($0) } ?? .missing
        declare(type, name, maker, accepts ?? Self.subtypes(of: type))
    }

    /// Declares a type that is created from arguments.
    ///
    /// - Parameters:
    ///   - type: The type to declare.
    ///   - name: The name in files.
    ///   - accepts: Returns whether another type may replace `type`. The default accepts
    ///     subclasses.
    ///   - factory: Creates an instance from the arguments of ``Substitutions/make(_:with:)``.
    /// - Complexity: O(1).
    public mutating func declare<Base, Arguments: SendableMetatype>(
        _ type: Base.Type, named name: String, accepts: ((Any.Type) -> Bool)? = nil,
        factory: @escaping @Sendable (Arguments) -> Base
    ) {
        declare(
            type, name,
            .factory({ arguments in (arguments as? Arguments).map { factory($0) as Any } }, takes: Arguments.self),
            accepts ?? Self.subtypes(of: type))
    }

    private mutating func declare(
        _ type: Any.Type, _ name: String, _ maker: Substitutions.Maker, _ accepts: @escaping (Any.Type) -> Bool
    ) {
        declarations.append(
            Declaration(
                name: name, target: Substitutions.Target(type: type, name: name, maker: maker), accepts: accepts))
    }

    /// Returns a function that accepts a type and its subclasses.
    private static func subtypes<Base>(of type: Base.Type) -> (Any.Type) -> Bool {
        // A variable of the type `Base.Type` may hold a subclass, which the compiler doesn't know.
        if let type = type as? any Substitutable.Type { return subclasses(of: type) }
        return { $0 is Base.Type }
    }

    private static func subclasses<Base: Substitutable>(of type: Base.Type) -> (Any.Type) -> Bool {
        { $0 is Base.Type }
    }

    /// Registers a substitute of a type.
    ///
    /// - Complexity: O(1).
    public mutating func substitute(_ base: Any.Type, by substitute: Any.Type) {
        requests.append(Request(base: .type(base), substitute: .type(substitute)))
    }

    /// Registers a substitute of a type, by their names.
    ///
    /// - Complexity: O(1).
    public mutating func substitute(_ base: String, by substitute: String) {
        requests.append(Request(base: .name(base, nil), substitute: .name(substitute, nil)))
    }

    /// Registers the substitutes in a text, `{"Base": "Substitute", …}`.
    ///
    /// ``resolved()`` refuses unknown names.
    ///
    /// - Complexity: O(*n*) for *n* bytes.
    /// - Throws: `ProductLineError` that lists syntax errors, an exceeded size limit, duplicate
    ///   keys, and values that aren't names. Then no substitute is registered.
    public mutating func substitute(from text: SourceText) throws(ProductLineError) {
        let source = sources.count
        var findings = FindingList(sources + [text])
        var read: [Request] = []
        for entry in SettingEntries.read(text, source: source, &findings) where entry.parent == nil {
            guard case .text(let name)? = entry.value else {
                findings.add(
                    entry.valuePosition, "expected the name of a substitute for \(entry.key.inQuotes)",
                    "write a name in quotes")
                continue
            }
            read.append(
                Request(base: .name(entry.key, entry.position), substitute: .name(name, entry.valuePosition)))
        }
        try findings.check()
        sources.append(text)
        requests += read
    }
}
