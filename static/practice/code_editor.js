/* Programs are written in CodeMirror, which is loaded only where a sheet asks for one. What stands in it goes into the
   field that the form sends; without JavaScript that field is there alone. */

const views = new Map(); // the field's name -> its editor, which outlives a swap
const came = new Map(); // the field's name -> the text that the server sent, or saved last
let typingIn = null;
let taking = false; // the server's text is put into the editor: nobody has typed

async function build() {
  for (const field of document.querySelectorAll("textarea[data-code]:not([hidden])")) {
    field.hidden = true; // before the wait, so that none is built twice
    if (!views.has(field.name)) {
      const library = await import(field.dataset.code);
      if (!views.has(field.name)) views.set(field.name, made(field, library));
    }
    place(field, views.get(field.name)); // at once where there is one: no key that is typed during a swap is lost
  }
}

/** What somebody has typed stays; where nobody has, the editor shows what the server has now: another window may have
    saved it. */
function place(field, view) {
  field.before(view.dom.getRootNode().host);
  if (view.state.doc.toString() === came.get(field.name)) {
    taking = true;
    put(view, field.defaultValue);
    taking = false;
  }
  came.set(field.name, field.defaultValue);
  field.value = view.state.doc.toString();
  if (view === typingIn) view.focus();
}

function put(view, text) {
  const { doc } = view.state;
  if (text !== doc.toString()) view.dispatch({ changes: { from: 0, to: doc.length, insert: text } });
}

const fieldOf = (name) => document.querySelector(`textarea[name="${CSS.escape(name)}"]`);

/** In a shadow tree the editor's styles are constructed sheets, which the page's policy on inline styles lets in. */
function made(field, cm) {
  const host = Object.assign(document.createElement("div"), { className: "editor" });
  const root = host.attachShadow({ mode: "open", delegatesFocus: true });
  return new cm.EditorView({ state: stateOf(field, cm), root, parent: root });
}

/** What the sheet says of the field, in words: no id of the page can be referred to from within the shadow tree. */
const said = (field) => field.getAttribute("aria-describedby").split(" ")
  .map((id) => document.getElementById(id)?.textContent.trim()).filter(Boolean).join(" ");

function stateOf(field, cm) {
  const { EditorView, EditorState, keymap, tags } = cm;
  const written = EditorView.updateListener.of((update) => {
    if (!update.docChanged || taking) return;
    fieldOf(field.name).value = update.state.doc.toString();
    fieldOf(field.name).dispatchEvent(new Event("input", { bubbles: true }));
  });
  const run = { key: "Mod-Enter", run: () => (document.querySelector('#sheet button[name="do"][value="run"]')?.click(), true) };
  const colours = cm.HighlightStyle.define([
    { tag: tags.keyword, fontWeight: "700" },
    { tag: [tags.comment, tags.string], color: "var(--faded)" },
    { tag: [tags.function(tags.definition(tags.variableName)), tags.definition(tags.className)], fontWeight: "600" },
  ]);
  const look = EditorView.theme({
    "&": { background: "var(--field)", border: "1px solid var(--field-edge)", borderRadius: "2px", fontSize: "0.95rem" },
    "&.cm-focused": { outline: "2px solid var(--focus)", borderColor: "transparent" },
    ".cm-scroller": { font: "0.95rem/1.5 ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace", minHeight: "17rem" },
    ".cm-content": { caretColor: "var(--ink)", padding: "0.4rem 0" },
    ".cm-gutters": { background: "transparent", border: "0", color: "var(--faded)" },
    "&.cm-focused .cm-matchingBracket": { background: "var(--next-wash)", outline: "1px solid var(--rule)" },
  });
  return EditorState.create({
    doc: field.value,
    selection: { anchor: field.value.length },
    extensions: [
      cm.lineNumbers(), cm.history(), cm.bracketMatching(), cm.indentOnInput(), cm.indentUnit.of("    "), cm.python(), look,
      cm.syntaxHighlighting(colours), EditorView.lineWrapping, written,
      keymap.of([run, ...cm.defaultKeymap, ...cm.historyKeymap, cm.indentWithTab]),
      EditorView.contentAttributes.of({ "aria-label": field.dataset.called, "aria-description": said(field) }),
    ],
  });
}

// What was brought back into the field goes into the editor, too.
document.addEventListener("sheet:filled", () => {
  for (const [name, view] of views) put(view, fieldOf(name)?.value ?? view.state.doc.toString());
});
document.addEventListener("sheet:saved", () => {
  for (const name of views.keys()) came.set(name, fieldOf(name)?.defaultValue);
});
document.addEventListener("htmx:before:swap", () => (typingIn = [...views.values()].find((view) => view.hasFocus)));
document.addEventListener("htmx:after:swap", build);
build();
