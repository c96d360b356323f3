import CompanionCore

final class CarsConfiguration: CompanionConfiguration {
    override var token: String { "cars-9" }
}
