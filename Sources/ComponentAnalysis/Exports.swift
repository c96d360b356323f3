// Budgets are part of the interface of this module.
@_exported public import WorkLimits
