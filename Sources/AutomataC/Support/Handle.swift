/// The object behind one of the header's opaque pointers, whose one strong reference the C program
/// holds.
protocol Handle: AnyObject {
    /// The word for it in messages.
    static var kind: StaticString { get }
}

extension Handle {
    /// The pointer for C, which now owns the object.
    func handedOut() -> OpaquePointer { OpaquePointer(Unmanaged.passRetained(self).toOpaque()) }

    /// The pointer for C, which is valid for as long as something else keeps the object.
    func lent() -> OpaquePointer { OpaquePointer(Unmanaged.passUnretained(self).toOpaque()) }

    /// The object behind a pointer, `nil` for NULL.
    @inline(__always)
    static func from(_ pointer: OpaquePointer?) -> Self? {
        pointer.map { Unmanaged<Self>.fromOpaque(UnsafeRawPointer($0)).takeUnretainedValue() }
    }

    /// The object behind a pointer that may not be NULL.
    @inline(__always)
    static func required(_ pointer: OpaquePointer?) throws(CallError) -> Self {
        guard let object = from(pointer) else { throw .invalidArgument("the \(kind) is NULL") }
        return object
    }

    /// Gives up C's reference; does nothing for NULL.
    static func free(_ pointer: OpaquePointer?) {
        if let pointer { Unmanaged<Self>.fromOpaque(UnsafeRawPointer(pointer)).release() }
    }

    /// One more reference for C to the same object.
    static func copy(_ pointer: OpaquePointer?) -> OpaquePointer? { from(pointer)?.handedOut() }
}
