import { z } from "zod";

/** NIST SP 800-63B asks for length, not for kinds of characters. */
export const PASSWORD_CHARS_MIN = 12;

/** A password that someone chooses. */
export const newPassword = z
  .string({ error: "Enter a new password." })
  .min(PASSWORD_CHARS_MIN, `Use at least ${PASSWORD_CHARS_MIN} characters.`)
  .max(500, "Use 500 characters or fewer.");

/** The password change form. Neither password is trimmed, since spaces may be part of it. */
export const passwordChange = z
  .object({
    current_password: z
      .string({ error: "Enter your current password." })
      .min(1, "Enter your current password."),
    new_password: newPassword,
    repeat_password: z.string().optional(),
    /** the new password was hidden while typing, so it has to be repeated */
    is_blind: z.literal("on").optional(),
  })
  .refine(({ is_blind, new_password, repeat_password }) => !is_blind || repeat_password === new_password, {
    error: "The passwords don't match.",
    path: ["repeat_password"],
  });
