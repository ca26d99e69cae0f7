export const preview = {
  button: "Preview",
  hint: "opens in a new tab",
  refused: "This can't be previewed yet",
  close: "Close this tab to return to the form. Everything you typed is still there.",
  over: "This preview has expired. Click Preview in the form again.",
  draftsOver: "Some of these changes have already been published or discarded.",
  blocked: "Your browser blocked the preview. Allow pop-ups for this site.",
  width: "Preview width",
  away: "This goes to another site",
  leadsAway: (to: string) => `This redirects to ${to}, which is on another site.`,
  noPage: "No page uses this image yet.",
  failed: "The page couldn't be rendered. Try again in a moment.",
} as const;
