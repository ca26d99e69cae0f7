/**
 * Thrown if valid input conflicts with the data, for example because a slug is taken. Rolls back the transaction.
 * The panel shows the message.
 */
export class Refused extends Error {
  override name = "Refused";
  /** messages by field name; the empty name is for the whole form */
  readonly fields: Record<string, string>;
  /** the stored version, if it's newer */
  readonly newerVersion: number | string | undefined;

  /** the stored draft's version, if it isn't the form's; 0 if the draft is gone */
  readonly newerDraft: number | undefined;

  constructor(fields: Record<string, string>, newerVersion?: number | string, newerDraft?: number) {
    super(Object.values(fields).join(" "));
    this.fields = fields;
    this.newerVersion = newerVersion;
    this.newerDraft = newerDraft;
  }
}

/** Thrown if another editor saved the record after the form was opened. */
export class ChangedSinceOpened extends Refused {
  override name = "ChangedSinceOpened";
  declare readonly newerVersion: number | string;
  /** completes "Someone else …" in the message, such as "saved this post" */
  readonly what: string;

  /**
   * @param newerVersion the stored version
   * @param changes a sentence, such as "They changed Author (Nov 23, 2:05 PM)."
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

/**
 * Returns an error for a record that was deleted in the meantime.
 * @param what such as "This post"
 */
export const recordGone = (what: string) =>
  new Refused({ "": `${what} was deleted while you were editing it.` });
