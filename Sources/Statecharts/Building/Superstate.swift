/// The data around a state that its code uses: a behavior, or a ``Superstate``.
public protocol SuperiorData {
    /// The behavior with the data of the machine.
    associatedtype Behavior: StatechartBehavior
    /// Returns the data around a state, from the behavior.
    static func superior(in behavior: consuming Behavior) -> Self
    /// Returns the behavior, from the data around a state.
    static func behavior(of superior: consuming Self) -> Behavior
}

extension StatechartBehavior {
    /// Returns the behavior itself.
    public static func superior(in behavior: consuming Self) -> Self { behavior }
    /// Returns the behavior itself.
    public static func behavior(of superior: consuming Self) -> Self { superior }
}

/// A state whose data the code of states within it uses; see ``Superstate``.
public protocol EnclosingState<Superior>: ScopedState {
    /// The behavior's property with the data, as in the behavior's ``StateScope``.
    static var property: any WritableKeyPath<Behavior, Self?> & Sendable { get }
}

/// The data of a state around the one whose code runs, with their own names, and those around it.
///
///     mutating func handle(_ call: inout Superstate<Call>, in step: inout Step<Phone>) {
///         call.number.append(digit)
///         call.behavior.keyCount += 1
///     }
///
/// Compilation checks that the state surrounds the other one.
@dynamicMemberLookup
public struct Superstate<Data: EnclosingState>: SuperiorData, DataInProperty {
    /// The behavior, with the data of the machine.
    public var behavior: Data.Behavior

    static var property: any AnyKeyPath & Sendable { Data.property }

    /// The state's data.
    public var data: Data {
        get { behavior[keyPath: Data.property] ?? Data() }
        _modify {
            // Taken out, so that a change copies no array.
            var data = self.data
            behavior[keyPath: Data.property] = nil
            defer { behavior[keyPath: Data.property] = data }
            yield &data
        }
    }

    /// The data around the state: the behavior, or those of a further state.
    public var superior: Data.Superior {
        get { .superior(in: behavior) }
        _modify {
            var superior = Data.Superior.superior(in: (consume self).behavior)
            defer { self = Self(behavior: Data.Superior.behavior(of: superior)) }
            yield &superior
        }
    }

    /// A part of the state's data.
    public subscript<Value>(dynamicMember path: WritableKeyPath<Data, Value>) -> Value {
        get { data[keyPath: path] }
        _modify { yield &data[keyPath: path] }
    }
    /// A part of the state's data that is only read.
    public subscript<Value>(dynamicMember path: KeyPath<Data, Value>) -> Value { data[keyPath: path] }

    /// Returns the data around a state, from the behavior.
    public static func superior(in behavior: consuming Data.Behavior) -> Self { Self(behavior: behavior) }

    /// Returns the behavior, from the data around a state.
    public static func behavior(of superior: consuming Self) -> Data.Behavior { superior.behavior }
}

/// A ``Superstate`` of any type.
protocol DataInProperty {
    static var property: any AnyKeyPath & Sendable { get }
}
