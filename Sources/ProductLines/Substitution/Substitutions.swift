/// The declared types of a product, and their substitutes.
public struct Substitutions: Sendable {
    enum Maker: Sendable {
        /// There is no way to create an instance.
        case missing
        case initializer(any Substitutable.Type)
        case factory(@Sendable (Any) -> Any?, takes: Any.Type)
    }

    struct Target: Sendable {
        var type: Any.Type
        var name: String
        var maker: Maker
    }

    private let byType: [ObjectIdentifier: Target]
    private let byName: [String: Target]

    init(byType: [ObjectIdentifier: Target], byName: [String: Target]) {
        self.byType = byType
        self.byName = byName
    }

    /// The declared names, sorted.
    ///
    /// - Complexity: O(*n* log *n*) for *n* names.
    public var names: [String] { byName.keys.sorted() }

    /// Returns the substitute of a type.
    ///
    /// - Returns: The type itself if it has no substitute; `nil` if the type isn't declared.
    /// - Complexity: O(1).
    public func type(for base: Any.Type) -> Any.Type? { byType[ObjectIdentifier(base)]?.type }

    /// Returns the substitute of the type with a name.
    ///
    /// - Returns: The type itself if it has no substitute, or `nil` if no declared type has the
    ///   name.
    /// - Complexity: O(1).
    public func type(named name: String) -> Any.Type? { byName[name]?.type }

    /// Creates an instance of a type's substitute.
    ///
    /// - Complexity: O(1), plus the time of the initializer.
    /// - Throws: `ProductLineError` if the type isn't declared, if its substitute has a factory or
    ///   isn't ``Substitutable``, or if the instance isn't of the type.
    public func make<Base>(_ base: Base.Type) throws(ProductLineError) -> Base {
        let target = try target(for: base)
        guard case .initializer(let type) = target.maker else { throw cannotMake(target, "no arguments") }
        guard let made = type.init() as? Base else { throw wrongTypeError(target, base) }
        return made
    }

    /// Creates an instance of a type's substitute from arguments.
    ///
    /// - Complexity: O(1), plus the time of the factory.
    /// - Throws: `ProductLineError` if the type isn't declared, if its substitute has no factory
    ///   that takes such arguments, or if the instance isn't of the type.
    public func make<Base, Arguments>(_ base: Base.Type, with arguments: Arguments) throws(ProductLineError) -> Base {
        let target = try target(for: base)
        guard case .factory(let make, _) = target.maker, let made = make(arguments) else {
            throw cannotMake(target, "\(Arguments.self)")
        }
        guard let made = made as? Base else { throw wrongTypeError(target, base) }
        return made
    }

    private func target(for base: Any.Type) throws(ProductLineError) -> Target {
        if let target = byType[ObjectIdentifier(base)] { return target }
        throw ProductLineError(
            "the type \(String(describing: base).inQuotes) isn't declared", remedy: "declare it first")
    }

    private func cannotMake(_ target: Target, _ arguments: String) -> ProductLineError {
        let remedy =
            switch target.maker {
            case .missing: "let it conform to Substitutable, or declare it with a factory"
            case .initializer: "create it without arguments"
            case .factory(_, let takes): "create it with a value of \(takes)"
            }
        return ProductLineError("\(target.name.inQuotes) can't be created from \(arguments)", remedy: remedy)
    }

    private func wrongTypeError(_ target: Target, _ base: Any.Type) -> ProductLineError {
        ProductLineError(
            "\(target.name.inQuotes) isn't of the type \(base)",
            remedy: "let `accepts` in the type's declaration refuse it")
    }
}
