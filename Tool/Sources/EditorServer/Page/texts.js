// All that the page says in English, in one table.

export const texts = {
  product: "Automata",
  canvas: "Drawing. Tab moves through states and arrows, N adds a state, question mark shows all keys",

  tools: "Tools",
  draw: "Draw", select: "Select", state: "State", arrow: "Arrow", note: "Note", erase: "Erase", hand: "Hand",
  drawTitle: "Draw states and arrows by hand (P)", selectTitle: "Select and move (V)",
  stateTitle: "Place a state with each click", arrowTitle: "Drag from one state to another",
  noteTitle: "Write a note (T)", eraseTitle: "Erase elements and strokes (E)", handTitle: "Drag the page (H)",
  penMode: "Pen", penModeTitle: "The pen draws and fingers move the page. Press to draw with fingers again",
  penModeSaid: "Pen in use: fingers now only move and zoom the page",

  undo: "Undo", redo: "Redo", undoTitle: "Undo (Ctrl+Z)", redoTitle: "Redo (Shift+Ctrl+Z)",
  undone: "Undone", redone: "Redone",
  zoomIn: "Zoom in", zoomOut: "Zoom out", zoomReset: "Zoom to 100 %", fit: "Show everything (Shift+1)",
  layOut: "Lay out", layOutTitle: "Arrange states and arrows anew", laidOut: "Laid out",
  theme: "Dark or light", help: "Help", helpTitle: "Gestures and keys (?)",
  showInk: "Show ink", showInkTitle: "Show the strokes behind the elements",
  problems: "Problems", panelsColumn: "Panels",

  documents: "Documents", newDocument: "New drawing", open: "Open", openTitle: "Open files",
  save: "Save", saveTitle: "Save (Ctrl+S)", saved: "Saved", unsaved: "not saved yet", export: "Export",
  exportTitle: "Download or print", close: "Close {name}",
  closeAsk: {
    unsaved: ["{name} has changes that aren't saved. Close it anyway?", "Close without saving"],
    unnamed: ["{name} isn't saved to a file. Keep it for the next start?", "Keep it", "Discard it"],
  },
  waiting: "Changes wait until they can be sent to {names}, which isn't open. Start the editor with that file, or", forget: "Forget them",
  overwriteAsk: "{name} was changed by another program. Overwrite it?", overwrite: "Overwrite",
  lossAsk: "{name} can't represent everything:", saveAnyway: "Save anyway", cancel: "Cancel", ok: "OK", download: "Download",
  opened: "Opened {name}", dropHere: "Drop files to open them", tooLarge: "{name} is larger than 8 MB",
  lossNotes: "The file leaves something out:",
  readingNotes: "Reading the file:",
  notYet: "Not an automaton yet:",
  reopen: "Open it again", keepMine: "Keep mine",

  exports: "Export {name}",
  pictures: "Pictures", files: "Automaton files",
  svg: "SVG picture", svgWhat: "sharp at any size",
  png: "PNG picture", pngWhat: "for slides and documents",
  print: "Print or PDF", printWhat: "one page",
  tikz: "TikZ", tikzWhat: "for LaTeX, can be edited",
  html: "Web page", htmlWhat: "runs words without a server",
  sketch: "Sketch", sketchWhat: "everything, with ink and words",
  jff: "JFLAP", jffWhat: ".jff", mata: "Mata", mataWhat: ".mata", json: "JSON", jsonWhat: ".json",
  att: "AT&T", attWhat: ".att", dot: "Graphviz", dotWhat: ".dot", ba: "BA", baWhat: ".ba",

  lost: "The server doesn't answer. What you draw is kept and sent when it is back.",
  refused: "This page has no access. Open the address that the terminal shows.",
  back: "Connected again",

  readAs: "Read as {reading}", readAsSure: "Read as {reading} ({percent} %)", readAsInstead: "Change to:",
  readText: "Read as “{text}”", unreadText: "Which text is this? Choose, or type it.",
  reading: { state: "a state", ring: "a ring of a final state", transition: "an arrow", loop: "a loop", head: "an arrowhead", text: "writing", none: "ink" },
  readingShort: { state: "state", ring: "ring", transition: "arrow", loop: "loop", head: "arrowhead", text: "writing", none: "ink" },
  dismiss: "Dismiss",

  selection: "Selection", rename: "Name", final: "Final", initial: "Initial", loop: "Loop", connect: "Connect",
  delete: "Delete", symbols: "Symbols", duplicate: "Copy", readInk: "Read as",
  renameTitle: "Name the state (Enter)", finalTitle: "Accept here (F)", initialTitle: "Start here (I)", loopTitle: "Add a loop (L)",
  connectTitle: "Arrow to another state (C)", deleteTitle: "Delete (Del)", symbolsTitle: "Edit the symbols (Enter)", duplicateTitle: "Copy (Ctrl+D)",
  selected: "{count} selected", nothingSelected: "Nothing selected", deleted: "Deleted", copied: "Copied", nothingPasted: "Copy something first",
  selectFirst: "Select a state first",

  nameField: "Name of the state", nameHint: "automatic",
  symbolField: "Symbols of the arrow", symbolHint: "symbol", symbolHelp: "Enter adds · Esc closes",
  addEpsilon: "ε", addEpsilonTitle: "Take the arrow without reading a symbol (\\e)", removeSymbol: "Remove {symbol}", epsilon: "epsilon",
  noteField: "Note", noteHint: "note",
  connectField: "Name of the state that the arrow leads to", connectHint: "to …", connectHelp: "↑ ↓ choose · Enter connects",
  connectTo: "To {name}",
  labelSaid: "Symbols: {symbols}", noSymbols: "none", blank: "blank",

  tape: "Run a word", word: "Word", wordHint: "type a word", emptyWord: "the empty word",
  first: "To the start", back1: "Step back (,)", step: "Step (.)", play: "Run", pause: "Pause",
  accepted: "Accepted", rejected: "Rejected", noVerdict: "No verdict",
  inStates: "In {states}", inNone: "In no state", start: "Start", afterSymbol: "After {symbol}",
  epsilonMoves: "ε-moves: {moves}",

  tableHint: "Choose which words must be accepted. They are tested after every change.",
  wanted: "Wanted", is: "Is", wantedAccept: "must be accepted", wantedReject: "must be rejected", wantedNothing: "not specified",
  isAccept: "accepted", isReject: "rejected", isNothing: "no verdict", wrong: "not as wanted",
  addWord: "Add a word", addWordHint: "word, or many lines", removeWord: "Remove {word}", runWord: "Run {word}",
  tally: "{right} of {count} as wanted", loadWords: "From a file", copyWords: "Download", clearWords: "Clear", clearWordsAsk: "Clear all words? This can't be undone.",
  wordOf: "Word {number}",

  panels: {
    exercise: "Exercise", words: "Words", facts: "Facts", table: "Table", expression: "Expression", grammar: "Grammar",
    steps: "Steps", compare: "Compare", chain: "Chain",
  },
  panelWidth: "Width of the panels", notUpToDate: "not up to date yet", outdated: "not up to date", working: "working …",
  newDrawing: "New drawing", copy: "Copy", notCopied: "The browser doesn't allow copying. Select the text and press Ctrl+C",
  onTape: "On the tape: {word}",

  size: "States: {states} · Arrows: {arrows} · Symbols: {symbols}",
  facts: {
    deterministic: "Deterministic", total: "Total", minimal: "Minimal", empty: "Empty language", finite: "Finite language",
    unambiguous: "Unambiguous",
  },
  yes: "yes", no: "no", unknown: "–",
  shortest: "Shortest word", longest: "Longest word", noWord: "none", total: "Words in all", infinite: "infinitely many",
  counts: "Words by length", length: "Length", ambiguous: "Ambiguity", ambiguousWord: "Two runs accept", showRun: "Show run {number}",
  since: { open: "it was opened", save: "it was saved" }, change: "Since {since}", unchanged: "The language is the same.",
  changeUnknown: "There was no automaton when {since}.", gained: "New word", lostWord: "No longer accepted",

  addState: "Add a state", addSymbol: "Add a column", newSymbol: "Symbols of new columns", newSymbolHint: "symbol, \\e for ε",
  nameOf: "Name of {name}", initialOf: "{name} is initial", finalOf: "{name} is final", deleteState: "Delete {name}",
  cellOf: "From {name} on {symbol} to", columnAdded: "Column {symbol} added", unknownState: "There is no state {name}. Enter names of states, with blanks or commas between them",

  partShown: "Only the beginning of {count} characters is shown. Copy takes all of them",
  notations: {
    expression: { label: "Draw an expression, in which | or + is a union", hint: "(0|1)*01" },
    grammar: { label: "Draw a grammar", hint: "S -> 0 S | 1" },
  },

  algorithm: "Algorithm", frames: "Frames of the algorithm; arrow keys go back and forward", frameOf: "{number} of {count}",
  firstFrame: "First frame", backFrame: "Back", nextFrame: "Next", lastFrame: "Last frame", playFrames: "Play",
  resultSize: "States: {states} · Transitions: {arrows}", newFromSteps: "New drawing of the result",
  stepsTable: "Table of the algorithm",
  stepsAs: { svg: "SVG strip", animated: "Animated SVG", html: "Slides" },

  compareWith: "Compare with", noOther: "Open another drawing to compare this one with it.",
  equal: "Same language", different: "Different languages", onlyOther: "Only {name} accepts", onlyThis: "Only this drawing accepts",

  stages: {
    "remove-epsilon": "Remove ε", determinize: "Determinize", minimize: "Minimize", complement: "Complement", reverse: "Reverse",
    complete: "Complete", trim: "Trim", star: "Star", union: "Union with", intersection: "Intersection with",
    difference: "Difference with", concatenate: "Concatenate with", compare: "Compare with",
  },
  addStage: "Add a stage", stage: "Stage {number}", stageWith: "Other drawing of stage {number}", notOpen: "{name} (not open)",
  upStage: "Move stage {number} up", downStage: "Move stage {number} down", removeStage: "Remove stage {number}", stageMoved: "Now stage {number}",
  newFromStage: "New drawing of stage {number}", tooManyStates: "States: {states} · Arrows: {arrows}. Too many to draw",
  missing: "Only the other accepts", extra: "Only this accepts", command: "As a command",
  commandReads: "The command reads the saved files. Save or download first: {names}",

  check: "Check", checkTitle: "Check (Ctrl+Shift+Enter)", oneTry: "1 try", tries: "{tries} tries", isSolved: "solved",
  solved: "Solved. Well done!", wordsRight: "{right} of {count} example words have the right verdict.", outdatedCheck: "The drawing has changed since this check.",
  missingWord: "Should be accepted", extraWord: "Should be rejected", solvedOf: "{count} of {all} solved",

  zoomSaid: "{percent} %",

  collect: {
    title: "Samples of your hand", canvas: "Paper. Draw here; Enter keeps the sample, Backspace takes back", agree: "I agree: begin", about: "What is collected",
    classes: "Classes", elements: "Elements", characters: "Characters",
    state: "state", transition: "arrow", cycle: "loop", unknown: "anything else", character: "character {label}",
    asked: { state: "Draw a state", transition: "Draw an arrow", cycle: "Draw a loop", unknown: "Draw anything else", character: "Write {label}" },
    counted: "{count} of {wanted}", classSaid: "{what}: {count} of {wanted}", samplesOf: "Samples: {what}", noSamples: "None yet.",
    hints: {
      state: ["a circle", "a small circle", "a large circle", "a circle in a hurry"],
      transition: ["an arrow to the right", "an arrow to the left", "an arrow up or down", "a bent arrow", "a line without a head"],
      cycle: ["a loop on top of a state; don't draw the state", "a loop below a state", "a loop at a side of a state", "a loop without a head"],
      unknown: ["a letter", "a word", "a check mark", "a rectangle or a triangle", "a scribble"],
      character: ["as you write it in a label"],
    },
    keep: "Keep", keepTitle: "Keep the sample (Enter)", kept: "Kept: {what}, {count} of {wanted}",
    back: "Take back", backTitle: "Take back the last stroke, or the last sample (Backspace)", nothingBack: "Nothing to take back", tookBack: "Taken back: {what}",
    remove: "Take back sample {number}", lost: "The server doesn't answer. Start automata edit --collect again to go on.",
    notKept: "The last sample wasn't kept; draw it again. {reason}", damaged: "Files that can't be read; they are left as they are:",
    done: "Everything is here. Thank you!", train: "Train a model, as the editor's guide describes:",
  },

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
      ["line back to its state", "loop"], ["pen's eraser, or E", "erase"], ["second finger", "cancel the stroke"],
    ]],
    ["Mouse (V)", [
      ["double-click the page", "state"], ["double-click a state", "final or not"], ["double-click an arrow", "its symbols"], ["drag a state's rim", "arrow"],
      ["Shift-drag to a state", "initial state"], ["drag a state", "move"], ["drag the handle below it", "its size"], ["drag an arrow or loop", "bend, turn"],
      ["drag an arrow's end", "attach it elsewhere"], ["drag the page", "select several"], ["Shift-click, Ctrl-click", "select one more"],
    ]],
    ["View", [
      ["wheel, two fingers", "move the page"], ["Shift+wheel", "move it sideways"], ["Ctrl+wheel, pinch", "zoom"], ["Space-drag, middle-drag, H", "move the page"], ["+  −  0", "zoom in, out, 100 %"], ["Shift+1", "show everything"],
    ]],
    ["Add and change", [
      ["N", "new state"], ["C", "connect: name or ↑ ↓, then Enter"], ["L", "loop"], ["F", "final"], ["I", "initial"],
      ["Enter, F2", "edit name or symbols"], ["\\e", "ε, in a symbol field"], ["Del, Backspace", "delete"], ["Alt +, Alt −", "larger, smaller"], ["arrow keys", "move, bend or turn; Shift: more"],
    ]],
    ["Walk", [
      ["Tab, Shift+Tab", "next, previous element"], ["Ctrl+arrow key", "along an arrow"], ["Esc", "clear the selection"],
    ]],
    ["Edit", [
      ["Ctrl+Z, Shift+Ctrl+Z", "undo, redo"], ["Ctrl+A", "select all"], ["Ctrl+C, X, V", "copy, cut, paste"], ["Ctrl+D", "copy in place"], ["Ctrl+S", "save"], ["Ctrl+P", "print"],
    ]],
    ["Words", [["Ctrl+Enter", "run the word"], [",  .", "step back, step"]]],
    ["Panels", [
      ["Ctrl+Shift+Enter", "check the exercise"], ["Enter, arrow keys", "walk through the table"], ["Esc", "cancel the input in a cell; return to the drawing"],
      ["←  →  Home  End", "frames of an algorithm"], ["Space", "play them"], ["←  → on the edge", "width of the panels"], ["double-click the edge", "the usual width"],
    ]],
    ["Documents", [["←  → on the tabs", "previous tab, next tab"], ["Del on a tab, middle click", "close it"], ["drop files", "open them"]]],
    ["Tools", [["P  V  E  H", "draw, select, erase, move page"], ["T", "write a note"], ["?", "this help"]]],
  ],
};

/** Fills the {places} of a text. */
export function format(text, values) {
  return text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
}
