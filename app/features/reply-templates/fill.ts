/** The placeholders that are filled in when a template is inserted, in the order in which the panel lists them. */
export const PLACEHOLDERS = [
  ...(["first name", "name", "website", "service"] as const),
  ...(["my name", "site", "phone", "booking link"] as const),
];

export type Placeholder = (typeof PLACEHOLDERS)[number];
/** What's known about an enquiry and the site. Empty values stay placeholders, so that the reply can't be sent. */
export type PlaceholderValues = Record<Placeholder, string>;

const PLACEHOLDER = /\{[ \t]*(\p{L}[\p{L} ]*?)[ \t]*\}/gu;

/** Fills in a template's placeholders. Unknown ones stay. Case doesn't matter. */
export const fillTemplate = (body: string, values: PlaceholderValues): string =>
  body.replace(PLACEHOLDER, (placeholder, name: string) => {
    const known = PLACEHOLDERS.find((one) => one === name.toLowerCase());
    return (known && values[known]) || placeholder;
  });

const TITLE = /^(mr|mrs|ms|miss|mx|dr|prof|sir|herr|frau)\.?$/i;

/** Returns what to call someone: the first word of a name. After a title, the whole name: “Dr. Meyer”. */
export function firstName(name: string): string {
  const [first = ""] = name.trim().split(/\s+/);
  return TITLE.test(first) ? name.trim() : first;
}
