// The personal parts of a path: the token of a mail, and the e-mail address that some programs write into theirs.

/** What a newsletter's address has besides the token. */
const NEWSLETTER = ["", "newsletter", "confirm", "unsubscribe"];
/** However often it was encoded. */
const AT = /@|%(25)*40/i;

/** A path as a log may hold it: `***` stands for every part that is personal. */
export function maskPath(pathname: string): string {
  const parts = pathname.split("/");
  const isNewsletter = plain(parts.find(Boolean)) === "newsletter";
  return parts
    .map((part) => ((isNewsletter && !NEWSLETTER.includes(plain(part))) || AT.test(part) ? "***" : part))
    .join("/");
}

/** Whether an address holds something that its scripts, its links and the log must not get. */
export const isPersonalPath = (pathname: string): boolean => maskPath(pathname) !== pathname;

function plain(part = ""): string {
  try {
    return decodeURIComponent(part).toLowerCase();
  } catch {
    return part.toLowerCase();
  }
}
