// Texts of the forms of posts, case studies and landing pages.

export const recordPage = {
  publishing: "Publishing",
  image: "Image",
} as const;
