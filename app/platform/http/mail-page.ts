/** Returns an email's full HTML, with styles that every client supports. */
export const mailPage = (content: string) => `<!doctype html>
<html lang="en"><body style="font-family:sans-serif;font-size:16px;line-height:1.5;color:#0a0f1e">
${content}
</body></html>
`;
