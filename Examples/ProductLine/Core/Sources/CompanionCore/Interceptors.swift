// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
/// The events of the program.
public struct CompanionEvents {
    public let start: Event<Void>
    public let sync: Event<Int>
}

/// A part of the program without a view, which waits for events.
public protocol Interceptor: Module {
    func attach(to interception: inout Interception, _ events: CompanionEvents) throws
}

/// Asks for a name and a password before the program starts.
public final class InAppLogin: Interceptor {
    public init() {}
    public func attach(to interception: inout Interception, _ events: CompanionEvents) throws {
        try interception.attach(.before, to: [events.start]) { _ in print("login: name and password") }
    }
}

/// Asks the identity service of the company before the program starts.
public final class SingleSignOn: Interceptor {
    public init() {}
    public func attach(to interception: inout Interception, _ events: CompanionEvents) throws {
        try interception.attach(.before, to: [events.start]) { _ in print("login: single sign-on") }
    }
}

/// Asks for a PIN before the program starts.
public final class Passcode: Interceptor {
    public init() {}
    public func attach(to interception: inout Interception, _ events: CompanionEvents) throws {
        try interception.attach(.before, to: [events.start]) { _ in print("passcode: PIN") }
    }
}

/// Reports the number of synchronized files.
public final class Analytics: Interceptor {
    public init() {}
    public func attach(to interception: inout Interception, _ events: CompanionEvents) throws {
        try interception.attach(.after, to: [events.sync]) { print("analytics: \($0.payload) files") }
    }
}
