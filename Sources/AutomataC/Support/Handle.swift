/// The object behind an opaque pointer of the header; the C program holds its only strong
/// reference.
protocol Handle: AnyObject {
    /// The name of the kind in messages, after "the handle of the", so that plurals fit, too.
    static var kind: StaticString { get }
}

extension Handle {
    /// Returns the pointer for C, which then owns the object.
    func retainedPointer() -> OpaquePointer { OpaquePointer(Unmanaged.passRetained(self).toOpaque()) }

    /// Returns a pointer for C that is valid as long as something else keeps the object.
    func lent() -> OpaquePointer { OpaquePointer(Unmanaged.passUnretained(self).toOpaque()) }

    /// Returns the object of a pointer; `nil` for NULL.
    @inline(__always)
    static func from(_ pointer: OpaquePointer?) -> Self? {
        pointer.map { Unmanaged<Self>.fromOpaque(UnsafeRawPointer($0)).takeUnretainedValue() }
    }

    /// Returns the object of a pointer, which must not be NULL.
    @inline(__always)
    static func required(_ pointer: OpaquePointer?) throws(CallError) -> Self {
        guard let object = from(pointer) else { throw isNull }
        return object
    }

    /// The error of a pointer that is NULL.
    static var isNull: CallError {
        .invalidArgument("the handle of the \(kind) is NULL; check whether the call that makes it succeeds")
    }

    /// Releases C's reference; does nothing for NULL.
    static func free(_ pointer: OpaquePointer?) {
        if let pointer { Unmanaged<Self>.fromOpaque(UnsafeRawPointer(pointer)).release() }
    }

    /// Returns the pointer, with one more reference for C.
    static func retained(_ pointer: OpaquePointer?) -> OpaquePointer? { from(pointer)?.retainedPointer() }
}
