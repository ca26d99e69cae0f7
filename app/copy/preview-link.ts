// Texts for people who open a preview link.

export const previewLink = {
  title: "Preview",
  over: "This preview link has expired, or its changes were published or discarded. Ask the sender for a new one.",
  noPage: "There's no page at this URL in the preview.",
  tooMany: "You've opened too many pages in a short time. Wait a minute, then reload this one.",
  failed: "We couldn't load this preview page. Try again in a minute.",
} as const;
