// The protocol of this module's text errors and its budgets are part of its interface.
@_exported public import TextSupport
@_exported public import WorkLimits
