// What people read who open a link to a preview.

export const previewLink = {
  title: "Preview",
  over: "This preview is over: its changes were published or dropped, its 7 days have passed, or the address is not complete. Ask the person who sent it for a new link.",
  noPage: "The preview has no page at this address.",
  tooMany: "Too many pages in a short time. Wait a minute, then load this one again.",
  failed: "This page of the preview cannot be shown at the moment. Try again in a minute.",
} as const;
