/** A reason that the operator can act on. Only the one-line message is shown. */
export class StartRefused extends Error {
  override name = "StartRefused";
}
