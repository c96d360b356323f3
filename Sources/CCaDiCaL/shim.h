#include <ccadical.h>
