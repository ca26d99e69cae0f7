// Placeholders for images that are uploading. They're never part of the editor's HTML.
import { type EditorState, Plugin, PluginKey, TextSelection, type Transaction } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";
import { type Editor, Extension } from "@tiptap/react";

type Change = { add?: { id: number; at: number; dom: HTMLElement }[]; remove?: number };
const places = new PluginKey<DecorationSet>("imagePlaces");

export const ImagePlaces = Extension.create({
  name: "imagePlaces",
  addProseMirrorPlugins: () => [
    new Plugin<DecorationSet>({
      key: places,
      state: {
        init: () => DecorationSet.empty,
        apply(tr, before) {
          const { add = [], remove } = (tr.getMeta(places) ?? {}) as Change;
          const moved = before.map(tr.mapping, tr.doc);
          const kept =
            remove === undefined
              ? moved
              : moved.remove(moved.find(undefined, undefined, ({ id }) => id === remove));
          const widgets = add.map(({ id, at, dom }) =>
            Decoration.widget(at, dom, {
              id,
              key: `place-${id}`,
              ignoreSelection: true,
              stopEvent: () => true,
            }),
          );
          return kept.add(tr.doc, widgets);
        },
      },
      props: { decorations: (state) => places.getState(state) },
    }),
  ],
});

export const hasPlaces = (editor: Editor) => (places.getState(editor.state)?.find().length ?? 0) > 0;

const placeOf = (state: EditorState, id: number) =>
  places.getState(state)?.find(undefined, undefined, (spec) => spec.id === id)[0]?.from;

/**
 * Inserts placeholders: each in its own paragraph, or inline within other blocks, such as lists and headings.
 * @param at position in the document
 */
export function addPlaces(editor: Editor, at: number, waiting: { id: number; dom: HTMLElement }[]) {
  const { tr, doc, schema } = editor.state;
  const $at = doc.resolve(Math.min(at, doc.content.size));
  const paragraph = schema.nodes.paragraph!;
  const isInLine = $at.depth > 1 || ($at.depth === 1 && $at.parent.type !== paragraph);
  let positions = waiting.map(() => $at.pos);
  if (!isInLine) {
    const isEmpty = $at.depth === 1 && $at.parent.content.size === 0;
    const from = $at.depth === 0 ? $at.pos : isEmpty ? $at.before(1) : $at.after(1);
    const to = isEmpty ? $at.after(1) : from;
    // At the end of the document, add a paragraph to type in below the images.
    const isLast = to === doc.content.size;
    const rooms = Array.from({ length: waiting.length + (isLast ? 1 : 0) }, () => paragraph.create());
    tr.replaceWith(from, to, rooms);
    positions = waiting.map((_, i) => from + 1 + 2 * i);
    tr.setSelection(TextSelection.near(tr.doc.resolve(from + 2 * waiting.length), 1));
  }
  const add = waiting.map((one, i) => ({ ...one, at: positions[i]! }));
  editor.view.dispatch(tr.setMeta(places, { add } satisfies Change).scrollIntoView());
}

/** @returns false if the placeholder was deleted */
export function fillPlace(editor: Editor, id: number, image: { src: string; alt: string }): boolean {
  const at = placeOf(editor.state, id);
  if (at === undefined) return false;
  const node = editor.schema.nodes.image!.create(image);
  editor.view.dispatch(remove(editor.state.tr, id).insert(at, node));
  return true;
}

/** Removes a placeholder along with its empty paragraph. */
export function removePlaceholder(editor: Editor, id: number) {
  const at = placeOf(editor.state, id);
  if (at === undefined) return;
  const tr = remove(editor.state.tr, id);
  const $at = tr.doc.resolve(at);
  const isRoom = $at.depth === 1 && $at.parent.content.size === 0 && tr.doc.childCount > 1;
  if (isRoom) tr.delete($at.before(1), $at.after(1));
  editor.view.dispatch(tr);
}

const remove = (tr: Transaction, id: number) => tr.setMeta(places, { remove: id } satisfies Change);
