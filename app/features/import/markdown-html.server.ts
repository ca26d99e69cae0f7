// Markdown with footnotes, which `marked` would take for links.
import { Marked, type Token, type Tokens } from "marked";

/** A note and its further lines, which are indented. */
const NOTE =
  /^\[\^([^\]\s]+)\]:[ \t]*(.*(?:\n(?:[ \t]{2,}|\t)\S.*|\n[ \t]*(?=\n(?:[ \t]{2,}|\t)\S))*)(?:\n|$)/;
const MARK = /^\[\^([^\]\s]+)\]/;

/** Returns HTML and the marks of footnotes that the text lacks. */
export async function markdownHtml(body: string): Promise<{ html: string; lost: string[] }> {
  const notes = new Map<string, Token[]>();
  const marked = new Set<string>();
  const lost = new Set<string>();
  const parser = new Marked({
    gfm: true,
    extensions: [
      {
        name: "note",
        level: "block",
        start: (source) => /^\[\^[^\]\s]+\]:/m.exec(source)?.index,
        tokenizer(source) {
          const [raw, label = "", text = ""] = NOTE.exec(source) ?? [];
          if (raw === undefined) return;
          const tokens = this.lexer.blockTokens(text.replace(/\n[ \t]+/g, "\n"), []);
          if (!notes.has(label)) notes.set(label, tokens);
          return { type: "note", raw, tokens };
        },
        renderer: () => "",
      },
      {
        name: "mark",
        level: "inline",
        start: (source) => source.indexOf("[^"),
        tokenizer(source) {
          const [raw, label] = MARK.exec(source) ?? [];
          return raw === undefined ? undefined : { type: "mark", raw, label };
        },
        renderer(token: Tokens.Generic) {
          const label = String(token.label);
          if (!notes.has(label)) {
            lost.add(token.raw);
            return token.raw;
          }
          const number = [...notes.keys()].indexOf(label) + 1;
          const id = marked.has(label) ? "" : ` id="note-${number}-link"`;
          marked.add(label);
          return `<sup><a href="#note-${number}"${id}>${number}</a></sup>`;
        },
      },
    ],
  });
  const text = await parser.parse(body, { async: true });
  const items = [...notes.values()].map((tokens, i) => {
    const back = ` <a href="#note-${i + 1}-link">↩</a>`;
    const note = parser.parser(tokens).trim();
    const whole = /<\/p>$/.test(note) ? note.replace(/<\/p>$/, `${back}</p>`) : note + back;
    return `<li id="note-${i + 1}">${whole}</li>`;
  });
  return { html: items.length ? `${text}<ol>${items.join("")}</ol>` : text, lost: [...lost] };
}
