import type { z } from "zod";
import type { AutosaveKind, RestorableName } from "../../copy/panel/record-kinds.ts";
import { type Fields, labelsOf, schemaOf, type ValuesOf } from "./fields.ts";

/** Texts of a kind's toasts (SPEC 8). */
export type KindWords = {
  fetchFailed: string;
  added: string;
  updated: string;
  deleted: string;
  missing: string;
  failed: Record<"add" | "update" | "delete", string>;
};

/**
 * Describes a kind of record for the browser and the server.
 * @param of.noun names a record in "This post no longer exists"
 * @param of.form CONTRACT's `data-form`
 * @param of.required the fields named in the spec's "Please fill in …"
 * @param of.complete fills in fields that depend on others, such as the slug
 * @returns the description with the form's `schema` and the fields' `labels`
 */
export function kind<Name extends RestorableName, F extends Fields>(of: {
  name: Name;
  noun: string;
  form: AutosaveKind;
  words: KindWords;
  fields: F;
  required: readonly (keyof F & string)[];
  complete?: (input: ValuesOf<F>, context: z.RefinementCtx) => ValuesOf<F>;
}) {
  const { complete = (input: ValuesOf<F>) => input } = of;
  return { ...of, schema: schemaOf(of.fields).transform(complete), labels: labelsOf(of.fields) };
}

export type Kind<F extends Fields = Fields> = Omit<
  ReturnType<typeof kind<RestorableName, F>>,
  "complete" | "schema"
> & { schema: z.ZodType<ValuesOf<F>> };
export type InputOf<K extends { schema: z.ZodType }> = z.output<K["schema"]>;
