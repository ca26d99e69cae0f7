// What the Media tab, the picker and the upload of pictures say.

const count = (n: number, one: string, many: string) =>
  `${n.toLocaleString("en-US")} ${n === 1 ? one : many}`;
const pictures = (n: number) => count(n, "picture", "pictures");

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
  useKnown: "Used the one that is there",
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
  leaving: "Pictures are still being uploaded.",
} as const;
