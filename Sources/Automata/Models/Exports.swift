// The protocol of this module's text errors, its budgets and the error of compiled objects are part
// of its interface.
@_exported public import AlgorithmSupport
@_exported public import CompiledObjects
@_exported public import TextSupport
@_exported public import WorkLimits
