// The dashboard's checklist before launch.
import { counted } from "../counted.ts";

/**
 * Each step's name, its reason while the step is open, and its button. `developer` is a line of the message to the
 * owner's developer, if only the server can change it.
 */
export const firstSteps = {
  title: "Launch",
  about: (open: number) =>
    open === 0
      ? "All required steps are done. The rest is up to you."
      : "Finish these before you launch. Most items check themselves off; mark the rest as done yourself.",
  progress: (done: number, all: number) => `${done} of ${all} done`,
  next: (title: string) => `Next: ${title}`,
  done: "Done",
  open: "To do",
  optional: "Optional",
  tick: "Mark as done",
  untick: "Mark as not done",
  groups: {
    business: "1. Your business",
    content: "2. Your content",
    server: "3. Your server",
  },
  developer: {
    about: "Your developer can change these on the server. Send this message:",
    label: "Message to your developer",
    text: (site: string, lines: readonly string[]) =>
      [
        `Hello! ${site} is almost ready to launch. Please change ${lines.length === 1 ? "this setting" : "these settings"} on the server, then restart the site (docs/configuration.md explains them):`,
        ...lines.map((line) => `- ${line}`),
      ].join("\n"),
    copy: "Copy message",
    copied: "Message copied",
    notCopied: "Couldn't copy the message",
    selectIt: "The message is selected. Copy it with Ctrl+C (⌘C on a Mac).",
  },
  samples: {
    done: "Sample content removed",
    failed: "Failed to remove sample content",
    question: (list: string) =>
      `Remove all sample content (${list})? Industries used by your own case studies are kept, and so are the people on your team, the figures and the contact details: the checklist says where to change them. You can restore everything that's removed for 30 days.`,
  },
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
    notifications: {
      title: "Email notifications",
      sample: "Email isn't set up: enquiries are saved here, but no email goes out.",
      button: "Set up",
      recipient: "Enquiries are sent to a sample address, so no one gets notified.",
      developer:
        "LEADS_TO is a sample address. Set it to the address that gets enquiries, or remove it to use the contact email from Settings.",
    },
    siteUrl: {
      title: "Public URL",
      sample: (url: string) => `Links in emails, feeds and search results go to ${url}.`,
      developer: (url: string) =>
        `SITE_URL: the site's public URL, such as https://www.example.com. It's ${url} now.`,
    },
    password: {
      title: "A long password",
      sample: (least: number) =>
        `The password for the control panel has fewer than ${counted(least, "character")} and is easy to guess.`,
      developer: (least: number) => `ADMIN_PASSWORD: at least ${counted(least, "character")}.`,
    },
    searchEngines: {
      title: "Search engines",
      sample: "The site is hidden from search engines.",
      developer: "SEARCH_ENGINES: remove SEARCH_ENGINES=off, which hides the site from search engines.",
    },
    backups: {
      title: "Off-site backup",
      none: "Backups are turned off. Mark this as done if you back up some other way.",
      beside:
        "Backups are on the same disk as your site. If it fails, you lose both. Mark this as done if they're copied elsewhere.",
      developer: "BACKUP_DIR: a folder on another disk. Or copy the backups elsewhere.",
    },
    updates: {
      title: "Update notices",
      ask: (host: string) =>
        `See on the dashboard when there's a new version. The server then asks ${host} once a day. Nothing about you or your site is sent.`,
      tick: "Turn on",
      untick: "Turn off",
      toasts: { ticked: "Update notices turned on", unticked: "Update notices turned off" },
    },
    dates: {
      title: "Articles show today’s date",
      sample:
        "Every article looks as if it was published today. Only the sitemap and the feed have the real dates. Which date should the articles show?",
      button: "Show publication dates",
      tick: "Keep today's date",
    },
    samples: {
      title: "Sample content",
      sample: (list: string) =>
        `Your site still includes samples: ${list}. Visitors can see the published ones. Without them, sections and filters without content are hidden until you add your own.`,
      button: "Remove sample content",
    },
  },
} as const;
