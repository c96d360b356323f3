import CompanionCore

/// Hides what isn't for customers until somebody types the PIN.
final class PrivateMode: BrowserModule {
    override func title(_ fileCount: Int) -> String { "Private (locked)" }
}
