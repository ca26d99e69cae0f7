// Text for the Media tab, the image picker and uploads.
import { counted } from "../counted.ts";

const imageCount = (n: number) => counted(n, "image");

export const inBytes = (bytes: number): string =>
  bytes < 1_000_000
    ? `${Math.max(1, Math.round(bytes / 1_000)).toLocaleString("en-US")} kB`
    : `${(bytes / 1_000_000).toFixed(1)} MB`;

export const uploadWords = {
  choose: "Upload images",
  formats: "JPEG, PNG, WebP, AVIF, GIF or SVG, up to 25 MB each. Drop or paste them here.",
  drop: "Drop images to upload",
  list: "Uploads",
  waiting: "Waiting",
  checking: "Checking for duplicates…",
  sending: (percent: number) => `${percent}% uploaded`,
  /** everything was sent, but the server hasn't replied yet */
  storing: "Saving…",
  again: "Connection lost. Trying again…",
  done: "Uploaded",
  described: "Uploaded with alt text",
  progress: (name: string) => `Upload of ${name}`,
  known: "You already have this image. Use it, or upload a copy?",
  knownAs: (name: string) => `In the library as “${name}”.`,
  useIt: "Use it",
  keepSecond: "Upload a copy",
  cancel: "Cancel",
  retry: "Try again",
  dismiss: "Dismiss",
  of: (name: string) => `the upload of ${name}`,
  clear: "Clear the list",
  problems: {
    tooLarge: (bytes: number) => `This image is ${inBytes(bytes)}. The limit is 25 MB.`,
    empty: "This file is empty.",
    noImage: "This isn't an image. Upload a JPEG, PNG, WebP, AVIF, GIF or SVG file.",
    unreadable: "We couldn't read the file. It may have been moved or changed since you chose it.",
    loggedOut: "Your session has ended. Click Try again to log in; your file stays here.",
    outdated: "This page is out of date. Reload it, then upload the file again.",
    broken: "The connection failed three times. Try again when it's stable; your file stays here.",
    offline: "You're offline. Try again once you're connected; your file stays here.",
    failed: "The upload failed. Try again in a minute; your file stays here.",
  },
  /** for screen readers, instead of the percentages */
  announced: {
    sending: (n: number) => `Uploading ${imageCount(n)}.`,
    done: (n: number) => `${imageCount(n)} uploaded.`,
    failed: (n: number) => `${imageCount(n)} failed to upload.`,
    known: (n: number) => `${imageCount(n)} already in the library.`,
  },
} as const;

/** Shown wherever an image's alt text is edited. */
export const descriptionWords = {
  alt: "Alt text",
  altHint: "Describe the image for people who can't see it. Search engines read it too.",
  decorative: "Decorative image",
  decorativeHint: "The surrounding text already says everything the image shows.",
  save: "Save alt text",
  saved: "Alt text saved",
  failed: "Failed to save the alt text",
} as const;

export const mediaTab = {
  title: "Media",
  about: (n: number) => (n ? imageCount(n) : "Your photos, logos and illustrations"),
  search: "Search by name, alt text or credit",
  filter: "Show",
  filters: {
    "": "All images",
    unused: "Unused",
    undescribed: "Missing alt text",
    refused: "Couldn't be read",
  },
  /** a filter option with its number of matches */
  counted: (words: string, n: number) => `${words} (${n.toLocaleString("en-US")})`,
  month: "Added in",
  everyMonth: "Any month",
  sorts: { newest: "Newest first", oldest: "Oldest first", name: "Name A to Z", largest: "Largest first" },
  noun: { one: "image", many: "images" },
  empty: {
    title: "No images yet",
    text: "Drop, paste or choose your photos. We resize them for every screen automatically.",
  },
  unmatched: { title: "No matches", text: "No images match this search and this filter." },
  showAll: "Show all images",
  unreadable: "We couldn't load the images. Reload the page in a minute.",
  fetchFailed: "Failed to fetch images",
  notShown: "Preview not available",
  deleted: (n: number) => `Deleted images (${n.toLocaleString("en-US")})`,
  badges: {
    new: "Processing",
    refused: "Couldn't be read",
    undescribed: "Missing alt text",
  },
  uses: (n: number) => (n === 0 ? "Unused" : `Used in ${counted(n, "place")}`),
  /** what a click on an image does, for screen readers */
  edit: "Edit",
  decorate: "Mark as decorative",
  updated: "Image saved",
  saveFailed: "Failed to save image",
  nameMissing: "Enter a name.",
  missing: "Please fill in the name",
  descriptionMissing: "Add alt text, or mark the image as decorative.",
  deletedOne: "Image deleted",
  deletedMany: (n: number) => `${imageCount(n)} deleted`,
  deleteFailed: "Failed to delete",
  decorated: "Marked as decorative",
  decorateFailed: "Failed to mark the images as decorative",
  decoratedCount: (n: number) =>
    n ? `${imageCount(n)}.` : "Nothing to mark: they all have alt text or are already marked as decorative.",
  question: (n: number) => (n === 1 ? "Delete this image?" : `Delete ${imageCount(n)}?`),
  /** asks for confirmation; `places` are where visitors see the image */
  inUse: (places: string, more: number) =>
    `Visitors see it in these places, which would be left without an image:\n\n${places}${more ? `\nand ${more} more` : ""}\n\nDelete it anyway?`,
  notConfirmed: "Nothing was deleted because you didn't confirm it.",
} as const;

export const detailWords = {
  title: "Edit image",
  altHint: descriptionWords.altHint,
  decorativeHint: descriptionWords.decorativeHint,
  address: "URL",
  facts: {
    size: "Size",
    bytes: "File",
    added: "Added",
    frames: (n: number) => `${n} frames`,
  },
  focus: "Focal point",
  focusHint: "Crops keep this point in view. Click the image, or use the arrow keys.",
  focusAt: (x: number, y: number) => `${x}% from the left, ${y}% from the top`,
  focusNow: (at: string) => `Currently ${at}.`,
  crops: "Crops",
  credit: "Credit",
  creditHint: "The photographer or source, if you need to name them.",
  nameHint: "Only you see this, in the library.",
  usedIn: "Used in",
  unused: "Not used anywhere.",
  states: { published: "Published", draft: "Draft", deleted: "Deleted" },
  viewPage: "View the page",
  replace: "Replace the file",
  /** shown next to the draft */
  replacesLive: "A new file goes live right away; it isn't part of the draft.",
  replaced: "File replaced",
  replacedSoon: "Pages show the new file within seconds, as soon as it has been resized.",
  replacing: "A new file is being processed. Pages show this one until it's ready.",
  replaceRefused: "The new file couldn't be read, so this one is still in use:",
  reshaped: (before: string, after: string) =>
    `The aspect ratio changed from ${before} to ${after}. Check the focal point and the pages that show this image.`,
  replaceUndone: "Previous file restored",
  replaceUndoFailed: "Failed to restore the previous file",
  delete: "Delete",
  preparing: "Still processing. You can already use it.",
  refused: "This image couldn't be read:",
  refusedHelp: "Replace the file, or delete the image.",
} as const;

/** The dialog that rotates and crops an image. */
export const cropWords = {
  open: "Crop and rotate…",
  title: "Crop and rotate",
  turnLeft: "Rotate left",
  turnRight: "Rotate right",
  shape: "Shape",
  shapes: {
    free: "Free",
    original: "Original",
    cover: "Cover (16:10)",
    face: "Face (1:1)",
    share: "Shared link (1.91:1)",
  },
  frame: "Part to keep",
  frameHint:
    "Drag the frame or its edges. With the keyboard, arrow keys move it, and Shift with arrow keys resizes it.",
  cut: "Cut off, in percent",
  sides: { left: "Left", right: "Right", top: "Top", bottom: "Bottom" },
  result: ({ width, height }: { width: number; height: number }) =>
    `Result: ${width.toLocaleString("en-US")} × ${height.toLocaleString("en-US")} pixels`,
  reset: "Reset",
  cancel: "Cancel",
  save: "Save",
  update: "Update",
  public: "Visitors see this image. They'll get the new version within seconds.",
  notShown: "This browser can't show the image. Close this, reload the page and try again.",
  notReady: "This image is still being processed. Try again in a few seconds.",
  failed: "Failed to crop the image",
  preparing: "Resizing the cropped image…",
  done: "The image was cropped.",
} as const;

export const pickerWords = {
  open: "Choose image",
  openFor: (field: string) => `for ${field}`,
  remove: "Remove",
  removed: "the image",
  title: "Choose an image",
  about: "Pick one from the library, or upload your own: choose, drop or paste it.",
  describe: "Add alt text, then use the image.",
  search: "Search by name or alt text",
  list: "Images in the library",
  found: imageCount,
  none: "No images match. Try other words, or upload one.",
  emptyText: "Upload your first image: choose it, drop it here or paste it.",
  loading: "Loading...",
  failed: "We couldn't load the library.",
  more: "Show more",
  back: "Back to the library",
  missing: mediaTab.descriptionMissing,
  place: (n: number) => (n > 1 ? `Insert ${n.toLocaleString("en-US")} images` : "Use image"),
  waiting: "Uploading…",
  gone: "The upload was removed from the list.",
  /** below a field with an image from the library */
  fromLibrary: (name: string) => `“${name}” from your library.`,
  deleted: "This image was deleted or isn't in your library.",
  preparing: "Still processing; you can already publish it.",
  typed: "or enter a URL",
  drop: "Drop an image here",
} as const;

/** Images in the text editor. */
export const editorImageWords = {
  waiting: "waiting",
  sending: (percent: number) => `${percent}% uploaded`,
  remove: "Remove it",
  placeGone: (name: string) => `“${name}” was uploaded, but its spot in the text was deleted`,
  inLibrary: "You can insert it from the library.",
  notYet: "An image is still uploading",
  notYetText: "Nothing has been saved yet. Save again in a moment, or remove the image.",
  leftOut: (n: number) => `${imageCount(n)} couldn't be pasted`,
  leftOutText: "Copy and paste the image on its own, drop its file here, or click Image.",
  copied: (n: number) => `${imageCount(n)} copied to the library`,
  elsewhere: (n: number) =>
    n === 1 ? "1 image is still on another website" : `${imageCount(n)} are still on another website`,
  elsewhereText: "It could disappear from there at any time. Save it to your device, then upload it here.",
  noImages: "These files aren't images",
  noImagesText: "You can insert JPEG, PNG, WebP, AVIF, GIF and SVG images.",
} as const;

/** Problems with the image storage. */
export const storeWords = {
  away: "Your image storage isn't responding. Pages use the copies stored on this server, but you can't upload until it's back.",
  full: (megabytes: number) =>
    `Only ${megabytes.toLocaleString("en-US")} MB of disk space left. Uploads will fail when it runs out. Free up space, or ask your developer.`,
  summary: "Reply from image storage",
} as const;
