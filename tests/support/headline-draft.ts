/** Returns what the home page's headline form posts to save a draft. */
export const headlineDraft = (content_value: string) => ({
  intent: "update",
  id: "",
  version: "0",
  page_name: "home",
  section_name: "hero",
  content_key: "title",
  content_type: "text",
  content_value,
  draft: "on",
});
