/** The Industries tab's texts about the service pages that show an industry's case studies (SPEC 7). */
export const industriesTab = {
  head: "Shown on",
  none: "None",
  renames: "Case studies in this industry will show its new name.",
  shownOn: (pages: string) => `Its case studies appear on these service pages: ${pages}.`,
  onNone: "Its case studies don't appear on any service page, because none uses this name.",
  leaves: (pages: string) => `With this name, its case studies will no longer appear on ${pages}.`,
  lists: "Industry names used by service pages",
};
