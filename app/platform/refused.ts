/**
 * Input that the rules allow but the data does not: a taken slug, a record in use, a newer version. Thrown inside a
 * transaction it takes the writes back with it; whoever runs the write words it for the person.
 */
export class Refused extends Error {
  override name = "Refused";
  /** field name to what is wrong with it; the empty name stands for the whole form */
  readonly fields: Record<string, string>;
  /** where somebody else saved meanwhile: the version that is stored now */
  readonly newerVersion: number | string | undefined;

  constructor(fields: Record<string, string>, newerVersion?: number | string) {
    super(Object.values(fields).join(" "));
    this.fields = fields;
    this.newerVersion = newerVersion;
  }
}
