internal import Glibc

/// Runs a function on a thread with a stack of the given number of bytes.
///
/// - Returns: `false` if no such thread can be created.
public func onThread(of stackSize: Int, _ body: () -> Void) -> Bool {
    withoutActuallyEscaping(body) { body in
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        // Memory of its own: the system may give a thread the larger stack of one that has ended.
        // The first page is out of bounds.
        let (page, size) = (Int(getpagesize()), Int(getpagesize()) + stackSize)
        let memory = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard let memory, memory != MAP_FAILED else { return false }
        defer { munmap(memory, size) }
        mprotect(memory, page, PROT_NONE)
        guard pthread_attr_setstack(&attributes, memory + page, stackSize) == 0 else { return false }
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
