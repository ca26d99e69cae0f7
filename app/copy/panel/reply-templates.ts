import { record } from "../messages.ts";

/** Texts about reply templates. */
export const templateWords = {
  ...record("Template", { one: "template", many: "reply templates" }),
  missing: "Please fill in the name and the text",
  title: "Reply templates",
  about: "Texts to start a reply from. Names and other details are filled in when you insert one.",
  add: "Add Template",
  name: "Name",
  nameMissing: "Enter a name.",
  nameHint: "Only you and your team see it.",
  taken: (name: string) => `There's already a template named “${name}”.`,
  body: "Text",
  bodyMissing: "Write the text.",
  /** @param all the placeholders, such as “{first name}, {phone}” */
  bodyHint: (all: string) =>
    `Filled in when inserted: ${all}. You can use others, such as {price}: a reply can't be sent until they're replaced.`,
  example: "Hi {first name},\n\nThank you for your message. …\n\nBest regards\n{my name}",
  searched: "Search by name or text",
  sorts: { name: "Name A to Z", changed: "Recently changed" },
  columns: { name: "Name", body: "Text", updated: "Updated" },
  empty: {
    title: "No reply templates yet",
    text: "Write what you send again and again once, and insert it into any reply.",
  },
  /** in the form of a reply */
  insert: "Insert a template",
  edit: "Edit templates",
  first: "Write your first template",
};
