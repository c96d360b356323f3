/*
 * automata.h: finite automata for C programs.
 *
 * The library installs no signal handler, keeps no global state and never aborts its host: every
 * function either cannot fail or says how it failed.
 *
 * Link with  cc prog.c $(pkg-config --cflags --libs automata)
 */
#ifndef AUTOMATA_H
#define AUTOMATA_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ------------------------------------------------------------------------------------------- */
/* Version                                                                                     */
/* ------------------------------------------------------------------------------------------- */

/* The version that this header describes. Compare with the functions below, which tell the
 * version of the library that the program runs with. */
#define AUTOMATA_VERSION_MAJOR 0
#define AUTOMATA_VERSION_MINOR 1
#define AUTOMATA_VERSION_PATCH 0

/* The library's version as one number, major * 1000000 + minor * 1000 + patch. Safe from any
 * thread. */
uint32_t automata_version_number(void);

/* The library's version as text, "major.minor.patch". The text is the library's own and lives as
 * long as the library is loaded; don't free it. Safe from any thread. */
const char *automata_version_string(void);

#ifdef __cplusplus
}
#endif

#endif
