#include <mujs.h>
