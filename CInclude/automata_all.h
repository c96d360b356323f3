/*
 * automata_all.h: every header of the library.
 */
#ifndef AUTOMATA_ALL_H
#define AUTOMATA_ALL_H

#include "automata.h"
#include "automata_analysis.h"
#include "automata_components.h"
#include "automata_count.h"
#include "automata_features.h"
#include "automata_grammar.h"
#include "automata_lines.h"
#include "automata_mealy.h"
#include "automata_regex.h"
#include "automata_search.h"
#include "automata_sketch.h"
#include "automata_statechart.h"
#include "automata_strokes.h"

#endif
