/** Assistants by the host they link from, which is also the `utm_source` that ChatGPT adds. */
const ASSISTANTS = new Map([
  ["chatgpt.com", "ChatGPT"],
  ["perplexity.ai", "Perplexity"],
  ["gemini.google.com", "Gemini"],
  ["copilot.microsoft.com", "Copilot"],
  ["claude.ai", "Claude"],
]);

/**
 * Returns the assistant that a source is, if any.
 * @param source from `sourceOf`
 */
export const assistantOf = (source: string): string | undefined => ASSISTANTS.get(source);
