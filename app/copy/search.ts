// What the panel's search (Ctrl-K) says.

export const search = {
  open: "Search",
  title: "Search everything",
  placeholder: "A title, a name, an e-mail address, or what to do",
  help: "Arrow keys choose, Enter opens, Escape closes.",
  searching: "Searching…",
  none: "Nothing found. Search for a title, a name or an e-mail address.",
  failed: "The search did not answer. Type on to try again.",
  loggedOut: "Your login has ended. Load the page again to log in.",
  groups: {
    actions: "Actions",
    pages: "Pages",
    texts: "Texts",
    posts: "Blog posts",
    caseStudies: "Case studies",
    industries: "Industries",
    enquiries: "Enquiries",
  },
  actions: {
    addPost: "Add blog post",
    addCaseStudy: "Add case study",
    addIndustry: "Add industry",
    addContent: "Add content",
    newEnquiries: "Show new enquiries",
    draftPosts: "Show draft posts",
    deleted: "Show what was deleted",
    goTo: (tab: string) => `Go to ${tab}`,
    viewSite: "View site",
    logout: "Log out",
  },
} as const;
