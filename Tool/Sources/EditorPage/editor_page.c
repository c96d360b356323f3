#include "editor_page.h"

const char *editor_page_names(void) {
    return "asking.js bars.js chain.js chart.css chart.html chart.js collect.css collect.html collect.js column.js compare.js "
           "components.css components.html components.js connection.js dialogs.js dom.js editor.css editor.js exercise.js exports.js "
           "expression.js facts.js fields.js files.js gestures.js icon.svg index.html ink.js "
           "keys.js main.js model.js offline.js panels.css panels.js picture.js pieces.js "
           "pointers.js scene.js section.js shapes.js shell.js steps.js symbols.js table.js "
           "tape.js taps.js texts.js view.js walk.js words.js";
}

/* In the order of the names. */
static const unsigned char contents[] = {
#embed "../EditorServer/Page/asking.js" suffix(, 0,) if_empty(0,)
#embed "../EditorServer/Page/bars.js" suffix(, 0,) if_empty(0,)
#embed "../EditorServer/Page/chain.js" suffix(, 0,) if_empty(0,)
#embed "../EditorServer/Page/chart.css" suffix(, 0,) if_empty(0,)
#embed "../EditorServer/Page/chart.html" suffix(, 0,) if_empty(0,)
#embed "../EditorServer/Page/chart.js" suffix(, 0,) if_empty(0,)
#embed "../EditorServer/Page/collect.css" suffix(, 0,) if_empty(0,)
#embed "../EditorServer/Page/collect.html" suffix(, 0,) if_empty(0,)
#embed "../EditorServer/Page/collect.js" suffix(, 0,) if_empty(0,)
#embed "../EditorServer/Page/column.js" suffix(, 0,) if_empty(0,)
#embed "../EditorServer/Page/compare.js" suffix(, 0,) if_empty(0,)
#embed "../EditorServer/Page/components.css" suffix(, 0,) if_empty(0,)
#embed "../EditorServer/Page/components.html" suffix(, 0,) if_empty(0,)
#embed "../EditorServer/Page/components.js" suffix(, 0,) if_empty(0,)
#embed "../EditorServer/Page/connection.js" suffix(, 0,) if_empty(0,)
#embed "../EditorServer/Page/dialogs.js" suffix(, 0,) if_empty(0,)
#embed "../EditorServer/Page/dom.js" suffix(, 0,) if_empty(0,)
#embed "../EditorServer/Page/editor.css" suffix(, 0,) if_empty(0,)
#embed "../EditorServer/Page/editor.js" suffix(, 0,) if_empty(0,)
#embed "../EditorServer/Page/exercise.js" suffix(, 0,) if_empty(0,)
#embed "../EditorServer/Page/exports.js" suffix(, 0,) if_empty(0,)
#embed "../EditorServer/Page/expression.js" suffix(, 0,) if_empty(0,)
#embed "../EditorServer/Page/facts.js" suffix(, 0,) if_empty(0,)
#embed "../EditorServer/Page/fields.js" suffix(, 0,) if_empty(0,)
#embed "../EditorServer/Page/files.js" suffix(, 0,) if_empty(0,)
#embed "../EditorServer/Page/gestures.js" suffix(, 0,) if_empty(0,)
#embed "../EditorServer/Page/icon.svg" suffix(, 0,) if_empty(0,)
#embed "../EditorServer/Page/index.html" suffix(, 0,) if_empty(0,)
#embed "../EditorServer/Page/ink.js" suffix(, 0,) if_empty(0,)
#embed "../EditorServer/Page/keys.js" suffix(, 0,) if_empty(0,)
#embed "../EditorServer/Page/main.js" suffix(, 0,) if_empty(0,)
#embed "../EditorServer/Page/model.js" suffix(, 0,) if_empty(0,)
#embed "../EditorServer/Page/offline.js" suffix(, 0,) if_empty(0,)
#embed "../EditorServer/Page/panels.css" suffix(, 0,) if_empty(0,)
#embed "../EditorServer/Page/panels.js" suffix(, 0,) if_empty(0,)
#embed "../EditorServer/Page/picture.js" suffix(, 0,) if_empty(0,)
#embed "../EditorServer/Page/pieces.js" suffix(, 0,) if_empty(0,)
#embed "../EditorServer/Page/pointers.js" suffix(, 0,) if_empty(0,)
#embed "../EditorServer/Page/scene.js" suffix(, 0,) if_empty(0,)
#embed "../EditorServer/Page/section.js" suffix(, 0,) if_empty(0,)
#embed "../EditorServer/Page/shapes.js" suffix(, 0,) if_empty(0,)
#embed "../EditorServer/Page/shell.js" suffix(, 0,) if_empty(0,)
#embed "../EditorServer/Page/steps.js" suffix(, 0,) if_empty(0,)
#embed "../EditorServer/Page/symbols.js" suffix(, 0,) if_empty(0,)
#embed "../EditorServer/Page/table.js" suffix(, 0,) if_empty(0,)
#embed "../EditorServer/Page/tape.js" suffix(, 0,) if_empty(0,)
#embed "../EditorServer/Page/taps.js" suffix(, 0,) if_empty(0,)
#embed "../EditorServer/Page/texts.js" suffix(, 0,) if_empty(0,)
#embed "../EditorServer/Page/view.js" suffix(, 0,) if_empty(0,)
#embed "../EditorServer/Page/walk.js" suffix(, 0,) if_empty(0,)
#embed "../EditorServer/Page/words.js" suffix(, 0,) if_empty(0,)
};

const unsigned char *editor_page_contents(size_t *size) {
    *size = sizeof contents;
    return contents;
}
