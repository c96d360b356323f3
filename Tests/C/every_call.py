"""Writes a C program that calls every function of the headers: once as it is meant, and then with one argument after the other that is
of no use, or at an edge of what its type holds; and each function with a budget once more with a callback that cancels at each point.
Functions are known by the headers alone, so that a new one is called from the day on that it is declared there. What the program does
with the calls stands in every_call.h.

    python3 Tests/C/every_call.py >every_call.c
"""

import pathlib
import re
import sys

HEADERS = sorted((pathlib.Path(__file__).resolve().parent.parent.parent / "CInclude").glob("automata*.h"))

# Handles that change, or that belong to one thread at a time: each call has its own.
OWN = {
    "assembly", "builder", "configurator", "gesture_recognizer", "machine", "random", "scan", "search", "simulation", "sketch", "statechart_builder", "word_iterator",
}
HANDLES = OWN | {
    "alphabet", "analysis", "character_recognizer", "counter", "derivation", "expression", "extended", "fa", "feature_comparison", "feature_model", "feature_rules", "grammar", "homomorphism", "ink", "integer", "integers", "matcher", "mealy", "preorder", "products", "ranking",
    "regex", "run", "sampler", "searcher", "statechart", "stroke_recognizer", "witness",
}
# Where NULL stands for something.
NULLABLE = {
    ("automata_builder_new", "alphabet"), ("automata_grammar_from_text", "terminals"), ("automata_fa_complement", "alphabet"),
    ("automata_fa_is_universal", "alphabet"), ("automata_sketch_set_targets", "symbol"),
    ("automata_machine_send_from_service", "name"), ("automata_machine_send_from_service", "value"), ("automata_products_lightest", "decisions"), ("automata_feature_model_explain", "decisions"),
    ("automata_feature_model_constraint_text", "place"), ("automata_mealy_learn", "query_count"), ("automata_simulation_step", "stepped"),
    ("automata_simulation_send", "body"), ("automata_simulation_ask", "request"), ("automata_component_send", "body"),
    ("automata_component_ask", "request"), ("automata_component_answer", "answer"),
} | {("automata_sketch_" + name, "recognizer") for name in ("new", "from_fa", "from_strokes", "from_ink", "from_text")} | {
    ("automata_stroke_recognizer_with_characters", name) for name in ("recognizer", "characters")}
# Places for results that a program may not want.
OPTIONAL_PLACES = {"fate", "included", "equivalent", "universal", "disjoint", "unambiguous", "isomorphic", "witness", "mapping", "match"}
OPTIONAL_PLACES_OF_EVENTS = {"id", "change"}
# What needs a deterministic automaton.
OF_DFA = {
    "automata_matcher_new", "automata_fa_number_canonically", "automata_fa_is_isomorphic", "automata_fa_shortest_synchronizing_word",
    "automata_fa_find_nonminimality", "automata_fa_is_minimal",
}
# How the wrong numbers of an enum are made.
ODD = ["(%s)odd_numbers[0]", "(%s)odd_numbers[1]", "(%s)odd_numbers[2]", "(%s)odd_numbers[3]"]
# Numbers of each width, from the least to the greatest.
EDGES_32 = ["1", "2", "0x7fffffffu", "0x80000000u", "0xfffffffeu", "0xffffffffu"]
EDGES_64 = EDGES_32 + [
    "UINT64_C(0x100000000)", "UINT64_C(0x20000000000001)", "UINT64_C(0x7fffffffffffffff)", "UINT64_C(0x8000000000000000)",
    "UINT64_C(0xfffffffffffffffe)", "UINT64_C(0xffffffffffffffff)",
]
DOUBLES = ["0.5", "-1", "1e300", "-1e300", "5e-324", "not_a_number()", "infinity()", "-infinity()"]
# Enums: the number that the first call gives.
ENUMS = {
    "automata_alphabet_kind": "AUTOMATA_ALPHABET_BYTES", "automata_model": "AUTOMATA_MODEL_NFA", "automata_format": "AUTOMATA_FORMAT_MATA",
    "automata_regex_construction": "AUTOMATA_REGEX_CONSTRUCTION_GLUSHKOV", "automata_counting": "AUTOMATA_COUNTING_AUTOMATIC",
    "automata_direction": "AUTOMATA_DIRECTION_FORWARD", "automata_grammar_property": "AUTOMATA_GRAMMAR_RIGHT_LINEAR",
    "automata_reduction": "AUTOMATA_REDUCE_AUTOMATIC", "automata_regex_syntax": "AUTOMATA_REGEX_SYNTAX_TEXTBOOK",
    "automata_status": "AUTOMATA_ERROR_FILE", "automata_part": "AUTOMATA_PART_USEFUL",
    "automata_subword_kind": "AUTOMATA_SUBWORD_FACTORS", "automata_sketch_kind": "AUTOMATA_SKETCH_STATE",
    "automata_sketch_arrow_end": "AUTOMATA_SKETCH_ARROW_TIP", "automata_sketch_reading": "AUTOMATA_SKETCH_READING_STATE",
    "automata_statechart_format": "AUTOMATA_STATECHART_FORMAT_JSON", "automata_feature_format": "AUTOMATA_FEATURE_FORMAT_UVL",
    "automata_feature_fact": "AUTOMATA_FEATURE_FACT_SELECTED", "automata_side": "AUTOMATA_SIDE_FIRST",
    "automata_ink_format": "AUTOMATA_INK_FORMAT_JSON", "automata_mealy_format": "AUTOMATA_MEALY_FORMAT_JSON",
    "automata_mealy_tests": "AUTOMATA_MEALY_TESTS_WP", "automata_channel_kind": "AUTOMATA_CHANNEL_ALL",
}
# Options: how what they hold is made wrong.
BUDGET_CHANGES = [
    ("{0}.struct_size = 0", "REFUSED"), ("{0}.struct_size -= 1", "REFUSED"), ("{0}.struct_size = SIZE_MAX", "REFUSED"),
    ("{0}.maximum_states = 1", "ANY"), ("{0}.maximum_bytes = 1", "ANY"), ("{0}.maximum_states = UINT64_MAX", "ANY"),
    ("{0}.maximum_bytes = UINT64_MAX", "ANY"),
]
# A struct of a later version, with one more member, which isn't set or is.
LATER = [("{0}.struct_size += sizeof {1}.later", "SAME"), ("{0}.struct_size += sizeof {1}.later, {1}.later = UINT64_C(1) << 63", "REFUSED")]
OPTION_FIELDS = {
    "automata_read_options": [("{0}.input_name = \"\\xff\"", "ANY"), ("{0}.symbol_table_length = 4", "ANY")],
    "automata_write_options": [],
    "automata_regex_options": [("{0}.syntax = (automata_regex_syntax)odd_numbers[0]", "REFUSED"), ("{0}.unit = (automata_regex_unit)odd_numbers[1]", "REFUSED"),
                               ("{0}.alphabet = world.alphabet", "ANY")],
    "automata_determinize_options": [("{0}.name_subsets = true", "ANY")],
    "automata_minimize_options": [("{0}.algorithm = (automata_minimization)odd_numbers[%d]" % i, "REFUSED") for i in range(4)]
    + [("{0}.algorithm = (automata_minimization)%d" % i, "DONE") for i in range(1, 5)],
    "automata_fa_product_options": [("{0}.name_pairs = true", "ANY")],
    "automata_inclusion_options": [("{0}.algorithm = (automata_inclusion)%d" % i, "DONE") for i in range(1, 8)]
    + [("{0}.algorithm = (automata_inclusion)odd_numbers[%d]" % i, "REFUSED") for i in range(4)]
    + [("{0}.witness = (automata_witness_choice)odd_numbers[%d]" % i, "REFUSED") for i in range(4)],
    "automata_searcher_options": [("{0}.within_lines = true", "DONE"), ("{0}.lazily = true", "DONE")],
    "automata_regex_extraction_options": [("{0}.extraction = (automata_regex_extraction)odd_numbers[0]", "REFUSED"),
                                    ("{0}.order = (automata_regex_order)odd_numbers[3]", "REFUSED")],
    "automata_expression_options": [("{0}.separator_length = 1", "ANY"), ("{0}.separator = \"\\xff\", {0}.separator_length = 1", "ANY")],
    "automata_stroke_recognition_options": [("{0}.state_count = 1", "REFUSED"), ("{0}.state_count = SIZE_MAX", "REFUSED"),
                                     ("{0}.threshold = not_a_number()", "ANY"), ("{0}.allowed = 0xffffffffu", "ANY"),
                                     ("{0}.attachment_limit = not_a_number()", "REFUSED")],
    "automata_character_options": [("{0}.alphabet = \"01\"", "DONE"), ("{0}.alphabet = \"\"", "DONE"), ("{0}.alphabet = \"\\xff\"", "REFUSED"),
                                   ("{0}.expected = \"01\"", "DONE"), ("{0}.expected = \"\\xff\"", "REFUSED"), ("{0}.is_word = true", "DONE"),
                                   ("{0}.reserved[1] = 1", "REFUSED")],
    "automata_sketch_picture_options": [("{0}.title_length = 1", "REFUSED"), ("{0}.title = \"\\xff\", {0}.title_length = 1", "REFUSED"),
                                 ("{0}.highlighted_count = 1", "REFUSED"), ("{0}.highlighted_count = SIZE_MAX", "REFUSED"),
                                 ("{0}.highlighted = odd_elements, {0}.highlighted_count = 1", "REFUSED")],
    "automata_statechart_options": [("{0}.input_name = \"\\xff\"", "ANY"), ("{0}.action_count = 1", "REFUSED"),
                                    ("{0}.guards = odd_bindings, {0}.guard_count = 1", "REFUSED"),
                                    ("{0}.actions = odd_bindings, {0}.action_count = SIZE_MAX", "REFUSED")],
    "automata_analysis_options": [("{0}.maximum_configurations = 1", "ANY"), ("{0}.maximum_pending_events = UINT64_MAX", "ANY"),
                                  ("{0}.event_count = 1", "REFUSED"), ("{0}.never_count = SIZE_MAX", "REFUSED"),
                                  ("{0}.events = names_with_a_hole, {0}.event_count = 2", "REFUSED"),
                                  ("{0}.never = some_names, {0}.never_count = 1", "ANY"), ("{0}.reports_unhandled = true", "DONE"),
                                  ("{0}.reports_indistinguishable = true", "DONE"),
                                  ("{0}.omits_mistakes = true", "DONE"), ("{0}.reserved[4] = true", "REFUSED")],
    "automata_mealy_learn_options": [("{0}.extra_states = UINT64_MAX", "ANY"), ("{0}.random_words = 3", "DONE"),
                                     ("{0}.random_words = 3, {0}.maximum_length = UINT64_MAX", "FAILURE")],
    "automata_ink_options": [("{0}.input_name = \"\\xff\"", "ANY")],
    "automata_ink_contents": [("{0}.points = NULL", "REFUSED"), ("{0}.point_count = 4", "REFUSED"), ("{0}.point_count = SIZE_MAX", "REFUSED"),
                              ("{0}.counts = hostile_lengths", "REFUSED"), ("{0}.stroke_count = 3", "FAILURE"),
                              ("{0}.stroke_counts = NULL", "REFUSED"), ("{0}.element_count = SIZE_MAX", "REFUSED"),
                              ("{0}.labels = odd_labels, {0}.label_count = 1", "AUTOMATA_ERROR_OUT_OF_RANGE"),
                              ("{0}.label_count = 1", "REFUSED"), ("{0}.texts = odd_texts, {0}.text_count = 1", "REFUSED"),
                              ("{0}.texts = sketch_texts, {0}.text_count = 1", "DONE")],
    "automata_derivation_options": [("{0}.load = NULL", "REFUSED"), ("{0}.line_name = \"\\xff\"", "DONE"), ("{0}.line_folder = \"\\xff\"", "REFUSED")],
    "automata_feature_model_options": [("{0}.input_name = \"\\xff\"", "ANY"), ("{0}.single_child = (automata_feature_single_child)odd_numbers[0]", "REFUSED")],
    "automata_products_options": [("{0}.engine = AUTOMATA_FEATURE_ENGINE_DECISION_DNNF", "DONE"), ("{0}.scope = (automata_feature_scope)odd_numbers[1]", "REFUSED"),
                                  ("{0}.scope = AUTOMATA_FEATURE_SCOPE_CONCRETE_FEATURES", "DONE"),
                                  ("{0}.engine = (automata_feature_engine)odd_numbers[2]", "REFUSED"),
                                  ("{0}.engine = AUTOMATA_FEATURE_ENGINE_LAYERED_DFA", "DONE")],
    "automata_configurator_completion_options": [("{0}.weights = some_weights", "REFUSED"),
                                    ("{0}.weights = some_weights, {0}.weight_count = FEATURE_COUNT", "DONE"),
                                    ("{0}.weights = odd_weights, {0}.weight_count = FEATURE_COUNT", "REFUSED")],
    "automata_assembly_options": [("{0}.input_name = \"\\xff\"", "ANY"), ("{0}.folder = \"/nonexistent\"", "ANY"), ("{0}.note = look_at_note", "DONE")],
    "automata_simulation_options": [("{0}.maximum_steps = UINT64_MAX", "DONE"), ("{0}.trace_limit = UINT64_MAX", "DONE"),
                                    ("{0}.is_shuffled = true", "DONE"), ("{0}.received = handle_message", "DONE"),
                                    ("{0}.note = look_at_note", "DONE"), ("{0}.reserved[6] = true", "REFUSED")],
    "automata_component_definition": [("{0}.name = NULL", "REFUSED"), ("{0}.name = \"\\xff\"", "REFUSED"), ("{0}.name = \"a b\"", "REFUSED"),
                                      ("{0}.name = \"\"", "REFUSED"), ("{0}.port_count = 1", "REFUSED"), ("{0}.port_count = SIZE_MAX", "REFUSED"),
                                      ("{0}.ports = component_ports, {0}.port_count = 4", "DONE"), ("{0}.ports = odd_ports, {0}.port_count = 1", "REFUSED"),
                                      ("{0}.ports = odd_ports + 1, {0}.port_count = 1", "REFUSED"), ("{0}.handler = handle_message", "DONE"),
                                      ("{0}.mailbox_capacity = UINT64_MAX", "DONE"), ("{0}.reserved = 1", "REFUSED"),
                                      ("{0}.mailbox_policy = (automata_mailbox_policy)odd_numbers[0]", "REFUSED")],
    "automata_machine_options": [("{0}.maximum_steps = 1", "ANY"), ("{0}.maximum_steps = UINT64_MAX", "DONE"),
                                 ("{0}.maximum_events = 1", "ANY"), ("{0}.maximum_events = UINT64_MAX", "DONE"),
                                 ("{0}.recorder = look_at_record", "DONE"), ("{0}.handler = refuse_request", "DONE"),
                                 ("{0}.load = load_nothing", "DONE"), ("{0}.observer_count = 1", "REFUSED"),
                                 ("{0}.observer_count = SIZE_MAX", "REFUSED")],
    "automata_statechart_state_definition": [("{0}.name = NULL", "REFUSED"), ("{0}.name = \"\\xff\"", "REFUSED"), ("{0}.parent = \"x\"", "FAILURE"),
                                  ("{0}.kind = (automata_statechart_state_kind)odd_numbers[0]", "REFUSED"), ("{0}.entry_count = 1", "REFUSED"),
                                  ("{0}.deferred_count = SIZE_MAX", "REFUSED"), ("{0}.submachine = \"x\"", "DONE"),
                                  ("{0}.variable_count = 1", "REFUSED"), ("{0}.initial_fork_count = SIZE_MAX", "REFUSED")],
    "automata_statechart_transition_definition": [("{0}.event = NULL", "REFUSED"), ("{0}.source = \"x\"", "FAILURE"),
                                       ("{0}.trigger = (automata_statechart_trigger)odd_numbers[1]", "REFUSED"), ("{0}.fork_count = 1", "REFUSED"),
                                       ("{0}.join_count = SIZE_MAX", "REFUSED"), ("{0}.delay = UINT64_MAX", "DONE"),
                                       ("{0}.condition = \"1 +\"", "FAILURE"), ("{0}.condition = \"!a || b > 1\"", "DONE")],
}
for options in ("read", "write", "regex", "determinize", "minimize", "fa_product", "searcher", "regex_extraction"):
    OPTION_FIELDS["automata_%s_options" % options].append(("{0}.reserved[1] = true", "REFUSED"))
for options in ("stroke_recognition_options", "feature_model_options"):
    OPTION_FIELDS["automata_" + options].append(("{0}.reserved = 1", "REFUSED"))
for definition in ("state", "transition"):
    OPTION_FIELDS["automata_statechart_%s_definition" % definition].append(("{0}.reserved[2] = true", "REFUSED"))
WITHOUT_BUDGET = {
    "automata_component_definition", "automata_simulation_options",
    "automata_character_options",
    "automata_stroke_recognition_options", "automata_sketch_picture_options", "automata_machine_options", "automata_statechart_state_definition",
    "automata_statechart_transition_definition", "automata_ink_contents",
}
# Structs that say what is meant, where NULL is nothing.
DEFINITIONS = {
    "automata_component_definition": "{0}.name = \"new\"",
    "automata_statechart_state_definition": "{0}.name = \"new\"", "automata_statechart_transition_definition": "{0}.event = \"new\"",
    "automata_ink_contents": "{0}.points = some_points, {0}.point_count = POINT_COUNT, {0}.counts = stroke_lengths, {0}.stroke_count = 2, "
    "{0}.stroke_counts = name_lengths, {0}.element_count = 2",
    "automata_derivation_options": "{0}.load = give_file",
}
# Members of such a struct that only this function refuses.
REFUSED_MEMBERS = {"automata_statechart_builder_new": "submachine"}
# Arguments by function and name, by type and name, and by type.
GIVEN = {
    ("automata_fa_from_text", "text"): "mata_text", ("automata_fa_from_text", "length"): "sizeof mata_text - 1",
    ("automata_format_recognize", "text"): "mata_text", ("automata_format_recognize", "length"): "sizeof mata_text - 1",
    ("automata_regex_from_text", "text"): "\"(a|b)*a\"", ("automata_regex_from_text", "length"): "7",
    ("automata_mealy_from_text", "text"): "mealy_text", ("automata_mealy_from_text", "length"): "sizeof mealy_text - 1",
    ("automata_grammar_from_text", "text"): "\"S -> 0S | 1\"", ("automata_grammar_from_text", "length"): "11",
    ("automata_integer_from_text", "text"): "\"-12345678901234567890\"", ("automata_integer_from_text", "length"): "21",
    ("automata_gesture_recognizer_from_text", "text"): "world.gestures", ("automata_gesture_recognizer_from_text", "length"): "world.gestures_length",
    ("automata_character_recognizer_from_text", "text"): "world.characters", ("automata_character_recognizer_from_text", "length"): "world.characters_length",
    ("automata_stroke_recognizer_from_text", "text"): "world.model", ("automata_stroke_recognizer_from_text", "length"): "world.model_length",
    ("automata_fa_eval", "text"): "\"x & y\"", ("automata_fa_eval", "length"): "5",
    ("automata_expression_from_text", "text"): "\"x | <01>\"", ("automata_expression_from_text", "length"): "8",
    ("automata_fa_find_state", "name"): "\"p\"", ("automata_format_from_name", "name"): "\"mata\"",
    ("automata_fa_rename_states", "count"): "3", ("automata_alphabet_from_ranges", "count"): "1",
    ("automata_builder_add_transitions", "count"): "1",
    ("automata_fa_write_file", "path"): "world.out_path", ("automata_ranking_unrank_length", "length"): "3",
    ("automata_builder_add_states", "builder"): "empty_builder()", ("automata_fa_convert", "automaton"): "world.fa", ("automata_sampler_new", "length"): "5",
        ("automata_gesture_recognizer_add", "counts"): "stroke_lengths",
}
TYPED = {
    ("const char *", "id"): "\"abc\"", ("const char *", "text"): "\"0,1\"", ("size_t", "length"): "3", ("const char *", "separator"): "\",\"",
    ("size_t", "separator_length"): "1", ("const char *", "name"): "\"0\"", ("size_t", "name_length"): "1",
    ("const char *", "symbol"): "\"0\"", ("const char *", "path"): "world.in_path", ("const char *", "file_name"): "\"a.mata\"",
    ("size_t", "count"): "2", ("size_t", "state_count"): "1", ("size_t", "stroke_count"): "2", ("size_t", "size"): "2",
    ("size_t", "capacity"): "2", ("size_t", "longest"): "9", ("size_t", "most"): "3", ("uint64_t", "length"): "9",
    ("double", "precision"): "0", ("const char *", "component"): "\"a\"", ("const char *", "output"): "\"a.out\"",
    ("const char *", "input"): "\"b.in\"", ("const char *", "port"): "\"a.in\"", ("const char *", "message"): "\"tick\"",
    ("const char *", "command"): "\"price\"", ("const char *", "reason"): "\"no\"",
}
ARRAYS = {
    "const automata_symbol *": "some_symbols", "const automata_letter *": "some_symbols", "const automata_state *": "some_states",
    "const automata_symbol_range *": "some_ranges", "const automata_transition *": "some_transitions", "const automata_point *": "some_points",
    "const automata_fa *const *": "world.two",
    "const automata_regex *const *": "world.regexes", "const automata_search_match *": "&some_match", "const char *const *": "some_names", "const size_t *": "name_lengths",
    "const uint64_t *": "some_limbs", "const void *": "\"01\"", "const automata_format *": "some_formats",
    "const automata_read_options *const *": "no_options",
    "const automata_feature_decision *": "some_decisions", "automata_feature_decision *": "own_decisions()", "const int64_t *": "some_weights",
    "const automata_statechart_value *": "&some_value", "const automata_sketch_element *": "some_elements", "const automata_placed_text *": "sketch_texts",
}
GIVEN.update({
    ("automata_fa_from_texts", "texts"): "some_texts", ("automata_fa_from_texts", "lengths"): "(const size_t *)NULL",
    ("automata_fa_from_files", "paths"): "world.paths", ("automata_alphabet_find_symbol", "length"): "1",
    ("automata_builder_symbol", "length"): "1", ("automata_builder_state", "length"): "1", ("automata_fa_find_state", "length"): "1",
    ("automata_builder_add_transition_named", "length"): "1", ("automata_stroke_recognizer_recognize", "counts"): "stroke_lengths",
    ("automata_stroke_recognizer_recognize_drawing", "counts"): "stroke_lengths",
    ("automata_stroke_recognizer_recognize_drawing", "element_count"): "2",
    ("automata_gesture_recognizer_match", "counts"): "stroke_lengths", ("automata_character_recognizer_recognize", "counts"): "stroke_lengths", ("automata_homomorphism_new", "offsets"): "some_offsets",
    ("automata_fa_substitute", "languages"): "world.languages", ("automata_sketch_draw", "counts"): "stroke_lengths",
    ("automata_sketch_from_strokes", "counts"): "stroke_lengths", ("automata_sketch_from_text", "text"): "world.document",
    ("automata_sketch_from_text", "length"): "world.document_length", ("automata_sketch_from_strokes", "text_count"): "1",
    ("automata_sketch_rename", "length"): "1", ("automata_sketch_set_targets", "length"): "1",
    ("automata_sketch_add_state", "length"): "1", ("automata_sketch_set_symbols", "count"): "3",
    ("automata_statechart_from_text", "text"): "chart_text", ("automata_statechart_from_text", "length"): "sizeof chart_text - 1",
    ("automata_statechart_from_file", "path"): "world.chart_path", ("automata_statechart_find_state", "name"): "\"a\"",
    ("automata_statechart_find_state", "length"): "1", ("automata_statechart_find_event", "name"): "\"e\"",
    ("automata_statechart_find_event", "length"): "1", ("automata_machine_evaluate", "text"): "\"1 + 1\"", ("automata_machine_evaluate", "length"): "5",
    ("automata_machine_assign", "name"): "\"n\"", ("automata_machine_assign", "length"): "1", ("automata_machine_send_value", "length"): "1",
    ("automata_machine_send_from_service", "length"): "1",
    ("automata_machine_copy", "context"): "NULL",
    ("automata_machine_send_named", "length"): "1", ("automata_machine_restore", "text"): "world.snapshot",
    ("automata_machine_restore", "length"): "world.snapshot_length",
    ("automata_feature_model_from_text", "text"): "features_text", ("automata_feature_model_from_text", "length"): "sizeof features_text - 1",
    ("automata_ink_from_text", "text"): "ink_text", ("automata_ink_from_text", "length"): "sizeof ink_text - 1",
    ("automata_ink_from_file", "path"): "world.ink_path", ("automata_assembly_from_file", "path"): "world.assembly_path",
    ("automata_assembly_from_text", "text"): "assembly_text", ("automata_assembly_from_text", "length"): "sizeof assembly_text - 1",
    ("automata_assembly_bind", "component"): "\"c\"", ("automata_simulation_ask", "port"): "\"a.ask\"",
    ("automata_simulation_disconnect", "port"): "\"a.out\"",
    ("automata_feature_model_from_file", "path"): "world.features_path", ("automata_feature_model_find_feature", "name"): "\"a\"",
    ("automata_feature_model_find_feature", "length"): "1",
    ("automata_derivation_new", "line"): "line_text", ("automata_derivation_new", "line_length"): "sizeof line_text - 1",
    ("automata_derivation_new", "product"): "product_text", ("automata_derivation_new", "product_length"): "sizeof product_text - 1",
    ("automata_configurator_decide", "feature"): "1", ("automata_configurator_decide", "decision"): "1",
    ("automata_products_covering_sample", "strength"): "2",
    ("automata_searcher_tables", "searcher"): "world.lexer",
    ("automata_products_load", "bytes"): "world.saved_products", ("automata_products_load", "size"): "world.saved_products_size",
    ("automata_searcher_load", "bytes"): "world.saved_searcher", ("automata_searcher_load", "size"): "world.saved_searcher_size",
    ("automata_matcher_load", "bytes"): "world.saved_matcher", ("automata_matcher_load", "size"): "world.saved_matcher_size",
    ("automata_counter_load", "bytes"): "world.saved_counter", ("automata_counter_load", "size"): "world.saved_counter_size",
})
# Enums of algorithms, each of which is tried.
ALGORITHMS = {"automata_reduction": range(1, 7), "automata_regex_construction": range(1, 7), "automata_counting": range(1, 4), "automata_direction": (1,)}
# Functions that don't ask where there is nothing to do, and those that need no memory that counts.
SILENT = {
    "automata_counter_count_all", "automata_fa_align", "automata_regex_is_equivalent", "automata_search_new", "automata_word_iterator_previous",
}
FRUGAL = {
    "automata_configurator_decide", "automata_fa_ambiguity_degree", "automata_fa_growth", "automata_fa_is_unambiguous",
    "automata_fa_pumping_triple", "automata_fa_remove_epsilon", "automata_products_lightest", "automata_regex_text",
    "automata_searcher_each_end", "automata_searcher_each_match", "automata_searcher_first_match",
}
# Numbers of things that may be out of range.
IDS = {"automata_state", "automata_symbol", "automata_feature", "automata_statechart_state", "automata_statechart_event"}
# Where such a number stands for something, or is wrong for another reason.
ANY_ID = {
    ("automata_builder_add_transition", "symbol"), ("automata_builder_add_transition_range", "first"),
}
# What stands for an absent thing where 0 doesn't.
ABSENT = {
    "automata_fa_initial_state": "AUTOMATA_NO_STATE", "automata_statechart_parent": "AUTOMATA_STATECHART_NO_STATE",
    "automata_feature_model_parent": "AUTOMATA_NO_FEATURE", "automata_machine_event": "AUTOMATA_STATECHART_NO_EVENT",
    "automata_machine_deadline": "AUTOMATA_MACHINE_NO_TIME", "automata_simulation_deadline": "AUTOMATA_MACHINE_NO_TIME", "automata_sketch_index": "AUTOMATA_NO_POSITION",
    "automata_run_stuck_position": "AUTOMATA_NO_POSITION", "automata_scan_verdict": "AUTOMATA_VERDICT_REJECTED",
    "automata_search_is_over": "true",
}
# Functions that the library calls.
VISITORS = {"automata_component_handler": "handle_message", "automata_trace_visitor": "look_at_event", "automata_mealy_system": "answer_inputs", "automata_search_on_match": "look_at_match", "automata_search_on_end": "look_at_end"}
OPTIONAL_ARRAYS = {"lengths", "formats", "options", "tail", "tip", "place"}
# What more there is to give, and what comes of it.
MORE = {
    "stroke_lengths": [("hostile_lengths", "REFUSED")],
    "some_offsets": [("hostile_offsets", "FAILURE"), ("descending_offsets", "FAILURE")],
    "some_names": [("names_with_a_hole", "ANY")],
    "some_symbols": [("odd_word", "ANY")],
    "some_states": [("odd_word", "ANY")],
    "some_ranges": [("odd_ranges", "ANY")],
    "some_transitions": [("odd_transitions", "FAILURE")],
    "some_points": [("odd_points", "ANY")],
    "some_elements": [("odd_elements", "REFUSED")],
    "&some_value": [("&odd_value", "REFUSED"), ("&odd_json", "FAILURE")],
    "some_decisions": [("odd_decisions", "REFUSED")],
    "some_weights": [("odd_weights", "REFUSED")],
    "sketch_texts": [("odd_texts", "REFUSED")],
}
# Structs that are returned, and when they hold nothing.
STRUCTS = {name: "result.count == 0 && result.items == NULL" for name in (
    "feature_decisions", "features", "letters", "limbs", "machine_invoked_charts", "names", "states", "statechart_states", "symbols", "symbol_ranges")}
STRUCTS.update({
    "derived_file": "result.path.data == NULL && result.content.length == 0",
    "derived_product": "result.name.data == NULL && result.new_types == 0",
    "feature_group": "result.members.count == 0 && result.parent == AUTOMATA_NO_FEATURE",
    "machine_observation": "result.state == NULL && result.inputs.count == 0 && result.problem == NULL",
    "feature_node": "result.name.data == NULL && result.group == AUTOMATA_NO_GROUP",
    "path": "result.count == 0 && result.start == AUTOMATA_NO_STATE", "production": "result.left == NULL && result.right_count == 0",
    "rows": "result.row_count == 0 && result.offsets == NULL", "nondeterminism": "result.kind == AUTOMATA_NONDETERMINISM_NONE",
})
# Paths that nothing can be read from or written to.
PATHS = [("\"\"", "FAILURE"), ("\"/\"", "FAILURE"), ("\"/nonexistent/a.mata\"", "FAILURE"), ("\"/nonexistent/\\xff\"", "FAILURE")]
# Where the first call doesn't succeed, as what it would need isn't there.
BASE = {name: "FAILURE" for name in ("automata_machine_raise", "automata_machine_send_later", "automata_machine_cancel",
    "automata_machine_send_from_service", "automata_configurator_advance", "automata_component_send", "automata_component_ask",
    "automata_component_answer", "automata_component_refuse", "automata_component_end")}


def functions():
    text = "\n".join(header.read_text() for header in HEADERS)
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    text = re.sub(r"\\\n", " ", text)
    text = "\n".join(line for line in text.split("\n") if not line.startswith("#"))
    found = re.findall(r"([A-Za-z_][\w \*]*?[\s\*])(automata_\w+)\s*\(([^()]*)\)\s*;", text)
    for result, name, parameters in found:
        split = []
        for parameter in parameters.split(","):
            parameter = " ".join(parameter.split())
            if parameter != "void":
                match = re.match(r"(.*?)(\w+)$", parameter)
                split.append((match[1].strip(), match[2]))
        yield " ".join(result.split()), name, split


def handle(type_):
    """The handle that a type such as `const automata_regex *` points to."""
    match = re.fullmatch(r"(?:const )?automata_(\w+) \*", type_)
    return match[1] if match and match[1] in HANDLES else None


class Call:
    """The code of the calls of one function, and the cases."""

    def __init__(self, result, name, parameters):
        self.result, self.name, self.parameters = result, name, parameters
        self.before, self.after, self.failed, self.cases = [], [], [], []
        # The cases in which something is absent.
        self.absent = []
        self.has_budget = False
        # What points into handles is looked at before they are freed.
        self.looked_at = []
        self.has_status = result == "automata_status" and any(t == "automata_error *" for t, _ in parameters)
        self.arguments = [self.argument(i, t, n) for i, (t, n) in enumerate(parameters)]

    def choose(self, index, values):
        """An expression for the value that a case wants; the first one unless it says otherwise."""
        for number, (_, wanted) in enumerate(values[1:], 1):
            self.cases.append((index, number, wanted))
        text = values[0][0]
        for number in range(len(values) - 1, 0, -1):
            text = "AT(%d, %d) ? %s : %s" % (index, number, values[number][0], text)
        return text

    def local(self, type_, name, text):
        self.before.append("%s%s%s = %s;" % (type_, "" if type_.endswith("*") else " ", name, text))
        return name

    def argument(self, index, type_, name):
        if type_ == "automata_error *":
            return "error"
        if handle(type_):
            return self.handle(index, type_, name)
        if type_.endswith("**"):
            return self.handed_out(index, type_, name)
        if type_ == "automata_note":
            return self.choose(index, [("look_at_note", None), ("NULL", "ANY")])
        if type_ in VISITORS:
            return self.choose(index, [(VISITORS[type_], None), ("NULL", "REFUSED")])
        if type_ in ARRAYS:
            return self.array(index, type_, name)
        if type_[6:-2] in OPTION_FIELDS or type_ == "const automata_budget *":
            return self.options(index, type_[6:-2], name)
        if type_ == "const char *":
            return self.text(index, type_, name)
        if type_.startswith("const"):
            raise SystemExit("every_call.py: nothing is known to give as %s of type %s" % (name, type_))
        if type_.endswith(" *"):
            return self.place(index, type_, name)
        return self.number(index, type_, name)

    def handle(self, index, type_, name):
        kind = handle(type_)
        if self.name.endswith("_free"):
            return "NULL"
        wanted = "ANY" if not self.has_status or (self.name, name) in NULLABLE else "REFUSED"
        good = GIVEN.get((self.name, name), "world." + ("dfa" if kind == "fa" and (self.name in OF_DFA or name in ("right", "by")) else kind))
        if kind in OWN:
            good = self.local("automata_%s *" % kind, name + "_own", GIVEN.get((self.name, name), "own_%s()" % kind))
            self.after.append("automata_%s_free(%s);" % (kind, good))
        if not self.has_status:
            self.absent.append((index, 1))
        return self.local(type_, name, self.choose(index, [(good, None), ("NULL", wanted)]))

    def handed_out(self, index, type_, name):
        inner = type_[:-1]
        if (type_, name) == ("automata_fa **", "automata"):
            self.before.append("automata_fa *automata_place[2] = {JUNK(automata_fa), JUNK(automata_fa)};")
            self.failed.append("automata == NULL || AT_COUNT || (automata_place[0] == NULL && automata_place[1] == NULL)")
            self.after.append("if (is_done && !AT_COUNT) { automata_fa_free(automata_place[0]); automata_fa_free(automata_place[1]); }")
            return self.local(type_, name, self.choose(index, [("automata_place", None), ("NULL", "REFUSED")]))
        place = self.local(inner, name + "_place", "JUNK(%s)" % inner[:-1].strip())
        kind = handle(inner)
        self.failed.append("%s == NULL || %s == NULL" % (name, place))
        free = "automata_%s_free" % kind if kind else "automata_free"
        self.after.append("if (is_done && %s != NULL) %s(%s);" % (name, free, place))
        return self.local(type_, name, self.choose(index, [("&" + place, None), ("NULL", self.without_place(name))]))

    def without_place(self, name):
        """What comes of a call without a place for a result."""
        is_optional = name in OPTIONAL_PLACES and self.name.startswith(("automata_fa_is_", "automata_regex_is_", "automata_machine_send", "automata_searcher_first", "automata_searcher_match_at"))
        is_optional = is_optional or (self.name, name) in NULLABLE or name in OPTIONAL_PLACES_OF_EVENTS and self.name.startswith("automata_sketch_")
        return "DONE" if is_optional else "REFUSED"

    def array(self, index, type_, name):
        good = GIVEN.get((self.name, name), ARRAYS[type_])
        wanted = "ANY" if name in OPTIONAL_ARRAYS else "REFUSED"
        if (self.name, name) in NULLABLE or name == "names" and self.name in ("automata_fa_rename_states", "automata_fa_from_expression"):
            wanted = "ANY"
        values = [(good, None), ("NULL", wanted)] + MORE.get(good, [])
        return self.local(type_, name, self.choose(index, values))

    def options(self, index, type_, name):
        """A struct with one more member than the library knows, which only a case tells it."""
        room, changes = name + "_room", LATER
        initial = "small_budget()" if type_ == "automata_budget" else "initial_" + name
        if type_ != "automata_budget":
            self.before.append("static const %s %s = %s_INIT;" % (type_, initial, type_.upper()))
        self.before.append("struct { %s known; uint64_t later; } %s;" % (type_, room))
        self.before.append("%s.known = %s, %s.later = 0;" % (room, initial, room))
        place = room + ".known"
        if type_ == "automata_budget":
            changes = changes + BUDGET_CHANGES
        else:
            changes = changes + OPTION_FIELDS[type_] + [c for c in BUDGET_CHANGES if "struct_size" in c[0]]
            if type_ not in WITHOUT_BUDGET:
                self.before.append("automata_budget %s_budget = small_budget();" % name)
                changes = changes + [(text.replace("{0}", name + "_budget"), wanted) for text, wanted in BUDGET_CHANGES]
        self.has_budget = self.has_budget or type_ not in WITHOUT_BUDGET
        if type_ in DEFINITIONS:
            self.before.append("%s;" % DEFINITIONS[type_].format(place))
        for number, (text, wanted) in enumerate(changes, 2):
            if self.name in REFUSED_MEMBERS and REFUSED_MEMBERS[self.name] in text:
                wanted = "REFUSED"
            self.cases.append((index, number, wanted))
            self.before.append("if (AT(%d, %d)) %s;" % (index, number, text.format(place, room)))
        if type_ != "automata_budget" and type_ not in WITHOUT_BUDGET:
            self.before.append("%s.budget = &%s_budget;" % (place, name))
        return self.local("const %s *" % type_, name, self.choose(index, [("&" + place, None), ("NULL", "REFUSED" if type_ in DEFINITIONS else "ANY")]))

    def text(self, index, type_, name):
        good = GIVEN.get((self.name, name), TYPED.get((type_, name)))
        # A path of a file is none of a socket; NULL removes it.
        if self.name == "automata_simulation_inspect":
            return self.choose(index, [("NULL", None), ("long_text()", "ANY")])
        if name == "path":
            return self.choose(index, [(good, None), ("NULL", "REFUSED")] + PATHS)
        wanted = "REFUSED" if self.has_status and (self.name, name) not in NULLABLE else "ANY"
        return self.local(type_, name, self.choose(index, [(good, None), ("NULL", wanted), ("long_text()", "ANY")]))

    def place(self, index, type_, name):
        inner = type_[:-2]
        if name == "buffer":
            self.before.append("char buffer_place[64];")
            return self.choose(index, [("buffer_place", None), ("NULL", "ANY")])
        if type_ == "void *":
            return "NULL"
        if name == "matches":
            self.before.append("automata_gesture_match matches_place[2];")
            return self.choose(index, [("matches_place", None), ("NULL", "REFUSED")])
        if name == "candidates":
            self.before.append("automata_text_candidate candidates_place[64];")
            return self.choose(index, [("candidates_place", None), ("NULL", "REFUSED")])
        if name == "recognitions":
            self.before.append("automata_stroke_recognition recognitions_place[2] = {AUTOMATA_STROKE_RECOGNITION_INIT, AUTOMATA_STROKE_RECOGNITION_INIT};")
            return self.choose(index, [("recognitions_place", None), ("NULL", "REFUSED")])
        place = name + "_place"
        if inner in ("automata_stroke_recognition", "automata_sketch_change"):
            self.before.append("%s %s = %s_INIT;" % (inner, place, inner.upper()))
            if inner == "automata_sketch_change":
                self.looked_at.append("use_change(&%s);" % place)
            for number, text in enumerate(["0", "8", "sizeof %s - 1" % place, "SIZE_MAX"], 2):
                self.cases.append((index, number, "REFUSED"))
                self.before.append("if (AT(%d, %d)) %s.struct_size = %s;" % (index, number, place, text))
        else:
            self.before.append("%s %s;" % (inner, place))
            self.before.append("memset(&%s, 1, sizeof %s);" % (place, place))
            field = {"automata_nonminimality": ".kind", "automata_grammar_obstacle": ".reason", "automata_statechart_value": ".kind", "automata_search_match": ".end", "automata_feature_place": ".line"}.get(inner, "")
            self.failed.append("%s == NULL || %s%s == 0" % (name, place, field))
        return self.local(type_, name, self.choose(index, [("&" + place, None), ("NULL", self.without_place(name))]))

    def measured(self, index):
        """The array or the text whose length a parameter is."""
        for type_, name in reversed(self.parameters[:index]):
            if name in OPTIONAL_ARRAYS:
                continue
            if type_ in ARRAYS or type_ == "const char *":
                return type_, name
            if not type_.endswith("*"):
                return None
            if handle(type_):
                return None
        return None

    def number(self, index, type_, name):
        good = GIVEN.get((self.name, name), TYPED.get((type_, name), "0"))
        if type_ in ENUMS:
            good = GIVEN.get((self.name, name), ENUMS[type_])
            wanted = "REFUSED" if self.has_status else "ANY"
            algorithms = [("(%s)%d" % (type_, number), "ANY") for number in ALGORITHMS.get(type_, ())]
            return self.choose(index, [(good, None)] + [(odd % type_, wanted) for odd in ODD] + algorithms)
        if type_ == "bool":
            return self.choose(index, [("false", None), ("true", "ANY")])
        if type_ == "automata_point":
            return self.choose(index, [("some_points[1]", None)] + [("odd_points[%d]" % number, "ANY") for number in range(4)])
        if type_ == "double":
            return self.choose(index, [(good, None)] + [(value, "ANY") for value in DOUBLES])
        if type_ == "int":
            opened = "world.out_path, O_WRONLY | O_CREAT, 0600" if "write" in self.name else "world.in_path, O_RDONLY"
            self.before.append("int descriptor = open(%s);" % opened)
            self.after.append("close(descriptor);")
            return self.choose(index, [("descriptor", None)] + [(v, "FAILURE") for v in ("-1", "54321", "INT_MIN", "INT_MAX")])
        edges = EDGES_32 if type_ in IDS | {"uint32_t"} else EDGES_64
        measured = self.measured(index)
        if measured and name == "count" and measured[0] in ("const automata_feature_decision *", "automata_feature_decision *", "const int64_t *"):
            good = "(size_t)FEATURE_COUNT"
        if type_ == "size_t" and measured:
            array_type, array = measured
            size = "1" if "char *" == array_type[6:] or "void" in array_type else "sizeof *" + array
            wanted = "FAILURE" if self.has_status else "ANY"
            values = [("0", "ANY"), ("(size_t)PTRDIFF_MAX / %s + 1" % size, wanted), ("(size_t)PTRDIFF_MAX + 1", wanted),
                      ("SIZE_MAX - 1", wanted), ("SIZE_MAX", "ANY" if array_type == "const char *" else wanted)]
            return self.choose(index, [(good, None)] + values)
        is_id = (type_ in IDS or name == "index") and (self.name, name) not in ANY_ID
        values = [("(%s)%s" % (type_, edge), "AUTOMATA_ERROR_OUT_OF_RANGE" if is_id and self.has_status and len(edge) > 9 else "ANY") for edge in edges]
        if is_id and not self.has_status:
            self.absent += [(index, number) for number, edge in enumerate(edges, 1) if len(edge) > 9]
        return self.choose(index, [("(%s)(%s)" % (type_, good), None)] + values)

    def code(self):
        lines = ["static void call_%s(const call *c, automata_error *error) {" % self.name]
        lines += ["    " + line for line in self.before]
        call = "%s(%s)" % (self.name, ", ".join(self.arguments))
        if self.has_status:
            lines.append("    const automata_status status = %s;" % call)
            if any("is_done" in line for line in self.after + self.failed) or self.failed:
                lines.append("    const bool is_done = status == AUTOMATA_OK;")
            lines += ["    if (!is_done) EXPECT(%s);" % condition for condition in self.failed]
            lines.append("    judge(c, status, error);")
        else:
            lines.append("    (void)error;")
            lines += self.result_lines(call)
        lines += ["    " + line for line in self.looked_at + self.after]
        lines += ["    (void)c;", "}", ""]
        return "\n".join(line.replace("AT_COUNT", self.count_case()) for line in lines)

    def result_lines(self, call):
        """The call of a function that can't fail, a look at its result, and the check that it is nothing where something is absent."""
        if self.result == "void":
            return ["    %s;" % call]
        kind, struct = handle(self.result), self.result[9:]
        lines = ["    %s%sresult = %s;" % (self.result, "" if self.result.endswith("*") else " ", call)]
        wanted = "result == %s" % ABSENT.get(self.name, "0")
        if kind and not self.result.startswith("const"):
            lines.append("    automata_%s_free(result);" % kind)
        elif self.result == "const char *":
            lines.append("    use_text(result);")
            wanted = "result == NULL || *result == 0"
        elif self.result in ("const automata_sketch_interpretation *", "const automata_sketch_drawn_transition *", "const automata_feature_rule *", "const automata_finding *", "const automata_ink_contents *"):
            lines.append("    use_%s(result);" % self.result[15:-2])
        elif struct in STRUCTS:
            lines.append("    use_%s(result);" % struct)
            wanted = STRUCTS[struct]
        if self.absent:
            cases = " || ".join("AT(%d, %d)" % case for case in self.absent)
            lines.append("    if ((%s) && !(%s)) fail_call(c, \"not what stands for an absent thing\", \"\");" % (cases, wanted))
        lines.append("    (void)result;")
        return lines

    def count_case(self):
        """Whether the number of things isn't what it should be, so that nobody knows how many places there are."""
        for index, (_, name) in enumerate(self.parameters):
            if name == "count":
                return "(c->parameter == %d)" % index
        return "false"


def main():
    calls = [Call(*function) for function in functions()]
    out = ["/* Written by every_call.py. */", "#include \"every_call.h\"", ""]
    out += [call.code() for call in calls]
    out.append("static const call calls[] = {")
    count = 0
    for call in calls:
        first = BASE.get(call.name, "DONE" if call.has_status else "ANY")
        for parameter, value, wanted in [(-1, 0, first)] + call.cases:
            if wanted == "SAME":
                wanted = first
            label = call.parameters[parameter][1] if parameter >= 0 else ""
            asks = "NEVER" if not call.has_budget else "SOMETIMES" if parameter >= 0 or call.name in SILENT else "ALWAYS"
            out.append("    {\"%s\", \"%s\", call_%s, %d, %d, %s, %s, %s}," % (
                call.name, label, call.name, parameter, value, wanted, asks, "true" if call.name in FRUGAL else "false"))
            count += 1
    out += ["};", "", "int main(int argc, char **argv) {",
            "    return call_all(calls, sizeof calls / sizeof *calls, %d, argc, argv);" % len(calls), "}"]
    print("\n".join(out))
    print("%d calls of %d functions" % (count, len(calls)), file=sys.stderr)


main()
