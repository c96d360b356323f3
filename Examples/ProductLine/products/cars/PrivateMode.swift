import CompanionCore

/// Hides internal files until the user types the PIN.
final class PrivateMode: BrowserModule {
    override func title(_ fileCount: Int) -> String { "Private (locked)" }
}
