const GAIN = /(?<!\d)\+?(\d[\d,]*(?:\.\d+)?)\s?% (?:more|growth|increase|higher)\b/i;
const SIGNED_GAIN = /\+(\d[\d,]*(?:\.\d+)?)\s?%/;
const TIMES = /(\d[\d,]*(?:\.\d+)?)(?: times\b|\s?x\b|\s?\u00d7)/i;
const SHARE = /\d[\d,]* of \d[\d,]*(?<!,)/;

/**
 * Returns the figure of a result that stands on its own: '312% more traffic' is '+312%', '3.1 times as many' is '3.1×',
 * and '38 of 41 keywords' stays '38 of 41'. Null for any other, since '54% traffic loss' alone would read as a gain.
 */
export function resultFigure(result: string): string | null {
  const [, gain] = GAIN.exec(result) ?? SIGNED_GAIN.exec(result) ?? [];
  if (gain) return `+${gain}%`;
  const [, times] = TIMES.exec(result) ?? [];
  return times ? `${times}\u00d7` : (SHARE.exec(result)?.[0] ?? null);
}
