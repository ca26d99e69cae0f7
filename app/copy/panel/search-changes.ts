// What the panel calls the parts of a page that search engines read.

export const searchChanges = {
  labels: {
    title: "Title",
    description: "Description",
    heading: "Main heading",
    robots: "Search engines",
    canonical: "Canonical address",
    data: "Structured data",
  },
  links: "Links",
} as const;
