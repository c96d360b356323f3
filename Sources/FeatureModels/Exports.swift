// Counts, budgets and the error of compiled objects are part of the interface of this module.
@_exported public import AlgorithmSupport
@_exported public import BigIntegers
@_exported public import CompiledObjects
@_exported public import WorkLimits
