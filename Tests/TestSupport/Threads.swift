internal import Glibc

/// Runs a function on a thread with a stack of the given number of bytes.
///
/// - Returns: `false` if no such thread can be created.
public func onThread(of stackSize: Int, _ body: () -> Void) -> Bool {
    withoutActuallyEscaping(body) { body in
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        guard pthread_attr_setstacksize(&attributes, stackSize) == 0 else { return false }
        var box = body
        return withUnsafeMutablePointer(to: &box) { pointer in
            var thread = pthread_t()
            let status = pthread_create(
                &thread, &attributes,
                { context in
                    context?.assumingMemoryBound(to: (() -> Void).self).pointee()
                    return nil
                }, pointer)
            return status == 0 && pthread_join(thread, nil) == 0
        }
    }
}
