// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "Automata",
    products: [
        // The core: Swift and some C, nothing to install.
        .library(name: "Automata", targets: ["Automata"]),
        // Regular expressions, both ways; Swift and some C, nothing to install.
        .library(name: "RegularExpressions", targets: ["RegularExpressions"]),
        // Regular and context-free grammars; Swift and some C, nothing to install.
        .library(name: "Grammars", targets: ["Grammars"]),
        // Expressions over automata, such as `a & !b`; Swift and some C, nothing to install.
        .library(name: "LanguageExpressions", targets: ["LanguageExpressions"]),
        // Mealy and Moore machines; Swift and some C, nothing to install.
        .library(name: "Machines", targets: ["Machines"]),
        // Mealy and Moore machines in files; needs libexpat.
        .library(name: "MachineFormats", targets: ["MachineFormats"]),
        // Automata and machines learned by questions or examples; Swift and some C, nothing to install.
        .library(name: "Learning", targets: ["Learning"]),
        // Matches of expressions in texts; Swift and some C, nothing to install.
        .library(name: "Searching", targets: ["Searching"]),
        // Exact counting, ranking and sampling of words; needs libgmp.
        .library(name: "AutomataCounting", targets: ["AutomataCounting"]),
        // Readers and writers; needs libexpat.
        .library(name: "AutomataFormats", targets: ["AutomataFormats"]),
        // Diagrams of automata: pure Swift, nothing to install.
        .library(name: "Diagrams", targets: ["Diagrams"]),
        // Ink that becomes diagrams, with undo: pure Swift, nothing to install.
        .library(name: "Sketches", targets: ["Sketches"]),
        // The stroke recognizer: pure Swift, nothing to install.
        .library(name: "Strokes", targets: ["Strokes"]),
        // An editor without its window; needs libexpat and libgmp.
        .library(name: "Editing", targets: ["Editing"]),
        // Ink from files; needs libexpat.
        .library(name: "StrokeFormats", targets: ["StrokeFormats"]),
        // Statecharts that programs run: pure Swift, nothing to install.
        .library(name: "Statecharts", targets: ["Statecharts"]),
        // Charts that watch the runs of others: pure Swift, nothing to install.
        .library(name: "StatechartObservers", targets: ["StatechartObservers"]),
        // Statecharts in files; needs libexpat.
        .library(name: "StatechartFormats", targets: ["StatechartFormats"]),
        // Statecharts explored: as plain machines, and questions about all of their runs; Swift and some C,
        // nothing to install.
        .library(name: "StatechartAnalysis", targets: ["StatechartAnalysis"]),
        // Statecharts as C and Swift programs without a library.
        .library(name: "StatechartCode", targets: ["StatechartCode"]),
        // ECMAScript for statecharts; needs libexpat, and duktape-dev to build.
        .library(name: "StatechartScripts", targets: ["StatechartScripts"]),
        // Programs of components that talk by messages: pure Swift, nothing to install.
        .library(name: "Components", targets: ["Components"]),
        // All schedules of components, their talks and contracts: pure Swift, nothing to install.
        .library(name: "ComponentAnalysis", targets: ["ComponentAnalysis"]),
        // Channels of components across processes and machines; pure Swift, nothing to install. A
        // transport is a library of its own.
        .library(name: "ComponentBridges", targets: ["ComponentBridges"]),
        // Contracts of components from expressions, automata and charts; Swift and some C, nothing to install.
        .library(name: "ComponentContracts", targets: ["ComponentContracts"]),
        // Programs of components in several processes, over ZeroMQ; needs libzmq.
        .library(name: "ZeroMQBridge", targets: ["ZeroMQBridge"]),
        // Programs of components in several processes, over a broker of MQTT; needs libmosquitto.
        .library(name: "MQTTBridge", targets: ["MQTTBridge"]),
        // Components that are charts in files, and pictures of them; needs libexpat.
        .library(name: "ComponentFormats", targets: ["ComponentFormats"]),
        // Feature models and their products; needs libgmp.
        .library(name: "FeatureModels", targets: ["FeatureModels"]),
        // The products of feature models as automata; needs libgmp.
        .library(name: "FeatureLanguages", targets: ["FeatureLanguages"]),
        // Explanations, and feature models too large to count; needs libgmp and CaDiCaL.
        .library(name: "FeatureReasoning", targets: ["FeatureReasoning"]),
        // Feature models in files; needs libgmp and libexpat.
        .library(name: "FeatureFormats", targets: ["FeatureFormats"]),
        // The mechanisms of product lines: pure Swift, nothing to install.
        .library(name: "ProductLines", targets: ["ProductLines"]),
        // Products as packages, from a feature model and what its features stand for; needs libgmp
        // and libexpat.
        .library(name: "ProductDerivation", targets: ["ProductDerivation"]),
        // The C API, for programs in Swift and for libautomata.so, which the package in Tool makes of it.
        .library(name: "AutomataC", targets: ["AutomataC"]),
        // For the packages in Tool and Training.
        .library(name: "AutomataFiles", targets: ["AutomataFiles"]),
        .library(name: "TextSupport", targets: ["TextSupport"]),
        .library(name: "StrokeSynthesis", targets: ["StrokeSynthesis"]),
    ],
    targets: [
        // Budgets and their pace, cancellation, and the error of work that was stopped.
        .target(name: "WorkLimits", swiftSettings: settings),
        // Dense ids, scratch memory, hashes of slots and random numbers, for algorithms.
        .target(name: "AlgorithmSupport", swiftSettings: settings),
        // Packed states, each once, for explorations.
        .target(name: "StateStorage", dependencies: ["AlgorithmSupport"], swiftSettings: settings),
        // The form in which searchers, matchers, counters and products are saved and loaded.
        .target(name: "CompiledObjects", swiftSettings: settings),
        .target(
            name: "Automata",
            dependencies: ["AlgorithmSupport", "ByteScanning", "CompiledObjects", "TextSupport", "WorkLimits"],
            swiftSettings: settings),
        .target(
            name: "RegularExpressions",
            dependencies: ["AlgorithmSupport", "Automata", "TextSupport", "UnicodeTables", "WorkLimits"],
            swiftSettings: settings),
        .target(
            name: "Grammars",
            dependencies: ["AlgorithmSupport", "Automata", "RegularExpressions", "TextSupport", "WorkLimits"],
            swiftSettings: settings),
        .target(
            name: "LanguageExpressions",
            dependencies: ["AlgorithmSupport", "Automata", "RegularExpressions", "TextSupport", "WorkLimits"],
            swiftSettings: settings),
        .target(
            name: "Machines", dependencies: ["AlgorithmSupport", "Automata", "TextSupport", "WorkLimits"],
            swiftSettings: settings),
        .target(
            name: "Learning", dependencies: ["AlgorithmSupport", "Automata", "Machines", "WorkLimits"],
            swiftSettings: settings),
        .target(
            name: "Searching",
            dependencies: [
                "AlgorithmSupport", "Automata", "ByteScanning", "CompiledObjects", "RegularExpressions", "WorkLimits",
            ],
            swiftSettings: settings),
        // Marks of places in texts and runs of small automata, by the vector instructions that the
        // machine has.
        .target(name: "ByteScanning"),
        // What Unicode says about characters, for expressions.
        .target(name: "UnicodeTables", swiftSettings: settings),
        .systemLibrary(
            name: "CExpat", path: "Sources/CExpat", pkgConfig: "expat",
            providers: [.apt(["libexpat1-dev"]), .brew(["expat"])]),
        .systemLibrary(
            name: "CGMP", path: "Sources/CGMP", pkgConfig: "gmp",
            providers: [.apt(["libgmp-dev"]), .brew(["gmp"])]),
        // Integers of any size, over GMP.
        .target(name: "BigIntegers", dependencies: ["CGMP", "WorkLimits"], swiftSettings: settings),
        .target(
            name: "AutomataCounting",
            dependencies: ["Automata", "BigIntegers", "CGMP", "CompiledObjects"],
            swiftSettings: settings, linkerSettings: [.linkedLibrary("m")]),
        .target(
            name: "AutomataFormats", dependencies: ["Automata", "TextSupport", "XMLSupport"],
            swiftSettings: settings),
        .target(
            name: "MachineFormats", dependencies: ["Automata", "AutomataFormats", "Machines", "TextSupport"],
            swiftSettings: settings),
        .target(
            name: "Diagrams", dependencies: ["Automata", "Drawing", "PortableMath", "TextSupport"],
            swiftSettings: settings,
            linkerSettings: [.linkedLibrary("m")]),
        // What all pictures share: geometry, SVG, texts, and layout in layers.
        .target(
            name: "Drawing", dependencies: ["PortableMath"], swiftSettings: settings,
            linkerSettings: [.linkedLibrary("m")]),
        .target(
            name: "Sketches",
            dependencies: ["AlgorithmSupport", "Diagrams", "PortableMath", "Strokes", "TextSupport"],
            swiftSettings: settings,
            linkerSettings: [.linkedLibrary("m")]),
        .target(
            name: "Editing",
            dependencies: [
                "Automata", "AutomataCounting", "AutomataFormats", "Diagrams", "Grammars", "RegularExpressions",
                "Sketches", "StrokeFormats", "Strokes", "TextSupport",
            ],
            swiftSettings: settings),
        .target(name: "Strokes", dependencies: ["TextSupport"], swiftSettings: settings),
        .target(
            name: "StrokeFormats",
            dependencies: ["PortableMath", "Strokes", "TextSupport", "WorkLimits", "XMLSupport"],
            swiftSettings: settings),
        .target(
            name: "Statecharts", dependencies: ["TextSupport", "WorkLimits"], swiftSettings: settings,
            linkerSettings: [.linkedLibrary("m")]),
        .target(
            name: "Components", dependencies: ["AlgorithmSupport", "Statecharts", "SystemLibrary", "TextSupport"],
            swiftSettings: settings),
        .target(
            name: "StatechartFormats", dependencies: ["Drawing", "Statecharts", "TextSupport", "XMLSupport"],
            swiftSettings: settings),
        .target(
            name: "ComponentFormats",
            dependencies: [
                "ComponentAnalysis", "Components", "Drawing", "StatechartFormats", "Statecharts", "TextSupport",
                "WorkLimits",
            ],
            swiftSettings: settings),
        .target(
            name: "ComponentAnalysis", dependencies: ["AlgorithmSupport", "Components", "StateStorage", "WorkLimits"],
            swiftSettings: settings),
        // The C library of the system, by one name.
        .target(name: "SystemLibrary", swiftSettings: settings),
        .target(
            name: "ComponentBridges", dependencies: ["Components", "Statecharts", "SystemLibrary", "TextSupport"],
            swiftSettings: settings),
        .target(
            name: "ComponentContracts",
            dependencies: [
                "Automata", "Components", "RegularExpressions", "StatechartAnalysis", "Statecharts", "WorkLimits",
            ],
            swiftSettings: settings),
        .systemLibrary(
            name: "CZeroMQ", path: "Sources/CZeroMQ", providers: [.apt(["libzmq3-dev"]), .brew(["zeromq"])]),
        // Work that transports of bridges share: queues by peer, their threads, and the form of messages.
        .target(name: "BridgeTransportSupport", dependencies: ["ComponentBridges"], swiftSettings: settings),
        .target(
            name: "ZeroMQBridge", dependencies: ["BridgeTransportSupport", "ComponentBridges", "CZeroMQ"],
            swiftSettings: settings),
        .systemLibrary(
            name: "CMosquitto", path: "Sources/CMosquitto", pkgConfig: "libmosquitto",
            providers: [.apt(["libmosquitto-dev"]), .brew(["mosquitto"])]),
        .target(
            name: "MQTTBridge", dependencies: ["BridgeTransportSupport", "CMosquitto", "ComponentBridges"],
            swiftSettings: settings),
        .target(
            name: "StatechartAnalysis",
            dependencies: [
                "AlgorithmSupport", "Automata", "Machines", "RegularExpressions", "StatechartObservers", "Statecharts",
                "StateStorage", "TextSupport", "WorkLimits",
            ],
            swiftSettings: settings),
        .target(
            name: "StatechartObservers", dependencies: ["Statecharts", "WorkLimits"], swiftSettings: settings),
        .target(
            name: "StatechartCode", dependencies: ["Statecharts", "TextSupport", "WorkLimits"], swiftSettings: settings),
        // Duktape with statuses in the place of jumps, compiled from the source of Debian's package duktape-dev.
        .target(name: "CScriptEngine", linkerSettings: [.linkedLibrary("m")]),
        .target(name: "ScriptEngine", dependencies: ["CScriptEngine", "TextSupport"], swiftSettings: settings),
        .target(
            name: "StatechartScripts", dependencies: ["ScriptEngine", "Statecharts", "TextSupport", "XMLSupport"],
            swiftSettings: settings),
        .target(
            name: "FeatureModels",
            dependencies: ["AlgorithmSupport", "BigIntegers", "CompiledObjects", "TextSupport", "WorkLimits"],
            swiftSettings: settings,
            linkerSettings: [.linkedLibrary("m")]),
        // The products of feature models as languages of automata.
        .target(
            name: "FeatureLanguages", dependencies: ["Automata", "FeatureModels", "TextSupport"],
            swiftSettings: settings),
        .target(
            name: "FeatureFormats",
            dependencies: ["AlgorithmSupport", "Drawing", "FeatureModels", "TextSupport", "WorkLimits", "XMLSupport"],
            swiftSettings: settings),
        .systemLibrary(
            name: "CCaDiCaL", path: "Sources/CCaDiCaL", providers: [.apt(["libcadical-dev"]), .brew(["cadical"])]),
        // CaDiCaL with statuses in the place of exceptions.
        .target(
            name: "CSolver", dependencies: ["CCaDiCaL"],
            // An archive comes before what it needs.
            linkerSettings: [
                .linkedLibrary("cadical"), .linkedLibrary("stdc++", .when(platforms: [.linux])), .linkedLibrary("m"),
            ]),
        .target(
            name: "FeatureReasoning", dependencies: ["CSolver", "FeatureModels", "WorkLimits"], swiftSettings: settings),
        .target(name: "ProductLines", dependencies: ["TextSupport"], swiftSettings: settings),
        .target(
            name: "ProductDerivation",
            dependencies: ["FeatureFormats", "FeatureModels", "ProductLines", "TextSupport", "WorkLimits"],
            swiftSettings: settings),
        // Elementary functions with the same bits on every platform.
        .target(name: "PortableMath", swiftSettings: settings),
        // What readers and writers share: JSON, places, messages.
        .target(name: "TextSupport", swiftSettings: settings),
        // One reader of XML, over expat.
        .target(name: "XMLSupport", dependencies: ["TextSupport", "CExpat"], swiftSettings: settings),
        // Strokes drawn by a model of the hand, for training and tests.
        .target(
            name: "StrokeSynthesis", dependencies: ["AlgorithmSupport", "PortableMath", "Strokes"],
            path: "Tests/StrokeSynthesis", swiftSettings: settings),
        .systemLibrary(name: "CAutomata", path: "CInclude"),
        .target(
            name: "AutomataC",
            dependencies: [
                "Automata", "AutomataCounting", "AutomataFiles", "AutomataFormats", "BigIntegers", "CAutomata",
                "CompiledObjects", "ComponentContracts", "ComponentFormats", "Components", "Diagrams",
                "FeatureFormats", "FeatureLanguages", "FeatureModels", "FeatureReasoning", "Grammars",
                "LanguageExpressions", "Learning", "MachineFormats", "Machines", "MemoryReserve", "ProductDerivation",
                "ProductLines", "RegularExpressions",
                "Searching", "Sketches", "StatechartAnalysis", "StatechartFormats", "StatechartObservers",
                "Statecharts",
                "StrokeFormats", "Strokes", "TextSupport", "WorkLimits",
            ],
            swiftSettings: settings),
        // Memory for the moment in which the machine refuses more, for the C library.
        .target(name: "MemoryReserve"),
        // Reading and writing whole files, threads, and what a process may take, for the C library and the
        // tool.
        .target(name: "AutomataFiles", swiftSettings: settings),
        // What tests of several targets need. Ordinary targets are optimized where those of tests aren't, so
        // that what takes long is here.
        .target(
            name: "TestSupport", dependencies: ["AlgorithmSupport"], path: "Tests/TestSupport", swiftSettings: settings),
        // Random automata, sets of words and expressions that tests share.
        .target(
            name: "AutomataTestSupport", dependencies: ["AlgorithmSupport", "Automata", "CompiledObjects"],
            path: "Tests/AutomataTestSupport",
            swiftSettings: settings),
        // Random feature models, and their products found by trying.
        .target(
            name: "FeatureTestSupport", dependencies: ["AlgorithmSupport", "Automata", "FeatureModels", "WorkLimits"],
            path: "Tests/FeatureTestSupport", swiftSettings: settings),
        // Random statecharts, an interpreter to compare the engine with, and their runs.
        .target(
            name: "StatechartTestSupport", dependencies: ["AlgorithmSupport", "Statecharts", "WorkLimits"],
            path: "Tests/StatechartTestSupport", swiftSettings: settings),
        // An allocator that counts, and runs of statecharts and components that should leave it
        // alone: no test targets, so that they are optimized where tests aren't.
        .target(name: "AllocationCounter", path: "Tests/AllocationCounter"),
        .target(
            name: "StatechartAllocations", dependencies: ["AllocationCounter", "Statecharts"],
            path: "Tests/StatechartAllocations", swiftSettings: settings),
        .target(
            name: "ComponentAllocations", dependencies: ["AllocationCounter", "Components"],
            path: "Tests/ComponentAllocations", swiftSettings: settings),
        .testTarget(
            name: "AutomataTests",
            dependencies: [
                "AlgorithmSupport", "Automata", "AutomataTestSupport", "ByteScanning", "RegularExpressions",
                "TestSupport", "WorkLimits",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "RegularExpressionsTests",
            dependencies: [
                "Automata", "AutomataTestSupport", "Grammars", "LanguageExpressions", "RegularExpressions",
                "TestSupport",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "GrammarsTests",
            dependencies: ["Automata", "AutomataTestSupport", "Grammars", "RegularExpressions"],
            swiftSettings: settings),
        .testTarget(
            name: "LanguageExpressionsTests",
            dependencies: ["Automata", "AutomataTestSupport", "LanguageExpressions", "RegularExpressions"],
            swiftSettings: settings),
        .testTarget(
            name: "MachinesTests", dependencies: ["AlgorithmSupport", "Automata", "Machines", "TestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "MachineFormatsTests",
            dependencies: [
                "AlgorithmSupport", "Automata", "AutomataFormats", "MachineFormats", "Machines", "TestSupport",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "LearningTests",
            dependencies: ["AlgorithmSupport", "Automata", "Learning", "Machines", "TestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "SearchingTests",
            dependencies: [
                "AlgorithmSupport", "Automata", "AutomataTestSupport", "ByteScanning", "CompiledObjects",
                "RegularExpressions", "Searching",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "AutomataCountingTests",
            dependencies: ["Automata", "AutomataCounting", "AutomataTestSupport", "CGMP"],
            swiftSettings: settings),
        .testTarget(
            name: "AutomataFormatsTests",
            dependencies: ["AlgorithmSupport", "Automata", "AutomataFormats", "TestSupport"],
            swiftSettings: settings),
        .testTarget(name: "AutomataFilesTests", dependencies: ["AutomataFiles"], swiftSettings: settings),
        .testTarget(
            name: "TextSupportTests", dependencies: ["AlgorithmSupport", "TestSupport", "TextSupport"],
            swiftSettings: settings),
        .testTarget(name: "XMLSupportTests", dependencies: ["TextSupport", "XMLSupport"], swiftSettings: settings),
        .testTarget(name: "PortableMathTests", dependencies: ["PortableMath"], swiftSettings: settings),
        .testTarget(
            name: "DiagramsTests",
            dependencies: ["AlgorithmSupport", "Automata", "Diagrams", "Drawing", "RegularExpressions", "WorkLimits"],
            swiftSettings: settings),
        .testTarget(name: "DrawingTests", dependencies: ["AlgorithmSupport", "Drawing"], swiftSettings: settings),
        .testTarget(
            name: "SketchesTests",
            dependencies: [
                "AlgorithmSupport", "Automata", "Diagrams", "Drawing", "Sketches", "StrokeSynthesis", "Strokes",
                "TestSupport", "WorkLimits",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "EditingTests",
            dependencies: [
                "AlgorithmSupport", "Automata", "AutomataFormats", "Diagrams", "Editing", "Sketches", "TestSupport",
                "TextSupport", "WorkLimits",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "StrokesTests", dependencies: ["AlgorithmSupport", "StrokeSynthesis", "Strokes", "WorkLimits"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "StrokeSynthesisTests", dependencies: ["StrokeSynthesis", "Strokes"], swiftSettings: settings),
        .testTarget(
            name: "StrokeFormatsTests",
            dependencies: ["AlgorithmSupport", "StrokeFormats", "Strokes", "TestSupport", "TextSupport"],
            swiftSettings: settings),
        .target(
            name: "ExpenseTracker", dependencies: ["Components", "Statecharts"],
            path: "Examples/ExpenseTracker/Sources/ExpenseTracker", swiftSettings: settings),
        .testTarget(
            name: "ExpenseTrackerTests", dependencies: ["ComponentAnalysis", "Components", "ExpenseTracker"],
            path: "Examples/ExpenseTracker/Tests/ExpenseTrackerTests", swiftSettings: settings),
        .testTarget(
            name: "ComponentsTests",
            dependencies: ["AlgorithmSupport", "ComponentAllocations", "Components", "Statecharts", "TestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "ComponentAnalysisTests",
            dependencies: ["AlgorithmSupport", "ComponentAnalysis", "ComponentFormats", "Components", "WorkLimits"],
            swiftSettings: settings),
        // Events of transports, a proxy, and other processes, for tests of bridges.
        .target(
            name: "BridgeTestSupport", dependencies: ["ComponentBridges"], path: "Tests/BridgeTestSupport",
            swiftSettings: settings),
        .testTarget(
            name: "ZeroMQBridgeTests",
            dependencies: ["BridgeTestSupport", "ComponentBridges", "Components", "ZeroMQBridge"],
            swiftSettings: settings),
        .testTarget(
            name: "MQTTBridgeTests", dependencies: ["BridgeTestSupport", "ComponentBridges", "MQTTBridge"],
            swiftSettings: settings),
        .testTarget(
            name: "ComponentBridgesTests",
            dependencies: ["ComponentBridges", "Components", "Statecharts", "TextSupport"], swiftSettings: settings),
        .testTarget(
            name: "ComponentContractsTests",
            dependencies: [
                "AlgorithmSupport", "Automata", "ComponentContracts", "Components", "RegularExpressions", "Statecharts",
                "TestSupport",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "ComponentFormatsTests",
            dependencies: [
                "AlgorithmSupport", "ComponentAnalysis", "ComponentContracts", "ComponentFormats", "Components",
                "Statecharts", "TestSupport",
                "TextSupport", "WorkLimits",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "StatechartsTests",
            dependencies: [
                "AlgorithmSupport", "StatechartAllocations", "StatechartTestSupport", "Statecharts", "TestSupport",
                "WorkLimits",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "StatechartFormatsTests",
            dependencies: [
                "AlgorithmSupport", "Drawing", "StatechartFormats", "StatechartScripts", "StatechartTestSupport",
                "Statecharts", "TestSupport", "TextSupport", "WorkLimits", "XMLSupport",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "StatechartAnalysisTests",
            dependencies: [
                "AlgorithmSupport", "Automata", "Machines", "StatechartAnalysis", "StatechartObservers",
                "StatechartTestSupport", "Statecharts", "TestSupport", "WorkLimits",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "StatechartObserversTests", dependencies: ["StatechartObservers", "Statecharts"],
            swiftSettings: settings),
        .testTarget(
            name: "StatechartCodeTests",
            dependencies: [
                "StatechartCode", "StatechartFormats", "StatechartTestSupport", "Statecharts", "TestSupport",
                "WorkLimits",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "AutomataCTests",
            dependencies: [
                "AutomataC", "CAutomata", "StatechartFormats", "StatechartTestSupport", "Statecharts", "TestSupport",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "ScriptEngineTests", dependencies: ["CScriptEngine", "ScriptEngine", "TestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "FeatureReasoningTests",
            dependencies: [
                "AlgorithmSupport", "Automata", "FeatureFormats", "FeatureModels", "FeatureReasoning",
                "FeatureTestSupport", "TestSupport", "WorkLimits",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "FeatureModelsTests",
            dependencies: [
                "AlgorithmSupport", "Automata", "AutomataCounting", "AutomataTestSupport", "FeatureFormats",
                "FeatureLanguages", "FeatureModels", "FeatureTestSupport", "TestSupport", "TextSupport", "WorkLimits",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "FeatureFormatsTests",
            dependencies: [
                "AlgorithmSupport", "Automata", "AutomataCounting", "FeatureFormats", "FeatureModels", "TestSupport",
                "TextSupport", "WorkLimits", "XMLSupport",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "ProductLinesTests",
            dependencies: ["AlgorithmSupport", "ProductLines", "TestSupport", "TextSupport", "WorkLimits"],
            swiftSettings: settings),
        .testTarget(
            name: "ProductDerivationTests",
            dependencies: [
                "AlgorithmSupport", "Automata", "FeatureFormats", "FeatureModels", "ProductDerivation", "ProductLines",
                "TestSupport",
            ],
            swiftSettings: settings),
    ]
)

// Tests are compiled in less time without optimization and debug information, and no other package builds them.
let quickly = SwiftSetting.unsafeFlags(
    ["-Onone", "-gnone", "-no-emit-module-separately-wmo"], .when(configuration: .release))
for target in package.targets where target.type == .test { target.swiftSettings?.append(quickly) }
