/* The files of the editor's page, as they are compiled into the program. */
#ifndef EDITOR_PAGE_H
#define EDITOR_PAGE_H

#include <stddef.h>

/* The names, separated by spaces. */
const char *editor_page_names(void);

/* The texts, in the order of the names, each ended by a NUL. */
const unsigned char *editor_page_contents(size_t *size);

#endif
