const GAIN = /(?<!\d)\+?(\d[\d,]*(?:\.\d+)?)\s?% (?:more|growth|increase|higher)\b/i;
const SIGNED_GAIN = /\+(\d[\d,]*(?:\.\d+)?)\s?%/;
const TIMES = /(\d[\d,]*(?:\.\d+)?)(?: times\b|\s?x\b|\s?\u00d7)/i;
const SHARE = /\d[\d,]* of \d[\d,]*(?<!,)/;

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
