import { z } from "zod";

/** NIST SP 800-63B asks for length, not for character classes. */
export const PASSWORD_CHARS_MIN = 12;

export const newPassword = z
  .string({ error: "Enter a new password." })
  .min(PASSWORD_CHARS_MIN, `Use at least ${PASSWORD_CHARS_MIN} characters.`)
  .max(500, "Use 500 characters or fewer.");

/** Spaces may be part of a password, so nothing is trimmed. */
export const passwordChange = z
  .object({
    current_password: z
      .string({ error: "Enter your current password." })
      .min(1, "Enter your current password."),
    new_password: newPassword,
    repeat_password: z.string().optional(),
    /** the new password was hidden while it was typed */
    is_blind: z.literal("on").optional(),
  })
  .refine(({ is_blind, new_password, repeat_password }) => !is_blind || repeat_password === new_password, {
    error: "The passwords don't match.",
    path: ["repeat_password"],
  });
