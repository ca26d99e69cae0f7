/** Not requested before the visitor clicks. */
export const VIDEO_ORIGIN = "https://www.youtube-nocookie.com";

const ID = "[\\w-]{11}";
const ADDRESS = `https://(?:(?:www\\.|m\\.)?youtube\\.com/(?:watch\\?(?:[^"#]*&amp;)?v=|shorts/|embed/|live/)|youtu\\.be/)(${ID})(?:[?&#][^"]*)?`;
/** A YouTube link alone in its paragraph. */
const VIDEO = new RegExp(`<p><a([^>]*?) href="(${ADDRESS})"([^>]*)>([^<]*)</a></p>`, "g");
/** A titled image alone in its paragraph. */
const IMAGE = /<p>(<img [^>]*?)\stitle="([^"]+)"([^>]*>)<\/p>/g;

/**
 * Prepares videos and captions in articles. A YouTube link alone in its paragraph gets `data-video`, so a
 * script can play the video on click. An image alone in its paragraph gets its title as a caption.
 * @param html from `cleanHtml`
 */
export function layOutMedia(html: string): { html: string; hasVideo: boolean } {
  let hasVideo = false;
  const withVideos = html.replace(
    VIDEO,
    (_, before: string, href: string, id: string, after: string, words: string) => {
      hasVideo = true;
      // A pasted URL isn't a useful label.
      const label = /^https?:/.test(words) ? "Play the video" : words;
      return `<p class="video"><a${before} href="${href}"${after} data-video="${id}">${label}</a></p>`;
    },
  );
  return {
    html: withVideos.replace(IMAGE, "<figure>$1$3<figcaption>$2</figcaption></figure>"),
    hasVideo,
  };
}
