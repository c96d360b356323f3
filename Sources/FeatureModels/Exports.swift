// Counts and budgets are part of the interface of this module.
@_exported public import BigIntegers
@_exported public import WorkLimits
