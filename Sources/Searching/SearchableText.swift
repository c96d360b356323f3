internal import Automata
internal import RegularExpressions

/// A text that a searcher reads: bytes, or the UTF-8 of a string.
public protocol SearchableText: ~Copyable, ~Escapable {
    /// Calls a function with the bytes of the text.
    func withSearchedBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result
}

extension UnsafeRawBufferPointer: SearchableText {
    /// Calls a function with the bytes to search.
    public func withSearchedBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result { try body(self) }
}

extension RawSpan: SearchableText {
    /// Calls a function with the bytes to search.
    public func withSearchedBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result { try withUnsafeBytes(body) }
}

extension Span: SearchableText where Element == UInt8 {
    /// Calls a function with the bytes to search.
    public func withSearchedBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result { try bytes.withUnsafeBytes(body) }
}

extension Array: SearchableText where Element == UInt8 {
    /// Calls a function with the bytes to search.
    public func withSearchedBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result { try span.bytes.withUnsafeBytes(body) }
}

extension ArraySlice: SearchableText where Element == UInt8 {
    /// Calls a function with the bytes to search.
    public func withSearchedBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result { try span.bytes.withUnsafeBytes(body) }
}

extension String: SearchableText {
    /// Calls a function with the UTF-8 bytes of the text.
    public func withSearchedBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result { try utf8Span.span.bytes.withUnsafeBytes(body) }
}

extension Substring: SearchableText {
    /// Calls a function with the UTF-8 bytes of the text.
    public func withSearchedBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result { try utf8Span.span.bytes.withUnsafeBytes(body) }
}
