// What the Media tab, the picker and the upload of pictures say.
import { counted } from "../counted.ts";

const pictures = (n: number) => counted(n, "picture");

/** How many bytes, as people say it. */
export const inBytes = (bytes: number): string =>
  bytes < 1_000_000
    ? `${Math.max(1, Math.round(bytes / 1_000)).toLocaleString("en-US")} kB`
    : `${(bytes / 1_000_000).toFixed(1)} MB`;

export const uploadWords = {
  choose: "Upload pictures",
  formats: "JPEG, PNG, WebP, AVIF, GIF or SVG, up to 25 MB each. Drop them here, or paste one.",
  drop: "Drop the pictures to upload them",
  list: "Uploads",
  waiting: "Waiting",
  checking: "Looking whether it is there already",
  sending: (percent: number) => `${percent}% sent`,
  /** everything is sent; the server has not answered yet */
  storing: "Being stored",
  again: "The connection broke. Trying again…",
  done: "Uploaded",
  described: "Uploaded and described",
  progress: (name: string) => `Upload of ${name}`,
  known: "You have this picture already. Use it, or keep a second one?",
  knownAs: (name: string) => `In the library as “${name}”.`,
  useIt: "Use it",
  keepSecond: "Keep a second one",
  cancel: "Cancel",
  retry: "Try again",
  dismiss: "Dismiss",
  of: (name: string) => `the upload of ${name}`,
  clear: "Clear the list",
  problems: {
    tooLarge: (bytes: number) =>
      `It has ${inBytes(bytes)}, and a picture may have 25 MB. Save it in a smaller size, then upload that.`,
    empty: "There is nothing in this file.",
    noPicture: "This is no picture. JPEG, PNG, WebP, AVIF, GIF and SVG can be uploaded.",
    unreadable: "The file could not be read. It may have been moved or changed since it was chosen.",
    loggedOut: "Your login has ended. Try again to log in; the file is kept here.",
    outdated: "This page is out of date. Load it anew, then upload the file once more.",
    broken: "The connection broke three times. Try again when it is better; the file is kept here.",
    offline: "There is no connection. Try again when this device is connected; the file is kept here.",
    failed: "The site could not take it. Try again in a minute; the file is kept here.",
  },
  /** read out by screen readers, never the progress itself */
  announced: {
    sending: (n: number) => `Uploading ${pictures(n)}.`,
    done: (n: number) => `${pictures(n)} uploaded.`,
    failed: (n: number) => `${pictures(n)} could not be uploaded.`,
    known: (n: number) => `${pictures(n)} ${n === 1 ? "is" : "are"} in the library already.`,
  },
} as const;

/** Said wherever it is asked what a picture shows. */
export const descriptionWords = {
  alt: "Alt text",
  altHint: "What it shows, for those who cannot see it. Search engines read it too.",
  decorative: "Only decorates",
  decorativeHint: "The text beside it says all that it shows.",
  save: "Save the description",
  saved: "Described",
  failed: "The description could not be saved",
} as const;

export const mediaTab = {
  title: "Media",
  about: (n: number) => (n ? pictures(n) : "Your own photographs, logos and drawings"),
  search: "Search by name, description or credit",
  filter: "Show",
  filters: {
    "": "All pictures",
    unused: "Unused",
    undescribed: "Needs a description",
    refused: "Could not be read",
  },
  /** an option of the filter with how many it would show */
  counted: (words: string, n: number) => `${words} (${n.toLocaleString("en-US")})`,
  month: "Added in",
  everyMonth: "Any month",
  sorts: { newest: "Newest first", oldest: "Oldest first", name: "Name A to Z", largest: "Largest first" },
  noun: { one: "picture", many: "pictures" },
  empty: {
    title: "No pictures yet",
    text: "Drop your photographs here, paste one, or choose them. Sizes for every screen are made by themselves.",
  },
  unmatched: { title: "Nothing matches", text: "No picture fits this search and this filter." },
  showAll: "Show all pictures",
  unreadable: "The pictures cannot be shown at the moment. Load the page again in a minute.",
  fetchFailed: "Failed to fetch pictures",
  notShown: "Its picture cannot be shown",
  deleted: (n: number) => `Deleted pictures (${n.toLocaleString("en-US")})`,
  badges: {
    new: "Being prepared",
    refused: "Could not be read",
    undescribed: "Needs a description",
  },
  uses: (n: number) => (n === 0 ? "Unused" : `In ${counted(n, "place")}`),
  open: (name: string) => `Edit ${name}`,
  decorate: "Mark as only decorating",
  updated: "Picture saved",
  saveFailed: "Failed to save picture",
  nameMissing: "Enter a name.",
  missing: "Please fill in the name",
  descriptionMissing: "Say what it shows, or that it only decorates.",
  deletedOne: "Picture deleted",
  deletedMany: (n: number) => `${pictures(n)} deleted`,
  deleteFailed: "Failed to delete",
  decorated: "Marked as only decorating",
  decorateFailed: "Failed to mark the pictures",
  decoratedCount: (n: number) =>
    n ? `${pictures(n)}.` : "None of them needed it: they have a description, or were marked before.",
  question: (name: string) => `Delete the picture “${name}”?`,
  questionMany: (n: number) => `Delete ${pictures(n)}?`,
  /** where visitors see it; asked once more */
  inUse: (places: string, more: number) =>
    `Visitors see it at these places, which would be without a picture:\n\n${places}${more ? `\nand ${more} more` : ""}\n\nRemove it anyway?`,
  stillUsed: "Nothing was deleted: published pages use it.",
} as const;

export const detailWords = {
  title: "Edit picture",
  altHint: descriptionWords.altHint,
  decorativeHint: descriptionWords.decorativeHint,
  address: "Address",
  facts: {
    size: "Size",
    bytes: "File",
    added: "Added",
    frames: (n: number) => `${n} frames`,
  },
  focus: "Focal point",
  focusHint: "Crops keep this point in view. Press on the picture, or move it with the arrow keys.",
  focusAt: (x: number, y: number) => `${x}% from the left, ${y}% from the top`,
  focusNow: (at: string) => `It is ${at}.`,
  crops: "How it is cropped",
  credit: "Credit",
  creditHint: "Whose picture it is, where that has to be said.",
  nameHint: "For you: the library lists it by this.",
  usedIn: "Used in",
  unused: "No record and no text names it.",
  states: { published: "Published", draft: "Draft", deleted: "In the trash" },
  viewPage: "View the page",
  replace: "Replace the file",
  /** beside the draft */
  replacesLive: "Another file is live at once: it is not part of the draft.",
  replaced: "The new file is stored",
  replacedSoon: "Every page shows it as soon as its first sizes are made, within seconds.",
  replacing: "Another file is being prepared. Until then pages keep this one.",
  replaceRefused: "The other file could not be read, so this one stays:",
  reshaped: (before: string, after: string) =>
    `It has another shape than before (${before}, now ${after}): have a look at the pages that show it, and at its focal point.`,
  replaceUndone: "The file from before is back",
  replaceUndoFailed: "Failed to bring the file from before back",
  delete: "Delete",
  preparing: "Its sizes are being made. It can be placed already.",
  refused: "It could not be read:",
  refusedHelp: "Replace the file, or delete the picture.",
} as const;

/** The picker, wherever a picture is taken. */
export const pickerWords = {
  open: "Choose picture",
  remove: "Remove",
  removed: "the picture",
  title: "Choose a picture",
  about: "Press one of the library, or upload your own: choose, drop or paste it.",
  describe: "Say what it shows, then place it.",
  search: "Search by name or description",
  list: "Pictures of the library",
  found: pictures,
  none: "No picture has these words. Search by others, or upload one.",
  emptyText: "Upload your first one: choose it, drop it here or paste it.",
  loading: "Loading...",
  failed: "The library could not be read.",
  more: "Show more",
  back: "Back to the library",
  missing: mediaTab.descriptionMissing,
  place: (n: number) => (n > 1 ? `Place ${n.toLocaleString("en-US")} pictures` : "Use picture"),
  waiting: "Uploading…",
  gone: "It was taken off the list.",
  /** under a field that has a picture of the library */
  fromLibrary: (name: string) => `“${name}” of your library.`,
  deleted: "This picture is in the trash of your library, or it was never there.",
  preparing: "Its sizes are being made; it can be published already.",
  typed: "or type an address",
  drop: "Drop a picture here",
} as const;

/** Pictures in the text of the editor. */
export const editorPictureWords = {
  waiting: "waiting",
  sending: (percent: number) => `${percent}% sent`,
  remove: "Leave it out",
  placeGone: (name: string) => `“${name}” is uploaded, but its place in the text is gone`,
  inLibrary: "It is in the library: place it from there.",
  notYet: "A picture is still on its way",
  notYetText: "Nothing was saved yet. Save again in a moment, or leave the picture out.",
  leftOut: (n: number) => `${pictures(n)} of what was pasted ${n === 1 ? "was" : "were"} left out`,
  leftOutText: "Copy the picture by itself and paste that, drop its file here, or press Image.",
  noPictures: "These files are no pictures",
  noPicturesText: "JPEG, PNG, WebP, AVIF, GIF and SVG can be placed in a text.",
} as const;

/** What is wrong with the place where pictures are kept. */
export const storeWords = {
  away: "The bucket of your pictures does not answer. Pages go on with the sizes that are kept here; what you upload cannot be kept until it is back.",
  full: (megabytes: number) =>
    `Only ${megabytes.toLocaleString("en-US")} MB are free on the disk: uploads are refused when there is no more room. Make room, or ask the person who runs the server.`,
  summary: "What the bucket said",
} as const;
