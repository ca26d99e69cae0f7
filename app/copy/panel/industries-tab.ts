/** What the Industries tab says of the service pages that show an industry's case studies (SPEC 7). */
export const industriesTab = {
  head: "Shown on",
  none: "None",
  renames: "Case studies filed under it take the new name.",
  shownOn: (pages: string) => `Its case studies show on these service pages: ${pages}.`,
  onNone: "Its case studies show on no service page: none of them looks for this name.",
  leaves: (pages: string) => `With this name its case studies no longer show on ${pages}.`,
  lists: "Which names service pages look for",
};
