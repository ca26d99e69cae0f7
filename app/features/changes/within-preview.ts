// The links of a page that is shown by a link to a preview lead to other pages of the same preview.

/** @property prefix what the paths of the preview begin with; `siteUrl` what the site's own addresses begin with */
type Within = { prefix: string; siteUrl: string };

/** What is the same in a preview: files, feeds, and what only programs ask for. */
const SAME =
  /^\/(assets|media|covers|share|api|preview|admin-control-panel-seoprozone)(?![^/.?#])|\.\w+([?#]|$)/;

/** The `href` of an `<a>`, as React and the sanitiser write it: attributes in double quotes, no `>` in their values. */
const LINK = /(<a\s(?:[^>]*?\s)?href=")([^"]*)"/g;

export const withinPreview = {
  /** An address of a page of the site becomes that of the preview; any other stays. */
  address(href: string, { prefix, siteUrl }: Within): string {
    const path = href === siteUrl ? "/" : href.startsWith(`${siteUrl}/`) ? href.slice(siteUrl.length) : href;
    return /^\/(?![/\\])/.test(path) && !SAME.test(path) ? prefix + path : href;
  },
  /** A whole page of HTML. */
  links: (html: string, within: Within): string =>
    html.replace(LINK, (_, start: string, href: string) => `${start}${withinPreview.address(href, within)}"`),
};
