import ToolSupport

extension InputList.Contents {
    /// All files. Links aren't followed, so that none is found twice.
    static let texts = Self(absenceMessage: nil, followsLinks: false) { _ in true }
}
