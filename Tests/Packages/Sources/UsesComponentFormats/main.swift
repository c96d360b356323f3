import ComponentFormats

let json = """
    {"components": {"echo": {"in": {"in": "ping"}, "out": {"out": "pong"}}},
     "environment": {"in": "echo.in", "out": "echo.out"}}
    """
var options = AssemblyDocument.Options()
options.behavior = { _ in .init { message, outputs in try outputs.send("pong", message.body, through: "out") } }
let run = try ComponentRun(AssemblyDocument(json: json, options: options))
try run.send("in.ping", .number(3))
for message in run.takeReceived() { print(message.port, message.name, message.body) }
