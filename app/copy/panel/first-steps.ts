// What the dashboard's list of first steps says: what to put in place of samples before the site goes public.

/** What a step is called, why it matters while it is open, and its button. */
export const firstSteps = {
  title: "First steps",
  about: (open: number) =>
    open === 0
      ? "All that has to be done is done. The rest is up to you."
      : "What visitors see until these are done is sample text. A line is ticked as soon as your own is stored; what only you can tell you tick off yourself.",
  progress: (done: number, all: number) => `${done} of ${all} done`,
  done: "Done",
  open: "To do",
  optional: "If you have one",
  tick: "Tick off",
  untick: "Not done yet",
  toasts: {
    ticked: "Ticked off",
    unticked: "Open again",
    failed: "Failed to save first steps",
  },
  steps: {
    email: {
      title: "Your e-mail address",
      sample: "It is still the sample’s: nobody is told of an enquiry there.",
      none: "None is set: nobody is told of an enquiry, and visitors see none.",
      button: "Enter it",
    },
    phone: {
      title: "Your phone number",
      sample: "It is still the sample’s, at the top and the foot of every page.",
      none: "None is set. It stands at the top and the foot of every page.",
      button: "Enter it",
    },
    address: {
      title: "Your postal address",
      sample: "Visitors still see 1200 Sample Street.",
      button: "Change it",
    },
    name: {
      title: "Your business’s name",
      sample: "Titles, mails and search results still say “SEO Pro Zone”.",
      button: "Enter it",
    },
    logo: { title: "Your logo", sample: "The site still shows the built-in mark.", button: "Choose it" },
    social: {
      title: "Your social media",
      sample: "The icons still lead to example.com.",
      none: "No profile is set, so no icon shows.",
      button: "Enter them",
    },
    team: {
      title: "Your team",
      sample: (people: string) => `The Team page still shows ${people}.`,
      one: "one invented person",
      many: (count: number) => `${count} invented people`,
      button: "Change them",
    },
    legal: {
      title: "Your legal texts",
      sample: (pages: string) => `${pages}: still the built-in text, which no lawyer has read for you.`,
      button: "Go through it",
    },
    mailServer: {
      title: "Mail server",
      sample: "None is set: enquiries are stored here, and no mail goes out.",
      button: "How to set it",
    },
    samples: {
      title: "Sample content",
      sample: "Invented case studies, posts or industries are still there.",
      button: "Go to it",
    },
  },
} as const;
