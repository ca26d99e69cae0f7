const GAIN = /(?<!\d)\+?(\d[\d,]*(?:\.\d+)?)\s?% (?:more|growth|increase|higher)\b/i;
const SIGNED_GAIN = /\+(\d[\d,]*(?:\.\d+)?)\s?%/;
const TIMES = /(\d[\d,]*(?:\.\d+)?)(?: times\b|\s?x\b|\s?\u00d7)/i;
const SHARE = /\d[\d,]* of \d[\d,]*(?<!,)/;
const GROWTH = /\b(?:grew|rose|increased|up|passed)\b[^,.;]*?\bby (\d[\d,]*(?:\.\d+)?)\s?%/i;
const MULTIPLE = /\b(?:doubl|tripl|quadrupl)(?:e|es|ed|ing)\b/i;
const MULTIPLES: Record<string, string> = { d: "2\u00d7", t: "3\u00d7", q: "4\u00d7" };

/**
 * Returns a result's figure: '+312%' for '312% more traffic', '3.1×' for '3.1 times as many', '38 of 41' for
 * '38 of 41 keywords'. Returns null for anything else, including losses, which would read as gains.
 */
export function resultFigure(result: string): string | null {
  const [, gain] = GAIN.exec(result) ?? SIGNED_GAIN.exec(result) ?? [];
  if (gain) return `+${gain}%`;
  const [, times] = TIMES.exec(result) ?? [];
  return times ? `${times}\u00d7` : (SHARE.exec(result)?.[0] ?? null);
}

/** Returns a card's figure. Unlike covers, cards also show '2×' for 'doubled' and '+21%' for 'grew by 21%'. */
export function cardFigure(result: string): string | null {
  const [, growth] = GROWTH.exec(result) ?? [];
  const [multiple = ""] = MULTIPLE.exec(result) ?? [];
  return (
    resultFigure(result) ?? (growth ? `+${growth}%` : (MULTIPLES[multiple.charAt(0).toLowerCase()] ?? null))
  );
}
