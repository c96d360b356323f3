import ProductLines

class Engine: Substitutable {
    required init() {}
    var kind: String { "full" }
}
final class DeltaEngine: Engine {
    override var kind: String { "delta" }
}

var registry = TypeRegistry()
registry.declare(Engine.self, named: "Engine")
registry.declare(DeltaEngine.self, named: "DeltaEngine")
try registry.substitute(from: SourceText(#"{"Engine": "DeltaEngine"}"#, name: "overrides.json"))
print(try registry.resolved().make(Engine.self).kind)
