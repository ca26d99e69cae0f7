// The dashboard's checklist before launch.

/** Each step's name, its reason while the step is open, and its button. */
export const firstSteps = {
  title: "Before you go live",
  about: (open: number) =>
    open === 0
      ? "All required steps are done. The rest is up to you."
      : "Finish these before you launch. Most items check themselves off; mark the rest as done yourself.",
  progress: (done: number, all: number) => `${done} of ${all} done`,
  done: "Done",
  open: "To do",
  optional: "Optional",
  tick: "Mark as done",
  untick: "Mark as not done",
  toasts: {
    ticked: "Marked as done",
    unticked: "Marked as not done",
    failed: "Failed to save the step",
    dates: "Articles show their publication dates",
    datesFailed: "Failed to change the dates",
  },
  steps: {
    email: {
      title: "Your email address",
      sample: "It's still the sample address. Visitors see it, but email sent there reaches no one.",
      none: "Not set yet, so visitors don't see an email address.",
      button: "Add",
    },
    phone: {
      title: "Your phone number",
      sample: "The header and footer of every page still show the sample number.",
      none: "Not set yet. It appears in the header and footer of every page.",
      button: "Add",
    },
    address: {
      title: "Your postal address",
      sample: "Visitors still see 1200 Sample Street.",
      button: "Edit",
    },
    name: {
      title: "Your business name",
      sample: "Titles, emails and search results still say “SEO Pro Zone”.",
      description:
        "Your site description, which search engines show for the home page, still says “SEO Pro Zone”.",
      button: "Edit",
    },
    photos: {
      title: "Photos of your team",
      sample:
        "The Team page shows initials instead of faces. Photos of your people and your work earn trust, and can appear in Google Images and Discover.",
      button: "Add",
    },
    logo: { title: "Your logo", sample: "The site still shows the built-in logo.", button: "Upload" },
    social: {
      title: "Your social media",
      sample: "The icons still link to example.com.",
      none: "No profiles yet, so no icons are shown.",
      button: "Add",
    },
    team: {
      title: "Your team",
      sample: (people: string) => `The Team page still shows ${people}.`,
      one: "one sample person",
      many: (count: number) => `${count} sample people`,
      button: "Edit",
    },
    legal: {
      title: "Your legal pages",
      sample: (pages: string) => `${pages}: still the built-in text, not reviewed by a lawyer.`,
      example: (pages: string) => `${pages}: still mentions example.com.`,
      button: "Review",
    },
    mailServer: {
      title: "Email notifications",
      sample: "Email isn't set up: enquiries are saved here, but no email goes out.",
      button: "Set up",
    },
    siteUrl: {
      title: "Public URL",
      sample: (url: string) =>
        `Links in emails, feeds and search results go to ${url}. Set SITE_URL to your site's URL and restart the site.`,
    },
    leadsTo: {
      title: "Enquiry notifications",
      sample: "LEADS_TO is a sample address, so no one gets notified. Set it to yours and restart the site.",
    },
    password: {
      title: "A long password",
      sample: (least: number) =>
        `ADMIN_PASSWORD has fewer than ${least} characters and is easy to guess. Set a longer one and restart the site.`,
    },
    searchEngines: {
      title: "Search engines",
      sample:
        "The site is hidden from search engines (SEARCH_ENGINES=off). Remove that setting and restart the site.",
    },
    backups: {
      title: "Off-site backup",
      none: "Backups are turned off (BACKUP_DIR=off). Mark this as done if you back up some other way.",
      beside:
        "Backups are on the same disk as your site. If it fails, you lose both. Set BACKUP_DIR to a folder on another disk, or copy backups elsewhere and mark this as done.",
    },
    dates: {
      title: "Articles show today’s date",
      sample:
        "Every article looks as if it was published today, and search engines get no date at all. To keep it that way, mark this as done.",
      button: "Show publication dates",
    },
    samples: {
      title: "Sample content",
      sample: "Sample case studies, posts or industries are still on the site.",
      button: "Review",
    },
  },
} as const;
