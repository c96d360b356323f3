/*
 * automata_features.h: feature models and their products.
 *
 * A feature model says which features the products of a product line have: a tree of features, in
 * groups, and constraints across the tree. Read a model, compile its products once, and ask any
 * number of questions:
 *
 *     automata_feature_model *model = NULL;
 *     automata_products *products = NULL;
 *     char *digits = NULL;
 *     size_t length;
 *     automata_error error;
 *     if (automata_feature_model_from_file("phone.uvl", AUTOMATA_FEATURE_FORMAT_GUESS, NULL,
 *                                          &model, &error) ||
 *         automata_products_new(model, NULL, &products, &error) ||
 *         automata_integer_text(automata_products_count(products), NULL, &digits, &length, &error))
 *         fprintf(stderr, "%s\n", error.message);
 *     else
 *         printf("%s products\n", digits);
 *     automata_free(digits);
 *     automata_products_free(products);
 *     automata_feature_model_free(model);
 *
 * A configuration is an array with a decision about each feature. Numbers of products are integers
 * of any size; automata_count.h has functions for them and for random numbers. A configurator makes
 * a configuration step by step. A SAT solver explains facts about models of any size. A comparison
 * shows the differences between two models. The rules in automata.h hold here, too.
 */
#ifndef AUTOMATA_FEATURES_H
#define AUTOMATA_FEATURES_H

#include "automata_count.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---------------------------------------------------------------------------------------------- */
/* Models                                                                                         */
/* ---------------------------------------------------------------------------------------------- */

/* A feature model. Immutable. */
typedef struct automata_feature_model automata_feature_model;

/* A feature of a model: a number from 0, in the order of the text; 0 is the root. */
typedef uint32_t automata_feature;

/* No feature. */
#define AUTOMATA_NO_FEATURE UINT32_MAX

typedef enum automata_feature_format {
    /* As an argument of a reader: a guess by the file's name or the beginning of the text. */
    AUTOMATA_FEATURE_FORMAT_GUESS = 0,
    /* The Universal Variability Language, all levels of it. */
    AUTOMATA_FEATURE_FORMAT_UVL = 1,
    /* FeatureIDE's XML. */
    AUTOMATA_FEATURE_FORMAT_FEATUREIDE = 2,
    /* Clauses in DIMACS CNF, with names of variables in comments. */
    AUTOMATA_FEATURE_FORMAT_DIMACS = 3,
    /* The library's JSON, which keeps every part of a model. */
    AUTOMATA_FEATURE_FORMAT_JSON = 4,
    /* Tables of decisions in Markdown. */
    AUTOMATA_FEATURE_FORMAT_MARKDOWN = 5,
    /* A table of decisions with commas between its cells. */
    AUTOMATA_FEATURE_FORMAT_CSV = 6
} automata_feature_format;

/* Reads the text of a model that a UVL text imports. `path`, of `length` bytes, is the name of the
 * import with '/' for dots and the extension: "sub/model.uvl" for sub.model. Write the text to
 * `text`; it must stay valid until the next call, or until the reading ends. Return false if there
 * is no such text. */
typedef bool (*automata_feature_load)(
    const char *path, size_t length, automata_text *text, void *context);

/* The meaning of an or group or an alternative group of FeatureIDE that has one child. */
typedef enum automata_feature_single_child {
    /* The child is optional unless it is marked as mandatory, as in FeatureIDE's older versions. */
    AUTOMATA_FEATURE_SINGLE_CHILD_OPTIONAL = 0,
    /* The child is mandatory, as in FeatureIDE's newer versions. */
    AUTOMATA_FEATURE_SINGLE_CHILD_MANDATORY = 1
} automata_feature_single_child;

typedef struct automata_feature_model_options {
    size_t struct_size;
    /* May be NULL. A text, including all copies of imported models, may have at most 1/64 of the
     * budget's bytes, and at most 64 MiB; each variable that a DIMACS header declares counts as
     * eight bytes. States don't count. */
    const automata_budget *budget;
    /* The text's name in messages, zero-terminated; NULL means the file's path, or "-". */
    const char *input_name;
    /* Receives all problems of the text, a sentence each with its place. May be NULL; the error has
     * the first ones anyway. */
    automata_note note;
    void *context;
    automata_feature_single_child single_child;
    uint32_t reserved;
    /* Reads imported models, called with `context`. If it is NULL, imports are errors. */
    automata_feature_load load;
} automata_feature_model_options;

#define AUTOMATA_FEATURE_MODEL_OPTIONS_INIT \
    { sizeof(automata_feature_model_options), NULL, NULL, NULL, NULL, \
      AUTOMATA_FEATURE_SINGLE_CHILD_OPTIONAL, 0, NULL }

/* Reads a model from a text. The error has the place of the first problem.
 * Fails with INVALID_TEXT, UNKNOWN_FORMAT, and TOO_LARGE for constraints of more than 128 levels,
 * attribute values of more than 16 levels, imports of more than 32 levels, ranges of more than
 * 65,536 values, sums of more than 2^22 terms in all, more than 2^20 variables in DIMACS, and large
 * tables of decisions. In UVL, chains of one operator have any length. O(length). */
automata_status automata_feature_model_from_text(
    const char *text, size_t length, automata_feature_format format,
    const automata_feature_model_options *options, automata_feature_model **model,
    automata_error *error);

/* Reads a model from a file; `path` is zero-terminated. Fails with INVALID_TEXT, UNKNOWN_FORMAT,
 * FILE. */
automata_status automata_feature_model_from_file(
    const char *path, automata_feature_format format,
    const automata_feature_model_options *options, automata_feature_model **model,
    automata_error *error);

/* Writes a model as text. The products stay the same; attributes and kinds of groups that the
 * format lacks are left out or written as constraints. Fails with INVALID_ARGUMENT for
 * AUTOMATA_FEATURE_FORMAT_GUESS, NOT_REPRESENTABLE, and TOO_LARGE if bounds of groups or
 * indentation take more than 64 MiB of text. O(length). */
automata_status automata_feature_model_text(
    const automata_feature_model *model, automata_feature_format format,
    const automata_budget *budget, char **text, size_t *length, automata_error *error);

/* Tests whether features of the model may have clones. Products, configurators, explanations and
 * comparisons fail with INVALID_ARGUMENT for such a model; unfold it first. */
bool automata_feature_model_has_clones(const automata_feature_model *model);

/* Makes a model without clones, whose products correspond one to one to `model`'s. The
 * clones of F become the features F.1, F.2, and so on, and a feature G below F.2 is named F.2.G.
 * `limit` is the maximum number of clones of features without an upper bound; if it is 0, the call
 * fails with INVALID_ARGUMENT for such features. The budget bounds the features, a state each, and
 * the result's bytes. */
automata_status automata_feature_model_unfold(
    const automata_feature_model *model, size_t limit, const automata_budget *budget,
    automata_feature_model **unfolded, automata_error *error);

/* Makes the minimal DFA that accepts a word for each product of a model, with or without clones. In
 * a word, each clone of a feature starts with the feature's name and ends with '/' and the name; a
 * feature without children is its name alone. Numbers of clones need no upper bound. Fails with
 * INVALID_ARGUMENT for constraints that no automaton can check. Exponential at worst. */
automata_status automata_fa_from_feature_model(
    const automata_feature_model *model, const automata_budget *budget, automata_fa **automaton,
    automata_error *error);

/* Frees a model. Its products live on. */
void automata_feature_model_free(automata_feature_model *model);

/* Returns the names of all features, by number. They are UTF-8, and some formats let them have zero
 * bytes, which may then be in written text, too. */
automata_names automata_feature_model_feature_names(const automata_feature_model *model);

/* Finds the feature with the given name. Fails with UNKNOWN_NAME. O(length) on average. */
automata_status automata_feature_model_find_feature(
    const automata_feature_model *model, const char *name, size_t length,
    automata_feature *feature, automata_error *error);

/* Returns the feature above another one; AUTOMATA_NO_FEATURE for the root, and for a feature out of
 * range. */
automata_feature automata_feature_model_parent(
    const automata_feature_model *model, automata_feature feature);

/* Tests whether a feature only structures the model. */
bool automata_feature_model_is_abstract(
    const automata_feature_model *model, automata_feature feature);

/* Returns the number of constraints. */
size_t automata_feature_model_constraint_count(const automata_feature_model *model);

/* ---------------------------------------------------------------------------------------------- */
/* Structure                                                                                      */
/* ---------------------------------------------------------------------------------------------- */

/* Borrowed features. */
typedef struct automata_features {
    const automata_feature *items;
    size_t count;
} automata_features;

/* The place of a part of a model in the text that it was read from. */
typedef struct automata_feature_place {
    /* The path of the imported text; empty for the text itself. */
    automata_text path;
    /* The line and the column, counted from 1 and in bytes. */
    uint64_t line;
    uint64_t column;
} automata_feature_place;

/* The type of a feature's value. The possible values are the members of an alternative group below
 * the feature, each with an attribute "value". */
typedef enum automata_feature_type {
    /* No value: a product has the feature or not. */
    AUTOMATA_FEATURE_TYPE_BOOLEAN = 0,
    AUTOMATA_FEATURE_TYPE_INTEGER = 1,
    AUTOMATA_FEATURE_TYPE_REAL = 2,
    AUTOMATA_FEATURE_TYPE_TEXT = 3
} automata_feature_type;

/* The kind of an attribute's value. */
typedef enum automata_feature_value_kind {
    AUTOMATA_FEATURE_VALUE_BOOLEAN = 0,
    AUTOMATA_FEATURE_VALUE_NUMBER = 1,
    AUTOMATA_FEATURE_VALUE_TEXT = 2,
    /* Several values. */
    AUTOMATA_FEATURE_VALUE_LIST = 3,
    /* Named values. */
    AUTOMATA_FEATURE_VALUE_ATTRIBUTES = 4
} automata_feature_value_kind;

/* An attribute: a name and a value. Members that don't belong to the kind of the value are 0. */
typedef struct automata_feature_attribute {
    /* The name; empty for an item of a list. */
    automata_text name;
    automata_feature_value_kind kind;
    /* The value of a Boolean; true for an attribute without a value. */
    bool boolean;
    double number;
    automata_text text;
    /* The items of a list, or the attributes within the attribute. */
    const struct automata_feature_attribute *items;
    size_t item_count;
} automata_feature_attribute;

/* No group. */
#define AUTOMATA_NO_GROUP SIZE_MAX

/* A feature in the tree. All pointers are borrowed from the model. */
typedef struct automata_feature_node {
    automata_text name;
    /* The feature above; AUTOMATA_NO_FEATURE for the root. */
    automata_feature parent;
    automata_feature_type type;
    /* The number of the group that the feature is a member of; AUTOMATA_NO_GROUP for the root. */
    size_t group;
    /* The numbers of the groups below the feature. */
    const size_t *groups;
    size_t group_count;
    /* The members of these groups, in the same order. */
    automata_features children;
    const automata_feature_attribute *attributes;
    size_t attribute_count;
    /* The numbers of clones in each clone of the parent, if the feature has clones; else 1 and 1.
     * UINT64_MAX stands for no upper bound. */
    uint64_t minimum_clones;
    uint64_t maximum_clones;
    bool has_clones;
    /* Whether the feature only structures the model. */
    bool is_abstract;
    automata_feature_place place;
} automata_feature_node;

/* Returns a feature. Its name is NULL for a feature out of range. */
automata_feature_node automata_feature_model_node(
    const automata_feature_model *model, automata_feature feature);

/* The kind of a group: the members that a product with the parent has. */
typedef enum automata_feature_group_kind {
    AUTOMATA_FEATURE_GROUP_MANDATORY = 0,
    AUTOMATA_FEATURE_GROUP_OPTIONAL = 1,
    /* At least one member. */
    AUTOMATA_FEATURE_GROUP_OR = 2,
    /* Exactly one member. */
    AUTOMATA_FEATURE_GROUP_ALTERNATIVE = 3,
    /* A number of members within bounds. */
    AUTOMATA_FEATURE_GROUP_CARDINALITY = 4
} automata_feature_group_kind;

/* Children of one feature. All pointers are borrowed from the model. */
typedef struct automata_feature_group {
    automata_feature_group_kind kind;
    /* The feature above the members. */
    automata_feature parent;
    automata_features members;
    /* The allowed numbers of members in a product with the parent, for each kind. */
    size_t minimum;
    size_t maximum;
    automata_feature_place place;
} automata_feature_group;

/* Returns the number of groups. */
size_t automata_feature_model_group_count(const automata_feature_model *model);

/* Returns a group. It has no members for a number out of range. */
automata_feature_group automata_feature_model_group(
    const automata_feature_model *model, size_t group);

/* Writes a constraint in the syntax of UVL, to be freed by automata_free(). `place` gets its place
 * in the text of the model, and may be NULL. The path in it is borrowed from the model. Fails with
 * OUT_OF_RANGE. O(length). */
automata_status automata_feature_model_constraint_text(
    const automata_feature_model *model, size_t constraint, const automata_budget *budget,
    char **text, size_t *length, automata_feature_place *place, automata_error *error);

/* ---------------------------------------------------------------------------------------------- */
/* Products                                                                                       */
/* ---------------------------------------------------------------------------------------------- */

/* The products of a model, compiled for questions. Immutable; independent of the model's handle.
 * They are in lexicographic order: of two products, the one that lacks the first feature in which
 * they differ comes first. */
typedef struct automata_products automata_products;

/* The features that distinguish products. */
typedef enum automata_feature_scope {
    AUTOMATA_FEATURE_SCOPE_ALL_FEATURES = 0,
    /* Products that differ only in abstract features are one product. Abstract features are then
     * out of scope: decisions about them are neither read nor made. */
    AUTOMATA_FEATURE_SCOPE_CONCRETE_FEATURES = 1
} automata_feature_scope;

typedef enum automata_feature_engine {
    /* Both engines in turn, each with an eighth of the budget at first. */
    AUTOMATA_FEATURE_ENGINE_AUTOMATIC = 0,
    /* A decision-DNNF, for models of any size that can be counted. */
    AUTOMATA_FEATURE_ENGINE_DECISION_DNNF = 1,
    /* The minimal layered DFA over {0, 1}, for up to some hundred features. */
    AUTOMATA_FEATURE_ENGINE_LAYERED_DFA = 2
} automata_feature_engine;

typedef struct automata_products_options {
    size_t struct_size;
    /* May be NULL. States are nodes of the compiled products. */
    const automata_budget *budget;
    automata_feature_scope scope;
    automata_feature_engine engine;
} automata_products_options;

#define AUTOMATA_PRODUCTS_OPTIONS_INIT \
    { sizeof(automata_products_options), NULL, AUTOMATA_FEATURE_SCOPE_ALL_FEATURES, \
      AUTOMATA_FEATURE_ENGINE_AUTOMATIC }

/* Compiles the products of a model. The message of a failure names the engine and the limit that it
 * reached. Exponential at worst, linear for a model without constraints. */
automata_status automata_products_new(
    const automata_feature_model *model, const automata_products_options *options,
    automata_products **products, automata_error *error);

/* Makes the minimal DFA over 0 and 1 that accepts a word for each product: symbol i of the word is
 * 1 if the product has the i-th feature in scope. Two models over the same features are equivalent
 * if their automata are equivalent. Exponential at worst. */
automata_status automata_fa_from_products(
    const automata_products *products, const automata_budget *budget, automata_fa **automaton,
    automata_error *error);

/* Returns the products as bytes, for automata_products_load(). They depend on the machine's byte
 * order and on the version of the format; see Documentation/formats/compiled.md. O(size). */
automata_status automata_products_save(
    const automata_products *products, const automata_budget *budget, uint8_t **bytes, size_t *size,
    automata_error *error);

/* Makes products from saved bytes, which are checked and copied. `model` is the model of these
 * products, which is usually read again from its text. Fails with NOT_LOADABLE, also if the model
 * has other features or other products. O(size), and the time to count the products. */
automata_status automata_products_load(
    const void *bytes, size_t size, const automata_feature_model *model,
    const automata_budget *budget, automata_products **products, automata_error *error);

/* Frees products. */
void automata_products_free(automata_products *products);

/* Returns the engine that compiled the products; AUTOMATA_FEATURE_ENGINE_AUTOMATIC for NULL. */
automata_feature_engine automata_products_engine(const automata_products *products);

/* Returns the number of the model's features: the count of all arrays of decisions and weights. */
size_t automata_products_feature_count(const automata_products *products);

/* Returns the number of products, borrowed; NULL for NULL. */
const automata_integer *automata_products_count(const automata_products *products);

/* Tests whether there are no products, so that the model is void. */
bool automata_products_is_empty(const automata_products *products);

/* ---------------------------------------------------------------------------------------------- */
/* Configurations                                                                                 */
/* ---------------------------------------------------------------------------------------------- */

/* The decision about a feature. Arrays called `decisions` have one decision for each feature, and
 * `count` is automata_products_feature_count(); any other count and any other value fails with
 * INVALID_ARGUMENT. In returned products all features in scope are decided, and the others are
 * open. */
typedef int8_t automata_feature_decision;

enum {
    AUTOMATA_FEATURE_DECISION_DESELECTED = -1,
    AUTOMATA_FEATURE_DECISION_OPEN = 0,
    AUTOMATA_FEATURE_DECISION_SELECTED = 1
};

/* Borrowed decisions, one for each feature. */
typedef struct automata_feature_decisions {
    const automata_feature_decision *items;
    size_t count;
} automata_feature_decisions;

/* Tests whether the decisions cover all features in scope and describe a product. Linear in the
 * compiled products. */
automata_status automata_products_contains(
    const automata_products *products, const automata_feature_decision *decisions, size_t count,
    bool *contained, automata_error *error);

/* Tests whether a product agrees with all decisions. Linear in the compiled products. */
automata_status automata_products_can_complete(
    const automata_products *products, const automata_feature_decision *decisions, size_t count,
    bool *possible, automata_error *error);

/* Counts the products that agree with all decisions. */
automata_status automata_products_count_with(
    const automata_products *products, const automata_feature_decision *decisions, size_t count,
    const automata_budget *budget, automata_integer **number, automata_error *error);

/* Adds, in place, the decisions that follow from the given decisions: decisions that all agreeing
 * products share. If no product agrees, `possible` is false, and no decision changes. Linear in the
 * compiled products. */
automata_status automata_products_propagate(
     const automata_products *products, automata_feature_decision *decisions, size_t count, bool
    *possible, automata_error *error);

/* Finds the product that differs from the given decisions in the fewest features, to be freed by
 * automata_free(); NULL if there are no products. Of several such products, the first is found.
 * Open features don't count as different. */
automata_status automata_products_nearest(
    const automata_products *products, const automata_feature_decision *decisions, size_t count,
    const automata_budget *budget, automata_feature_decision **nearest, size_t *change_count,
    automata_error *error);

/* Finds the position of a product in the order, counted from 0; NULL if the decisions aren't a
 * product. */
automata_status automata_products_rank(
    const automata_products *products, const automata_feature_decision *decisions, size_t count,
    const automata_budget *budget, automata_integer **rank, automata_error *error);

/* Finds the product at a position, to be freed by automata_free(); NULL for a negative one, and if
 * there are fewer products. */
automata_status automata_products_unrank(
    const automata_products *products, const automata_integer *rank, const automata_budget *budget,
    automata_feature_decision **product, automata_error *error);

/* Draws `count` products at random, independently of each other, and all with the same probability.
 * Decision f of product i is drawn[i n + f] for n features. The array is to be freed by
 * automata_free(); NULL if the model is void. A failed call may have advanced `random`. */
automata_status automata_products_sample(
    const automata_products *products, automata_random *random, size_t count,
    const automata_budget *budget, automata_feature_decision **drawn, automata_error *error);

/* Finds a small sample of products that covers all interactions of `strength` features: if some
 * product has certain decisions about `strength` features, some product of the sample has the same
 * decisions. A sample of strength 2 is called pairwise. The same products always give the same
 * sample, which isn't always the smallest. Decision f of product i is sample[i n + f] for n
 * features. The array is to be freed by automata_free(), even if it is empty because the model is
 * void. `strength` is at least 1. Each covered choice of decisions counts as a state. For strength
 * t, up to 2^t n^t / t! choices are tried; only the progress callback can stop that. */
automata_status automata_products_covering_sample(
    const automata_products *products, size_t strength, const automata_budget *budget,
    automata_feature_decision **sample, size_t *product_count, automata_error *error);

/* Finds the products with the least sums of weights of their selected features, in ascending order:
 * `limit` of them, or fewer if there are no more. Negate weights for the greatest sums. There are
 * `count` weights, one for each feature; their magnitudes add up to less than 2^61. All found
 * products agree with `decisions`, which may be NULL. Decision f of product i is lightest[i n + f]
 * for n features, and its sum is sums[i]. Both arrays are to be freed by automata_free(), even if
 * they are empty because no product agrees. The order of equal sums isn't defined. */
automata_status automata_products_lightest(
     const automata_products *products, const int64_t *weights, const automata_feature_decision
    *decisions, size_t count, size_t limit, const automata_budget *budget, automata_feature_decision
    **lightest, int64_t **sums, size_t *product_count, automata_error *error);

/* ---------------------------------------------------------------------------------------------- */
/* Features of all products                                                                       */
/* ---------------------------------------------------------------------------------------------- */

/* Counts the products with each feature; 0 for features out of scope. */
automata_status automata_products_feature_counts(
    const automata_products *products, const automata_budget *budget, automata_integers **counts,
    automata_error *error);

/* Computes the commonality of each feature: the fraction of products that have it, from 0 to 1; 0
 * for features out of scope, and if there are no products. */
automata_status automata_products_commonalities(
    const automata_products *products, const automata_budget *budget, double **commonalities,
    size_t *count, automata_error *error);

/* Counts the products of each size: item i of the sequence is the number of products with i
 * features. */
automata_status automata_products_sizes(
    const automata_products *products, const automata_budget *budget, automata_integers **sizes,
    automata_error *error);

/* Properties of a feature with respect to all products, as bits. */
enum {
    /* The feature is in all products. */
    AUTOMATA_FEATURE_CORE = 1,
    /* The feature is in no product. */
    AUTOMATA_FEATURE_DEAD = 2,
    /* The feature is in some products, but not in all. */
    AUTOMATA_FEATURE_VARIANT = 4,
    /* The feature is in exactly one product. */
    AUTOMATA_FEATURE_UNIQUE = 8,
    /* The tree makes the feature optional, but each product that has its parent has the feature. */
    AUTOMATA_FEATURE_FALSE_OPTIONAL = 16
};

/* Finds the properties of each feature; 0 for features out of scope. */
automata_status automata_products_feature_properties(
    const automata_products *products, const automata_budget *budget, uint32_t **properties,
    size_t *count, automata_error *error);

/* Finds the atomic sets: sets of features such that each product has all of a set or none. sets[f]
 * is the number of the set of feature f, from 0, in the order of the sets' first features;
 * AUTOMATA_NO_FEATURE for features out of scope. */
automata_status automata_products_atomic_sets(
    const automata_products *products, const automata_budget *budget, uint32_t **sets,
    size_t *count, automata_error *error);

/* ---------------------------------------------------------------------------------------------- */
/* Rules and explanations                                                                         */
/* ---------------------------------------------------------------------------------------------- */

/* The kind of a rule. A set of features that keeps all rules of a model is a product. */
typedef enum automata_feature_rule_kind {
    /* The root is in each product. */
    AUTOMATA_FEATURE_RULE_ROOT = 0,
    /* The feature needs its parent. */
    AUTOMATA_FEATURE_RULE_PARENT = 1,
    /* The parent needs the feature. */
    AUTOMATA_FEATURE_RULE_MANDATORY = 2,
    /* No product has more members of a group than the upper bound, and no product with the parent
     * has fewer than the lower bound. */
    AUTOMATA_FEATURE_RULE_GROUP = 3,
    /* A constraint is true. */
    AUTOMATA_FEATURE_RULE_CONSTRAINT = 4
} automata_feature_rule_kind;

/* A rule of a model. */
typedef struct automata_feature_rule {
    automata_feature_rule_kind kind;
    /* The feature; for a group the parent of its members, AUTOMATA_NO_FEATURE for a constraint. */
    automata_feature feature;
    /* The number of the group or of the constraint, from 0; 0 for other rules. */
    size_t number;
    /* The number of the cause that the rule belongs to, from 0. */
    size_t cause;
    /* The rule in words, a sentence without a period. */
    automata_text text;
    automata_feature_place place;
} automata_feature_rule;

/* Rules of a model, and the features whose decisions are needed besides them. Immutable;
 * independent of the model's handle. */
typedef struct automata_feature_rules automata_feature_rules;

/* Frees rules. */
void automata_feature_rules_free(automata_feature_rules *rules);

/* Returns the number of rules. */
size_t automata_feature_rules_count(const automata_feature_rules *rules);

/* Returns a rule, borrowed: groups and their members come before constraints, and the rules of each
 * cause are together. NULL for an index out of range. */
const automata_feature_rule *automata_feature_rules_item(
    const automata_feature_rules *rules, size_t index);

/* Returns the features whose decisions are needed besides the rules, ascending. */
automata_features automata_feature_rules_decisions(const automata_feature_rules *rules);

/* A fact that rules and decisions explain. */
typedef enum automata_feature_fact {
    /* No product agrees with the decisions; without decisions, the model is void. */
    AUTOMATA_FEATURE_FACT_CONTRADICTORY = 0,
    /* Each product that agrees with the decisions has the feature; without decisions, the feature
     * is a core feature. */
    AUTOMATA_FEATURE_FACT_SELECTED = 1,
    /* No product that agrees with the decisions has the feature; without decisions, the feature is
     * dead. */
    AUTOMATA_FEATURE_FACT_DESELECTED = 2,
    /* Each product with the feature's parent has the feature, although the tree makes it
     * optional. */
    AUTOMATA_FEATURE_FACT_FALSE_OPTIONAL = 3,
    /* The other rules imply the constraint. */
    AUTOMATA_FEATURE_FACT_REDUNDANT = 4
} automata_feature_fact;

/* Explains a fact: finds a minimal set of rules and decisions that implies it; NULL if the fact
 * isn't true. No rule or decision can be left out of the set, but a smaller set may exist.
 * `subject` is the feature, or the number of the constraint for AUTOMATA_FEATURE_FACT_REDUNDANT;
 * AUTOMATA_FEATURE_FACT_CONTRADICTORY has none. `decisions` may be NULL, and must be NULL for the
 * last two facts; then `count` isn't read. A SAT solver searches, for models of any size, and each
 * of its conflicts counts as a state. Exponential at worst. Fails with OUT_OF_RANGE. */
automata_status automata_feature_model_explain(
    const automata_feature_model *model, automata_feature_fact fact, uint32_t subject,
    const automata_feature_decision *decisions, size_t count, const automata_budget *budget,
    automata_feature_rules **rules, automata_error *error);

/* Finds the violated rules: rules that no decisions about the open features can satisfy. If all
 * features are decided and no rule is violated, they are a product. O(length of the model). */
automata_status automata_feature_model_violations(
    const automata_feature_model *model, const automata_feature_decision *decisions, size_t count,
    automata_feature_rules **rules, automata_error *error);

/* ---------------------------------------------------------------------------------------------- */
/* Configurators                                                                                  */
/* ---------------------------------------------------------------------------------------------- */

/* Makes a configuration decision by decision, without dead ends: after each step all decisions that
 * follow are made, so that each open feature can be decided either way. If attributes `bindingTime`
 * of features say when they are bound, features are decided in stages. A configurator belongs to
 * one thread at a time and is independent of the handles that it was made from. Borrowed results
 * are valid until its next step.
 *
 *     automata_configurator *configurator = NULL;
 *     if (automata_configurator_from_products(products, &configurator, &error) ||
 *         automata_configurator_decide(configurator, camera, AUTOMATA_FEATURE_DECISION_SELECTED,
 *                                      NULL, &error) ||
 *         automata_configurator_complete(configurator, NULL, &error))
 *         fprintf(stderr, "%s\n", error.message);
 *     else
 *         use(automata_configurator_decisions(configurator));
 *     automata_configurator_free(configurator);
 *
 * A refused step fails with REFUSED, and a step within the progress callback of another step fails
 * with MISPLACED_CALL. A failed step changes nothing. */
typedef struct automata_configurator automata_configurator;

/* The time at which a feature is decided. The attribute `bindingTime` of the feature or else of its
 * nearest ancestor gives it: "development", "build" and so on. */
typedef enum automata_feature_binding_time {
    /* While the code is written, as for all features without the attribute. */
    AUTOMATA_FEATURE_BINDING_DEVELOPMENT = 0,
    AUTOMATA_FEATURE_BINDING_BUILD = 1,
    AUTOMATA_FEATURE_BINDING_INSTALLATION = 2,
    AUTOMATA_FEATURE_BINDING_STARTUP = 3,
    AUTOMATA_FEATURE_BINDING_RUNTIME = 4
} automata_feature_binding_time;

/* The state of a feature in a configurator. */
typedef enum automata_feature_state {
    /* The feature can be decided either way. */
    AUTOMATA_FEATURE_STATE_OPEN = 0,
    /* The decision about the feature follows from the program's decisions. */
    AUTOMATA_FEATURE_STATE_FOLLOWS = 1,
    /* The program decided the feature. */
    AUTOMATA_FEATURE_STATE_DECIDED = 2,
    /* The program decided the feature at an earlier stage, for good. */
    AUTOMATA_FEATURE_STATE_FIXED = 3
} automata_feature_state;

/* Starts a configuration with the decisions that all products share. The products must be compiled
 * with AUTOMATA_FEATURE_SCOPE_ALL_FEATURES. Each step takes time in proportion to the compiled
 * products. Fails with REFUSED if there are no products, and with INVALID_TEXT if the attribute
 * `bindingTime` of a feature isn't a binding time; the error has the place of the feature. */
automata_status automata_configurator_from_products(
    const automata_products *products, automata_configurator **configurator,
    automata_error *error);

/* Starts a configuration of a model whose products can't be compiled, as
 * automata_configurator_from_products() does. After each step a SAT solver answers at most one
 * question for each open feature; each conflict counts as a state. This call and each step are
 * exponential at worst. */
automata_status automata_configurator_from_feature_model(
    const automata_feature_model *model, const automata_budget *budget,
    automata_configurator **configurator, automata_error *error);

/* Frees a configurator. */
void automata_configurator_free(automata_configurator *configurator);

/* Decides a feature and all that follows. AUTOMATA_FEATURE_DECISION_OPEN withdraws a decision of
 * the program; decisions can be withdrawn in any order. A decision that already follows becomes a
 * decision of the program. Fails with OUT_OF_RANGE, and with REFUSED if the feature has the
 * opposite decision, is bound at another stage, or has no decision to withdraw. */
automata_status automata_configurator_decide(
     automata_configurator *configurator, automata_feature feature, automata_feature_decision
    decision, const automata_budget *budget, automata_error *error);

typedef struct automata_configurator_completion_options {
    size_t struct_size;
    /* May be NULL. */
    const automata_budget *budget;
    /* The weights, one for each feature; their magnitudes add up to less than 2^61. NULL gives each
     * feature the weight 1. */
    const int64_t *weights;
    size_t weight_count;
    /* If not NULL, the product is drawn at random, and weights aren't used. */
    automata_random *random;
} automata_configurator_completion_options;

#define AUTOMATA_CONFIGURATOR_COMPLETION_OPTIONS_INIT \
    { sizeof(automata_configurator_completion_options), NULL, NULL, 0, NULL }

/* Decides the open features of the current stage as one agreeing product does: the product with the
 * least sum of weights of its selected features, or a product drawn at random, all with the same
 * probability. A configurator of a model takes any product; it fails with INVALID_ARGUMENT if
 * weights or random numbers are given. A failed call may have advanced `random`. */
automata_status automata_configurator_complete(
    automata_configurator *configurator, const automata_configurator_completion_options *options,
    automata_error *error);

/* Advances to the next stage, and fixes all decisions. Fails with REFUSED if features of the
 * current stage are open or if this is the last stage. */
automata_status automata_configurator_advance(
    automata_configurator *configurator, automata_error *error);

/* Returns the current stage: the binding time of the features that can be decided. */
automata_feature_binding_time automata_configurator_stage(
    const automata_configurator *configurator);

/* Returns whether the current stage is the last stage. */
bool automata_configurator_is_at_last_stage(const automata_configurator *configurator);

/* Returns the binding time of a feature. */
automata_feature_binding_time automata_configurator_binding_time(
    const automata_configurator *configurator, automata_feature feature);

/* Returns the state of a feature. */
automata_feature_state automata_configurator_state(
    const automata_configurator *configurator, automata_feature feature);

/* Returns the configuration: the decisions of the program, and all that follows from them. */
automata_feature_decisions automata_configurator_decisions(
    const automata_configurator *configurator);

/* Returns the features that the program decided, in the order of its decisions. */
automata_features automata_configurator_decided(const automata_configurator *configurator);

/* Counts the products that agree with all decisions; NULL for a configurator of a model, whose
 * solver doesn't count. */
automata_status automata_configurator_count(
    const automata_configurator *configurator, const automata_budget *budget,
    automata_integer **number, automata_error *error);

/* ---------------------------------------------------------------------------------------------- */
/* Comparison of two models                                                                       */
/* ---------------------------------------------------------------------------------------------- */

/* The differences between an old model and a new one, by their products over the common features:
 * those with the same name, byte by byte. Products that differ only in other features count as one
 * product. As a side, AUTOMATA_SIDE_FIRST is the old model, AUTOMATA_SIDE_SECOND the new one, and
 * AUTOMATA_SIDE_NONE stands for both. Immutable; independent of the models' handles. */
typedef struct automata_feature_comparison automata_feature_comparison;

/* The kind of the edit that turns the old model into the new one. */
typedef enum automata_feature_edit {
    /* The products are the same. */
    AUTOMATA_FEATURE_EDIT_REFACTORING = 0,
    /* Products are removed, and none is added. */
    AUTOMATA_FEATURE_EDIT_SPECIALIZATION = 1,
    /* Products are added, and none is removed. */
    AUTOMATA_FEATURE_EDIT_GENERALIZATION = 2,
    /* Products are removed, and others are added. */
    AUTOMATA_FEATURE_EDIT_ARBITRARY = 3
} automata_feature_edit;

/* Compares two models. With AUTOMATA_FEATURE_SCOPE_CONCRETE_FEATURES in the options, common
 * features are those that are concrete in both models. Compiles each model and both together;
 * exponential at worst. */
automata_status automata_feature_comparison_new(
    const automata_feature_model *old_model, const automata_feature_model *new_model,
    const automata_products_options *options, automata_feature_comparison **comparison,
    automata_error *error);

/* Frees a comparison. */
void automata_feature_comparison_free(automata_feature_comparison *comparison);

/* Returns the kind of the edit. */
automata_feature_edit automata_feature_comparison_edit(
    const automata_feature_comparison *comparison);

/* Returns the number of products over common features that only one model has, or that both have,
 * borrowed. NULL for an invalid side. */
const automata_integer *automata_feature_comparison_count(
    const automata_feature_comparison *comparison, automata_side side);

/* Returns the features in scope that only one model has, by their numbers in that model, or those
 * that both have, by their numbers in the old model. */
automata_features automata_feature_comparison_features(
    const automata_feature_comparison *comparison, automata_side side);

/* Finds the first product over common features that only one model has, to be freed by
 * automata_free(); NULL if there is no such product. It has a decision for each feature of the old
 * model, which is open if the feature isn't common. Fails with INVALID_ARGUMENT for
 * AUTOMATA_SIDE_NONE. */
automata_status automata_feature_comparison_first_product(
    const automata_feature_comparison *comparison, automata_side side,
    const automata_budget *budget, automata_feature_decision **product, automata_error *error);

/* Finds the reasons why only one model has some products: the rules of the other model that exclude
 * them, with their numbers and places in that model. A rule about common features is a cause by
 * itself. Rules about further features that work together are one cause and have the same `cause`.
 * Without such products there are no rules. Fails with INVALID_ARGUMENT for AUTOMATA_SIDE_NONE.
 * Exponential at worst. */
automata_status automata_feature_comparison_causes(
    const automata_feature_comparison *comparison, automata_side side,
    const automata_budget *budget, automata_feature_rules **rules, automata_error *error);

#ifdef __cplusplus
}
#endif

#endif
