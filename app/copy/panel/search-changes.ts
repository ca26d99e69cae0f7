// Names for the parts of a page that search engines read.

export const searchChanges = {
  labels: {
    title: "Title tag",
    description: "Meta description",
    heading: "H1 heading",
    robots: "Search engines",
    canonical: "Canonical URL",
    data: "Structured data",
  },
  links: "Links",
} as const;
