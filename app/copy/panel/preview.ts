// What the preview of a form says.

export const preview = {
  button: "Preview",
  hint: "opens in a new window",
  refused: "This cannot be shown yet",
  close: "Close this window to go on with the form: everything you typed is there.",
  over: "This preview is over. Press Preview in the form again.",
  setOver: "These changes are published or dropped already.",
  blocked: "Your browser keeps windows from opening. Allow them for this site.",
  width: "Width of the window in which pages are shown",
  away: "Visitors leave the site here",
  leadsAway: (to: string) => `The redirect leads to ${to}, which is on another site.`,
  noPage: "No page shows this picture yet.",
  failed: "The page could not be made. Try again in a moment.",
} as const;
