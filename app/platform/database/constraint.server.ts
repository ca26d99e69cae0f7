/**
 * Returns the name of the violated constraint, such as a unique index; null for other errors.
 * @param error may be wrapped: Drizzle puts the server's error in `cause`
 */
export function violatedConstraint(error: unknown): string | null {
  for (let one = error; one instanceof Error; one = one.cause) {
    const { code, constraint } = one as { code?: unknown; constraint?: unknown };
    // SQLSTATE class 23: "integrity constraint violation".
    if (typeof code === "string" && code.startsWith("23") && typeof constraint === "string")
      return constraint;
  }
  return null;
}
