/**
 * Returns the name of the constraint that a failed write violated, such as a unique index, so that the error can be
 * explained to a person; null for any other error.
 * @param error any thrown value; Drizzle puts the server's own error in its cause
 */
export function violatedConstraint(error: unknown): string | null {
  for (let one = error; one instanceof Error; one = one.cause) {
    const { code, constraint } = one as { code?: unknown; constraint?: unknown };
    // SQLSTATE class 23 is "integrity constraint violation".
    if (typeof code === "string" && code.startsWith("23") && typeof constraint === "string")
      return constraint;
  }
  return null;
}
