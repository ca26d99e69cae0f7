/**
 * The constraint that a failed write ran into, such as a unique index, so that it can be worded for a person.
 * @param error whatever was thrown; Drizzle keeps the server's own error as its cause
 * @returns the constraint's name, null where the fault is another
 */
export function violatedConstraint(error: unknown): string | null {
  for (let one = error; one instanceof Error; one = one.cause) {
    const { code, constraint } = one as { code?: unknown; constraint?: unknown };
    // Class 23 of SQLSTATE is "integrity constraint violation".
    if (typeof code === "string" && code.startsWith("23") && typeof constraint === "string")
      return constraint;
  }
  return null;
}
