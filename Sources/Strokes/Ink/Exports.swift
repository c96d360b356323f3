// The type of this module's errors about texts is part of its interface.
@_exported public import TextSupport
