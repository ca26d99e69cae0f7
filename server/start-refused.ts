/** A reason not to start that the operator can act on: only its one-line message is shown. */
export class StartRefused extends Error {
  override name = "StartRefused";
}
