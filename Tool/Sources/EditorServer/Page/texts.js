// All that the page says in English, in one table.

export const texts = {
  product: "Automata",
  canvas: "Drawing. Tab walks through states and arrows, N adds a state, question mark shows all keys",

  tools: "Tools",
  draw: "Draw", select: "Select", state: "State", arrow: "Arrow", note: "Note", erase: "Erase", hand: "Hand",
  drawTitle: "Draw states and arrows by hand (P)", selectTitle: "Select and move (V)",
  stateTitle: "Place a state with each click", arrowTitle: "Drag from one state to another",
  noteTitle: "Write a note (T)", eraseTitle: "Erase what you stroke over (E)", handTitle: "Drag the page (H)",
  penMode: "Pen", penModeTitle: "The pen draws and fingers move the page. Press to draw with fingers again",
  penModeSaid: "Pen in use: fingers now only move and zoom the page",

  undo: "Undo", redo: "Redo", undoTitle: "Undo (Ctrl+Z)", redoTitle: "Redo (Shift+Ctrl+Z)",
  undone: "Undone", redone: "Redone",
  zoomIn: "Zoom in", zoomOut: "Zoom out", zoomReset: "Zoom to 100 %", fit: "Show everything (Shift+1)",
  layOut: "Lay out", layOutTitle: "Arrange states and arrows anew", laidOut: "Laid out",
  theme: "Dark or light", help: "Help", helpTitle: "Gestures and keys (?)",
  showInk: "Show ink", showInkTitle: "Show the strokes behind the elements",
  problems: "Problems", wordsPanel: "Words",

  documents: "Documents", newDocument: "New drawing", open: "Open", openTitle: "Open files",
  save: "Save", saveTitle: "Save (Ctrl+S)", saved: "Saved", unsaved: "not saved yet", export: "Export",
  exportTitle: "Download or print", close: "Close {name}",
  closeUnsaved: "{name} has changes that aren't saved. Close it all the same?", closeAnyway: "Close without saving",
  overwriteAsk: "{name} was changed by another program. Overwrite it?", overwrite: "Overwrite",
  lossAsk: "{name} can't hold everything:", saveAnyway: "Save anyway", cancel: "Cancel", ok: "OK", download: "Download",
  opened: "Opened {name}", dropHere: "Drop files to open them", tooLarge: "{name} is larger than 8 MB",
  lossNotes: "The file leaves something out:",
  notYet: "Not an automaton yet:",
  reopen: "Open it again", keepMine: "Keep mine",

  exports: "Export {name}",
  pictures: "Pictures", files: "Automaton files",
  svg: "SVG picture", svgWhat: "sharp at any size",
  png: "PNG picture", pngWhat: "for slides and documents",
  print: "Print or PDF", printWhat: "one page",
  tikz: "TikZ", tikzWhat: "for LaTeX, can be edited",
  html: "Web page", htmlWhat: "steps words without a connection",
  sketch: "Sketch", sketchWhat: "everything, with ink and words",
  jff: "JFLAP", jffWhat: ".jff", mata: "Mata", mataWhat: ".mata", json: "JSON", jsonWhat: ".json",
  att: "AT&T", attWhat: ".att", dot: "Graphviz", dotWhat: ".dot", ba: "BA", baWhat: ".ba",

  lost: "The server doesn't answer. What you draw is kept and sent when it is back.",
  refused: "This page isn't allowed in. Open the address that the terminal shows.",
  back: "Connected again",

  readAs: "Read as {reading}", readAsSure: "Read as {reading} ({percent} %)", readAsInstead: "Rather:",
  reading: { state: "a state", ring: "a ring of a final state", transition: "an arrow", loop: "a loop", head: "an arrowhead", none: "ink" },
  readingShort: { state: "state", ring: "ring", transition: "arrow", loop: "loop", head: "arrowhead", none: "ink" },
  dismiss: "Dismiss",

  selection: "Selection", rename: "Name", final: "Final", initial: "Initial", loop: "Loop", connect: "Connect",
  delete: "Delete", symbols: "Symbols", duplicate: "Copy", readInk: "Read as",
  renameTitle: "Name the state (Enter)", finalTitle: "Accept here (F)", initialTitle: "Start here (I)", loopTitle: "Add a loop (L)",
  connectTitle: "Arrow to another state (C)", deleteTitle: "Delete (Del)", symbolsTitle: "Edit the symbols (Enter)", duplicateTitle: "Copy (Ctrl+D)",
  selected: "{count} selected", nothingSelected: "Nothing selected", deleted: "Deleted", copied: "Copied", nothingPasted: "Copy something first",
  selectFirst: "Select a state first",

  nameField: "Name of the state", nameHint: "automatic",
  symbolField: "Symbols of the arrow", symbolHint: "symbol", symbolHelp: "Enter adds · Esc closes",
  addEpsilon: "ε", addEpsilonTitle: "Can be taken without reading (\\e)", removeSymbol: "Remove {symbol}", epsilon: "epsilon",
  noteField: "Note", noteHint: "note",
  connectField: "Name of the state that the arrow leads to", connectHint: "to …", connectHelp: "↑ ↓ choose · Enter connects",
  connectTo: "To {name}",
  labelSaid: "Symbols: {symbols}", noSymbols: "none",

  tape: "Run a word", word: "Word", wordHint: "type a word", emptyWord: "the empty word",
  first: "To the start", back1: "Step back (,)", step: "Step (.)", play: "Run", pause: "Pause",
  accepted: "Accepted", rejected: "Rejected", noVerdict: "No verdict",
  inStates: "In {states}", inNone: "In no state", start: "Start", afterSymbol: "After {symbol}",
  epsilonMoves: "ε-moves: {moves}",

  table: "Words", tableHint: "Say which words must be accepted. They are judged on every edit.",
  wanted: "Wanted", is: "Is", wantedAccept: "must be accepted", wantedReject: "must be rejected", wantedNothing: "no wish",
  isAccept: "accepted", isReject: "rejected", isNothing: "no verdict", wrong: "not as wanted",
  addWord: "Add a word", addWordHint: "word, or many lines", removeWord: "Remove {word}", runWord: "Run {word}",
  tally: "{right} of {count} as wanted", loadWords: "From a file", copyWords: "Download", clearWords: "Clear", clearWordsAsk: "Clear all words? This can't be undone.",
  wordOf: "Word {number}",

  zoomSaid: "{percent} %",

  emptyTitle: "Draw an automaton",
  empty: [
    ["state", "Draw a circle", "a state; a circle inside it makes it final"],
    ["arrow", "Draw a line", "an arrow; from nowhere it marks the initial state"],
    ["select", "Double-click", "adds a state, too; drag from its rim for an arrow"],
    ["words", "Press N, C, L", "state, arrow and loop by keyboard; ? shows all keys"],
  ],

  helpHeading: "Gestures and keys",
  helpKeysNote: "Single keys work while the drawing has the focus.",
  helpSections: [
    ["Draw by hand (P)", [
      ["circle", "state"], ["circle in a state", "final state"], ["line between states", "arrow"], ["line from nowhere", "initial state"],
      ["line back to its state", "loop"], ["pen's eraser, or E", "erase"], ["second finger", "takes a stroke back"],
    ]],
    ["Mouse (V)", [
      ["double-click the page", "state"], ["double-click a state", "final or not"], ["double-click an arrow", "its symbols"], ["drag a state's rim", "arrow"],
      ["Shift-drag to a state", "initial state"], ["drag a state", "move"], ["drag an arrow or loop", "bend, turn"],
      ["drag an arrow's end", "attach it elsewhere"], ["drag the page", "select several"], ["Shift-click", "select one more"],
    ]],
    ["View", [
      ["wheel, two fingers", "move the page"], ["Ctrl+wheel, pinch", "zoom"], ["Space-drag, H", "move the page"], ["+  −  0", "zoom in, out, 100 %"], ["Shift+1", "show everything"],
    ]],
    ["Add and change", [
      ["N", "new state"], ["C", "connect: name or ↑ ↓, then Enter"], ["L", "loop"], ["F", "final"], ["I", "initial"], ["T", "note"],
      ["Enter, F2", "edit name or symbols"], ["\\e", "ε, in a symbol field"], ["Del", "delete"], ["arrow keys", "move, bend or turn; Shift: more"],
    ]],
    ["Walk", [
      ["Tab, Shift+Tab", "next, previous element"], ["Ctrl+arrow key", "along an arrow"], ["Esc", "let go"],
    ]],
    ["Edit", [
      ["Ctrl+Z, Shift+Ctrl+Z", "undo, redo"], ["Ctrl+A", "select all"], ["Ctrl+C, X, V", "copy, cut, paste"], ["Ctrl+D", "copy in place"], ["Ctrl+S", "save"], ["Ctrl+P", "print"],
    ]],
    ["Words", [["Ctrl+Enter", "run the word"], [",  .", "step back, step"]]],
    ["Tools", [["P  V  E  H", "draw, select, erase, move page"], ["?", "this help"]]],
  ],
};

/** Fills the {places} of a text. */
export function format(text, values) {
  return text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
}
