// The protocol of this module's text errors is part of its interface.
@_exported public import TextSupport
