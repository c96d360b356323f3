/* Nothing for programs: CInclude has the library's functions. */
