import StatechartFormats
import Statecharts

let text = """
    <scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" datamodel="automata" name="Coins">
      <datamodel><data id="sum" expr="0"/></datamodel>
      <state id="waiting">
        <transition event="coin"><assign location="sum" expr="sum + _event.data"/></transition>
        <transition cond="sum &gt;= 3" target="paid"/>
      </state>
      <final id="paid"/>
    </scxml>
    """
let compiled = try CompiledStatechart<ExpressionBehavior>(StatechartFormat.scxml.chart(from: text))
var data = ExpressionBehavior(for: compiled.chart)
var machine = try StateMachine(compiled, running: &data)
for value in [1.0, 2] {
    try machine.send("coin", .number(value), to: &data)
    print(machine.activeStateNames, data.variables["sum"] == .number(3))
}
let json = try StatechartFormat.json.text(of: compiled.chart)
print(try StatechartFormat.json.chart(from: json) == compiled.chart)
