/** Texts about the service pages that show an industry's case studies (SPEC 7). */
export const industriesTab = {
  head: "Shown on",
  none: "None",
  renames: "Case studies in this industry will show its new name.",
  shownOn: (pages: string) => `Its case studies appear on these service pages: ${pages}.`,
  onNone: "No service page uses this name, so its case studies don't appear on any of them.",
  leaves: (pages: string) => `With this name, its case studies will no longer appear on ${pages}.`,
  lists: "Industry names used by service pages",
};
