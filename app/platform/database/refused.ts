/**
 * Input that the rules allow but the data does not: a taken slug, a record in use, a newer version. Thrown inside a
 * transaction it takes the writes back with it; the action that runs the write words it for the owner.
 */
export class Refused extends Error {
  override name = "Refused";
  /** field name to what is wrong with it; the empty name stands for the whole form */
  readonly fields: Record<string, string>;
  /** where another editor saved meanwhile: the version that is stored now */
  readonly newerVersion: number | string | undefined;

  constructor(fields: Record<string, string>, newerVersion?: number | string) {
    super(Object.values(fields).join(" "));
    this.fields = fields;
    this.newerVersion = newerVersion;
  }
}

/** A save over a version that is no longer the newest. */
export class ChangedMeanwhile extends Refused {
  override name = "ChangedMeanwhile";
  declare readonly newerVersion: number | string;
  /** what the other editor did, e.g. "saved this post" */
  readonly what: string;

  /**
   * @param newerVersion the one that is stored now
   * @param changes what is different in it, e.g. "Author (changed 2:05 PM)"
   */
  constructor(what: string, newerVersion: number | string, changes?: string) {
    const nothing = `so nothing was saved now${changes ? `: ${changes}` : ""}`;
    super(
      { "": `Someone else ${what} after you opened it, ${nothing}. What you typed is still here.` },
      newerVersion,
    );
    this.what = what;
  }
}

/** A save of what is no longer there. @param what e.g. "This post" */
export const recordGone = (what: string) =>
  new Refused({ "": `${what} was deleted while you were editing it.` });
