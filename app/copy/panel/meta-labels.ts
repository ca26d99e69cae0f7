/** What every form calls the words for search engines. */
export const META_LABELS = {
  meta_title: "Meta title",
  meta_description: "Meta description",
  meta_keywords: "Meta keywords",
};
