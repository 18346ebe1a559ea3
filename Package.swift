// swift-tools-version: 6.2
import PackageDescription

// Dependencies point down only; docs/architecture.md draws the picture that this file spells out.

let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]
let strictC: [CSetting] = [.treatAllWarnings(as: .error)]

/// A C library of Debian, seen through a module map. Only its overlay imports it.
func systemLibrary(_ name: String, apt packages: String...) -> Target {
  .systemLibrary(name: name, path: "Sources/\(name)", providers: [.apt(packages)])
}

func library(
  _ name: String, _ dependencies: [Target.Dependency] = [], resources: [Resource] = []
) -> Target {
  .target(name: name, dependencies: dependencies, resources: resources, swiftSettings: strict)
}

/// A process: `services/<name>/main.swift`, built as `countersign-<name>`.
func service(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .executableTarget(
    name: "countersign-\(name)", dependencies: dependencies, path: "services/\(name)",
    swiftSettings: strict)
}

func tests(
  _ name: String, _ dependencies: [Target.Dependency], resources: [Resource] = []
) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: dependencies, resources: resources, swiftSettings: strict)
}

let package = Package(
  name: "countersign",
  targets: [
    // C libraries
    systemLibrary("CZeroMQ", apt: "libzmq3-dev"),
    systemLibrary("CPostgres", apt: "libpq-dev"),
    systemLibrary("CHiredis", apt: "libhiredis-dev"),
    systemLibrary("COpenSSL", apt: "libssl-dev"),
    systemLibrary("CSodium", apt: "libsodium-dev"),
    systemLibrary("CEpoll"),
    systemLibrary("CMalloc"),
    systemLibrary("CMicrohttpd", apt: "libmicrohttpd-dev"),
    systemLibrary("CProtobufC", apt: "libprotobuf-c-dev"),
    .target(
      name: "CBusProto", dependencies: ["CProtobufC"], cSettings: strictC,
      linkerSettings: [.linkedLibrary("protobuf-c")]),

    // Vocabulary without I/O
    library("Instants"),
    library("Encodings"),
    library("JSON", ["Encodings"]),
    library("Licensing", ["Instants", "Encodings"]),
    library("Problems", ["Instants", "JSON", "Licensing"]),

    // Overlays: safe Swift over one C library each
    library("ZeroMQ", ["CZeroMQ"]),
    library("Postgres", ["CPostgres", "Instants"]),
    library("Redis", ["CHiredis", "Encodings", "Instants"]),
    library("Cryptography", ["COpenSSL", "CSodium", "Encodings"]),
    library("HTTPServer", ["CMicrohttpd", "Instants"]),
    library("Wire", ["CBusProto", "CProtobufC"]),

    // Child processes, for the command and the tests
    .target(name: "CSpawn", cSettings: strictC),
    library("ChildProcesses", ["CSpawn", "Instants"]),

    // What every process needs
    library("ServiceKit", ["CMalloc", "Encodings", "Instants", "JSON"]),
    library(
      "MessageBus",
      ["Cryptography", "Encodings", "Instants", "Licensing", "ServiceKit", "Wire", "ZeroMQ"]),
    library(
      "LicenseStore",
      [
        "Cryptography", "Encodings", "Instants", "JSON", "Licensing", "Postgres", "Redis",
        "ServiceKit",
      ]),
    library(
      "ServiceAPI",
      [
        "Cryptography", "Encodings", "Instants", "JSON", "LicenseStore", "Licensing", "MessageBus",
        "Postgres", "Problems", "Redis", "ServiceKit",
      ]),

    // The load test
    library("HTTPLoad", ["CEpoll"]),
    library(
      "LoadTest",
      [
        "Cryptography", "Encodings", "HTTPLoad", "Instants", "JSON", "MessageBus", "ServiceKit",
      ]),

    // One library per process
    library(
      "Gateway",
      [
        "Encodings", "HTTPServer", "Instants", "JSON", "Licensing", "MessageBus", "Problems",
        "ServiceKit",
      ],
      resources: [.embedInCode("Resources/openapi.yaml")]),
    library("Activation", processDependencies),
    library("Verification", processDependencies),
    library("Renewal", processDependencies),
    library("Admin", processDependencies),

    // Processes
    service("gateway", ["Gateway", "Instants", "ServiceKit"]),
    service("activation", ["Activation", "MessageBus", "ServiceAPI", "ServiceKit"]),
    service("verification", ["Verification", "MessageBus", "ServiceAPI", "ServiceKit"]),
    service("renewal", ["Renewal", "MessageBus", "ServiceAPI", "ServiceKit"]),
    service("admin", ["Admin", "MessageBus", "ServiceAPI", "ServiceKit"]),
    .executableTarget(
      name: "countersign",
      dependencies: [
        "ChildProcesses", "Cryptography", "Encodings", "HTTPLoad", "Instants", "JSON",
        "LicenseStore", "Licensing", "LoadTest", "Postgres", "Redis", "ServiceKit", "ZeroMQ",
      ],
      swiftSettings: strict),

    // Tests, in order of weight: rules, adapters, processes, the whole system
    tests("Instants", ["Instants"]),
    tests("Encodings", ["Encodings"]),
    tests("JSON", ["JSON"], resources: [.copy("Vectors")]),
    tests("Licensing", ["Instants", "Encodings", "Licensing"]),
    tests("Problems", ["Instants", "JSON", "Licensing", "Problems"]),
    tests("ZeroMQ", ["TestFiles", "ZeroMQ"]),
    tests("Postgres", ["Instants", "Postgres", "TestFiles", "TestStores"]),
    tests("Redis", ["Instants", "Redis", "TestStores"]),
    tests("Cryptography", ["Cryptography", "Encodings", "JSON"], resources: [.copy("Vectors")]),
    tests(
      "HTTPServer", ["HTTPServer", "Instants", "TestSockets"], resources: [.copy("Vectors")]),
    tests("HTTPLoad", ["HTTPLoad"]),
    tests("LoadTest", ["Cryptography", "Encodings", "HTTPLoad", "JSON", "LoadTest"]),
    tests("Wire", ["Wire"]),
    tests("ServiceKit", ["Instants", "JSON", "ServiceKit", "TestFiles"]),
    tests("ChildProcesses", ["ChildProcesses", "Instants"]),
    tests(
      "MessageBus",
      [
        "Encodings", "Instants", "Licensing", "MessageBus", "ServiceKit", "TestFiles",
        "TestSockets", "Wire", "ZeroMQ",
      ]),
    tests(
      "LicenseStore",
      [
        "Cryptography", "Encodings", "Instants", "JSON", "LicenseStore", "Licensing", "Postgres",
        "Redis", "ServiceKit", "TestFiles", "TestStores",
      ]),
    tests("ServiceAPI", serviceTestDependencies + ["ChildProcesses", "TestFiles", "TestWorkers"]),
    tests(
      "Gateway",
      [
        "Encodings", "Gateway", "HTTPServer", "Instants", "JSON", "Licensing", "MessageBus",
        "Problems", "ServiceKit", "TestSockets",
      ]),
    tests("Activation", serviceTestDependencies + ["Activation", "TestWorkers"]),
    tests("Verification", serviceTestDependencies + ["TestWorkers", "Verification"]),
    tests("Admin", serviceTestDependencies + ["Admin"]),
    tests(
      "Command",
      [
        "countersign", "ChildProcesses", "Cryptography", "Encodings", "Instants", "JSON",
        "LicenseStore", "Licensing", "Postgres", "ServiceKit", "TestFiles", "TestStores",
      ]),
    .target(name: "TestFiles", path: "Tests/Support/TestFiles", swiftSettings: strict),
    .target(
      name: "TestStores", dependencies: ["ChildProcesses", "Instants", "TestFiles"],
      path: "Tests/Support/TestStores", swiftSettings: strict),
    .target(
      name: "TestWorkers", dependencies: serviceTestDependencies,
      path: "Tests/Support/TestWorkers", swiftSettings: strict),
    .target(
      name: "CTestCrypto", path: "Tests/Support/CTestCrypto", cSettings: strictC,
      linkerSettings: [.linkedLibrary("crypto")]),
    .target(
      name: "TestSockets", path: "Tests/Support/TestSockets", swiftSettings: strict),
    .target(
      name: "TestClient", dependencies: ["CTestCrypto"], path: "Tests/Support/TestClient",
      swiftSettings: strict),
    .target(
      name: "TestCluster", dependencies: ["TestClient", "TestFiles"],
      path: "Tests/Support/TestCluster",
      swiftSettings: strict),
    tests("Integration", ["TestClient", "TestCluster", "TestFiles"]),
    .target(
      name: "TestDirect", dependencies: ["TestClient", "TestCluster", "Wire", "ZeroMQ"],
      path: "Tests/Support/TestDirect", swiftSettings: strict),
    .executableTarget(
      name: "direct-load",
      dependencies: ["Cryptography", "Encodings", "Instants", "MessageBus", "ServiceKit"],
      path: "Tests/Support/DirectLoad", swiftSettings: strict),
    tests(
      "System",
      [
        "TestClient", "TestCluster", "TestDirect", "TestFiles", "TestSockets", "Wire", "ZeroMQ",
      ]),
  ],
  swiftLanguageModes: [.v6]
)

// Fuzzing (scripts/fuzz): the same checks, with libFuzzer around them in place of the tests.
let fuzzed: [Target.Dependency] = [
  "Admin", "Cryptography", "Encodings", "Gateway", "HTTPServer", "Instants", "JSON", "LicenseStore",
  "Licensing", "LoadTest", "ServiceAPI", "Wire",
]
package.targets +=
  Context.environment["COUNTERSIGN_FUZZ"] == nil
  ? [
    .testTarget(
      name: "FuzzTests", dependencies: fuzzed, exclude: ["LibFuzzer"], swiftSettings: strict)
  ]
  : [
    .target(name: "CFuzzHeap", path: "Tests/Support/CFuzzHeap", cSettings: strictC),
    .executableTarget(
      name: "fuzz", dependencies: fuzzed + ["CFuzzHeap"], path: "Tests/FuzzTests",
      exclude: ["SeedTests.swift"], swiftSettings: strict),
  ]

/// What the library of a worker process may see.
var processDependencies: [Target.Dependency] {
  [
    "Cryptography", "Encodings", "Instants", "JSON", "LicenseStore", "Licensing", "MessageBus",
    "Problems", "ServiceAPI", "ServiceKit",
  ]
}

var serviceTestDependencies: [Target.Dependency] {
  [
    "Cryptography", "Encodings", "Instants", "JSON", "LicenseStore", "Licensing", "MessageBus",
    "Postgres", "Problems", "Redis", "ServiceAPI", "ServiceKit", "TestStores",
  ]
}
