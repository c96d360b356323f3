// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [.swiftLanguageMode(.v6), .enableUpcomingFeature("InternalImportsByDefault")]
let libraries = ["Components", "Statecharts"].map { Target.Dependency.product(name: $0, package: "Automata") }

let package = Package(
    name: "ExpenseTracker",
    dependencies: [.package(name: "Automata", path: "../..")],
    targets: [
        .target(name: "ExpenseTracker", dependencies: libraries, swiftSettings: settings),
        .executableTarget(name: "expenses", dependencies: ["ExpenseTracker"] + libraries, swiftSettings: settings),
        .testTarget(
            name: "ExpenseTrackerTests",
            dependencies: ["ExpenseTracker", .product(name: "ComponentAnalysis", package: "Automata")] + libraries,
            swiftSettings: settings),
    ]
)
