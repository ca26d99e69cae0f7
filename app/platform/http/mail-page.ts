/** Returns the full HTML of an email around its content, with styles that every email client supports. */
export const mailPage = (content: string) => `<!doctype html>
<html lang="en"><body style="font-family:sans-serif;font-size:16px;line-height:1.5;color:#0a0f1e">
${content}
</body></html>
`;
