// What the dashboard's list of what to do before the site goes public says: samples to replace, switches of the server.

/** What a step is called, why it matters while it is open, and its button. */
export const firstSteps = {
  title: "Before you go live",
  about: (open: number) =>
    open === 0
      ? "All that has to be done is done. The rest is up to you."
      : "Until these are done, visitors see sample text or the site is not ready for them. A line is ticked as soon as it is so; what only you can tell you tick off yourself.",
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
      description:
        "Your site description, which search engines show for the home page, still says “SEO Pro Zone”.",
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
      example: (pages: string) => `${pages}: names example.com, which is nobody’s address.`,
      button: "Go through it",
    },
    mailServer: {
      title: "Mail server",
      sample: "None is set: enquiries are stored here, and no mail goes out.",
      button: "How to set it",
    },
    siteUrl: {
      title: "Public address",
      sample: (url: string) =>
        `Links in mails, feeds and search results lead to ${url}. Set SITE_URL to the site’s address and start it again.`,
    },
    leadsTo: {
      title: "Who is told of enquiries",
      sample: "LEADS_TO is a sample address: nobody is told. Set it to yours and start the site again.",
    },
    password: {
      title: "A long password",
      sample: (least: number) =>
        `ADMIN_PASSWORD has fewer than ${least} characters and can be guessed. Set a longer one and start the site again.`,
    },
    searchEngines: {
      title: "Search engines",
      sample:
        "They are kept out: SEARCH_ENGINES is off, as for a trial. Take it away and start the site again.",
    },
    backups: {
      title: "A backup elsewhere",
      none: "No backups are made: BACKUP_DIR is off. Tick this off if something else makes them.",
      beside:
        "They lie beside what they save: a disk that dies takes both. Set BACKUP_DIR to another one, or copy them elsewhere and tick this off.",
    },
    samples: {
      title: "Sample content",
      sample: "Invented case studies, posts or industries are still there.",
      button: "Go to it",
    },
  },
} as const;
