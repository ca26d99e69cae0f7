/** A reason not to start that the operator can act on: the message is one line, and it is all that is shown. */
export class StartRefused extends Error {
  override name = "StartRefused";
}
