/** The labels of meta tag fields in every form. */
export const META_LABELS = {
  meta_title: "Meta title",
  meta_description: "Meta description",
  meta_keywords: "Meta keywords",
};
