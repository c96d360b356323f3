/*
 * automata_lines.h: the products of a product line as programs.
 *
 * A feature model says which products there are. The description of the product line says which
 * parts of the program each feature has, and the description of a product has its features and its
 * additions; Documentation/product-lines.md explains both. A derivation checks everything and makes
 * the files of a Swift package:
 *
 *     automata_derivation *derivation = NULL;
 *     automata_derivation_options options = AUTOMATA_DERIVATION_OPTIONS_INIT;
 *     size_t i;
 *     options.load = load;
 *     if (automata_derivation_new(products, line, line_length, product, product_length, &options,
 *                                 &derivation, &error))
 *         fprintf(stderr, "%s\n", error.message);
 *     for (i = 0; i < automata_derivation_file_count(derivation); i++)
 *         write_file(automata_derivation_file(derivation, i));
 *     automata_derivation_free(derivation);
 *
 * The rules in automata.h hold here, too.
 */
#ifndef AUTOMATA_LINES_H
#define AUTOMATA_LINES_H

#include "automata_features.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A product of a product line as files. Immutable; independent of the products' handle. */
typedef struct automata_derivation automata_derivation;

/* Reads the content of a file that a description names, such as "Core/Package.swift". The path, of
 * `length` bytes, is relative to the folder of the product's description if `is_of_product`, or
 * else to the folder of the line's description. It may lead out of that folder: refuse absolute
 * paths, and those with "..". Write the content to `content`; it must stay valid until the next
 * call, or until the derivation ends. Return false if there is no such file. */
typedef bool (*automata_derivation_load)(
    const char *path, size_t length, bool is_of_product, automata_text *content, void *context);

typedef struct automata_derivation_options {
    size_t struct_size;
    /* May be NULL. States are those of the search for the smallest change that makes the features a
     * product. The bytes bound the descriptions and all loaded files, too. */
    const automata_budget *budget;
    /* The names of the descriptions in messages, zero-terminated; NULL means "line" and
     * "product". */
    const char *line_name;
    const char *product_name;
    /* The path from the folder of the product's package to the folder of the line's description,
     * zero-terminated; NULL means the same folder. The package finds the core assets by it. */
    const char *line_folder;
    /* Receives all problems of the descriptions and files, a sentence each with its place. May be
     * NULL; the error has the first ones anyway. */
    automata_note note;
    /* Reads files. The manifest of the core assets is always needed. */
    automata_derivation_load load;
    /* Given to both callbacks. */
    void *context;
} automata_derivation_options;

#define AUTOMATA_DERIVATION_OPTIONS_INIT \
    { sizeof(automata_derivation_options), NULL, NULL, NULL, NULL, NULL, NULL, NULL }

/* Derives a product of a product line from the two descriptions. The products are those of the
 * line's feature model, with AUTOMATA_FEATURE_SCOPE_ALL_FEATURES. Features that the product's
 * description doesn't name are selected if all products with the named features have them, and
 * deselected otherwise. Fails with INVALID_ARGUMENT if `load` is NULL, and with INVALID_TEXT, with
 * the place of the first problem. Linear in the texts, the files and the compiled products; the
 * search for the smallest change is exponential at worst. */
automata_status automata_derivation_new(
    const automata_products *products, const char *line, size_t line_length, const char *product,
    size_t product_length, const automata_derivation_options *options,
    automata_derivation **derivation, automata_error *error);

/* Frees a derivation. */
void automata_derivation_free(automata_derivation *derivation);

/* A derived product. The texts are borrowed from the derivation. */
typedef struct automata_derived_product {
    /* The name of the program, which suits a folder. */
    automata_text name;
    automata_text identifier;
    /* The version of the product, and that of the core assets. */
    automata_text version;
    automata_text build;
    /* The effort for the product: changes that it needed in the core assets, configured objects,
     * types that replace others, new types, resources, and lines of the stylesheet. */
    size_t core_changes;
    size_t configurations;
    size_t overridden_types;
    size_t new_types;
    size_t resources;
    size_t style_lines;
} automata_derived_product;

/* Returns the product. */
automata_derived_product automata_derivation_product(const automata_derivation *derivation);

/* Returns the decision about each feature. */
automata_feature_decisions automata_derivation_decisions(const automata_derivation *derivation);

/* A file of a derived package. */
typedef struct automata_derived_file {
    /* The path in the folder of the product, with '/' between names. */
    automata_text path;
    /* The content: any bytes. */
    automata_text content;
} automata_derived_file;

/* Returns the number of files. */
size_t automata_derivation_file_count(const automata_derivation *derivation);

/* Returns a file, by its index in the order of the paths. Its path is NULL for an index out of
 * range. */
automata_derived_file automata_derivation_file(
    const automata_derivation *derivation, size_t index);

#ifdef __cplusplus
}
#endif

#endif
