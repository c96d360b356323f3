#if canImport(Glibc)
    @_exported public import Glibc
#elseif canImport(Musl)
    @_exported public import Musl
#else
    @_exported public import Darwin
#endif

// Functions of the system, for types that have members of the same names.

package func readDescriptor(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(descriptor, bytes, count)
}

package func writeDescriptor(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}

package func closeDescriptor(_ descriptor: Int32) -> Int32 { close(descriptor) }
package func acceptConnection(_ descriptor: Int32) -> Int32 { accept(descriptor, nil, nil) }
