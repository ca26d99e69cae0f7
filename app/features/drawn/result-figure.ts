const GAIN = /(?<!\d)\+?(\d[\d,]*(?:\.\d+)?)\s?% (?:more|growth|increase|higher)\b/i;
const SIGNED_GAIN = /\+(\d[\d,]*(?:\.\d+)?)\s?%/;
const TIMES = /(\d[\d,]*(?:\.\d+)?)(?: times\b|\s?x\b|\s?\u00d7)/i;
const SHARE = /\d[\d,]* of \d[\d,]*(?<!,)/;
const GROWTH = /\b(?:grew|rose|increased|up|passed)\b[^,.;]*?\bby (\d[\d,]*(?:\.\d+)?)\s?%/i;
const MULTIPLE = /\b(?:doubl|tripl|quadrupl)(?:e|es|ed|ing)\b/i;
const MULTIPLES: Record<string, string> = { d: "2\u00d7", t: "3\u00d7", q: "4\u00d7" };

/**
 * Returns a result's figure: '+312%' for '312% more traffic' or 'grew by 312%', '3.1×' for '3.1 times as many', '2×'
 * for 'doubled', '38 of 41' for '38 of 41 keywords'. Returns null for anything else, including losses, which would
 * read as gains.
 */
export function resultFigure(result: string): string | null {
  const [, gain] = GAIN.exec(result) ?? SIGNED_GAIN.exec(result) ?? [];
  if (gain) return `+${gain}%`;
  const [, times] = TIMES.exec(result) ?? [];
  const share = times ? `${times}×` : SHARE.exec(result)?.[0];
  if (share) return share;
  const [, growth] = GROWTH.exec(result) ?? [];
  const [multiple = ""] = MULTIPLE.exec(result) ?? [];
  return growth ? `+${growth}%` : (MULTIPLES[multiple.charAt(0).toLowerCase()] ?? null);
}

const LEAD = /^\+?(\d[\d.,]*(?: of \d[\d,]*)?)\s?(%|[x×]|times)?(?=\s|$)/i;

/**
 * Splits a result into the figure it starts with and the rest, so that a card shows each number once.
 * @param own the owner's short figure; then only the same number is taken off the result
 */
export function splitResult(result: string, own: string): { figure: string; rest: string } {
  const [lead = "", number] = LEAD.exec(result) ?? [];
  const isSame = !own || own.includes(number ?? "\0");
  return { figure: own || lead, rest: isSame ? result.slice(lead.length).trimStart() : result };
}
