/**
 * Valid input that conflicts with the data: a taken slug, a record in use, a newer version. Thrown inside a
 * transaction, it rolls the writes back; the action that runs the write shows the message to the owner.
 */
export class Refused extends Error {
  override name = "Refused";
  /** error message by field name; the empty name is for the whole form */
  readonly fields: Record<string, string>;
  /** the version now stored, if another editor has saved since then */
  readonly newerVersion: number | string | undefined;

  constructor(fields: Record<string, string>, newerVersion?: number | string) {
    super(Object.values(fields).join(" "));
    this.fields = fields;
    this.newerVersion = newerVersion;
  }
}

/** A save over a version that is no longer the newest. */
export class ChangedSinceOpened extends Refused {
  override name = "ChangedSinceOpened";
  declare readonly newerVersion: number | string;
  /** what the other editor did, e.g. "saved this post" */
  readonly what: string;

  /**
   * @param newerVersion the one now stored
   * @param changes how it differs, as a sentence, e.g. "They changed Author (Nov 23, 2:05 PM)."
   */
  constructor(what: string, newerVersion: number | string, changes?: string) {
    const nothing = `so your changes weren't saved.${changes ? ` ${changes}` : ""}`;
    super(
      { "": `Someone else ${what} after you opened it, ${nothing} What you typed is still here.` },
      newerVersion,
    );
    this.what = what;
  }
}

/** Returns the error for saving something that no longer exists. @param what e.g. "This post" */
export const recordGone = (what: string) =>
  new Refused({ "": `${what} was deleted while you were editing it.` });
