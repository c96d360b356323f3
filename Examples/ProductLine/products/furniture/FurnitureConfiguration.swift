import CompanionCore

final class FurnitureConfiguration: CompanionConfiguration {
    override var token: String { "furniture-2" }
}
