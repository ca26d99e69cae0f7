/** Returns the choices in a setting, one for each line. */
export const choicesOf = (setting = ""): string[] => [
  ...new Set(
    setting
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter(Boolean),
  ),
];
