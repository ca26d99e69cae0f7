/** The whole HTML of a mail around its content, in a look that every mail program shows. */
export const mailPage = (content: string) => `<!doctype html>
<html lang="en"><body style="font-family:sans-serif;font-size:16px;line-height:1.5;color:#0a0f1e">
${content}
</body></html>
`;
