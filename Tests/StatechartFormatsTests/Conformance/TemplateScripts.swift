/// The neutral operations of templates in ECMAScript, where it says them in another way than our
/// own expressions.
enum TemplateScripts {
    static func attribute(_ name: String, _ value: String) -> (name: String, value: String)? {
        switch name {
        case "datamodel": ("datamodel", "ecmascript")
        case "invalidLocation": ("location", "undeclared.member")
        case "illegalItem": ("item", "'continue'")
        default: nil
        }
    }

    static func expression(_ name: String, _ value: String) -> String? {
        switch name {
        case "illegalExpr": "return"
        case "illegalArray", "invalidSessionID", "invalidSendTypeExpr": "27"
        case "varNonexistentStruct": "Var\(value).bar.baz"
        default: nil
        }
    }

    static func condition(_ name: String, _ value: String) -> String? {
        let pair = value.split(separator: " ")
        return switch name {
        case "nonBoolean": "return"
        case "isBound": "typeof Var\(value) !== 'undefined'"
        case "unboundVar": "typeof Var\(value) === 'undefined'"
        case "noValue": "typeof Var\(value) === 'undefined' || Var\(value) === null"
        case "systemVarIsBound": "typeof \(value) !== 'undefined'"
        case "varPrefix": "Var\(pair.last ?? "").indexOf(Var\(pair.first ?? "")) == 0"
        case "VarEqVarStruct": "JSON.stringify(Var\(pair.first ?? "")) == JSON.stringify(Var\(pair.last ?? ""))"
        case "emptyEventData": "_event.data == null"
        case "eventFieldHasNoValue": "typeof _event.\(value) === 'undefined'"
        case "eventFieldsAreBound":
            "'name' in _event && 'type' in _event && 'sendid' in _event && 'origin' in _event "
                + "&& 'origintype' in _event && 'invokeid' in _event && 'data' in _event"
        default: nil
        }
    }
}
