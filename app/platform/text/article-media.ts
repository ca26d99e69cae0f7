// Pictures with captions and videos in long HTML texts, made ready for a page.

/** Where a video's frame comes from: nothing of it is asked for before the visitor presses. */
export const VIDEO_ORIGIN = "https://www.youtube-nocookie.com";

const ID = "[\\w-]{11}";
const ADDRESS = `https://(?:(?:www\\.|m\\.)?youtube\\.com/(?:watch\\?v=|shorts/|embed/)|youtu\\.be/)(${ID})(?:[?&#][^"]*)?`;
/** A link to a video that stands in a paragraph by itself. */
const VIDEO = new RegExp(`<p><a([^>]*?) href="(${ADDRESS})"([^>]*)>([^<]*)</a></p>`, "g");
/** A picture that stands in a paragraph by itself and has a title. */
const PICTURE = /<p>(<img [^>]*?)\stitle="([^"]+)"([^>]*>)<\/p>/g;

/**
 * A link to a YouTube video that stands alone becomes one that a script turns into the video when it is pressed;
 * a picture that stands alone has its title below it as a caption.
 * @param html as `cleanHtml` returns it
 * @returns the HTML for the page, and whether there is a video in it
 */
export function layOutMedia(html: string): { html: string; hasVideo: boolean } {
  let hasVideo = false;
  const withVideos = html.replace(
    VIDEO,
    (_, before: string, href: string, id: string, after: string, words: string) => {
      hasVideo = true;
      // An address that was pasted is no name of a video.
      const label = /^https?:/.test(words) ? "Play the video" : words;
      return `<p class="video"><a${before} href="${href}"${after} data-video="${id}">${label}</a></p>`;
    },
  );
  return {
    html: withVideos.replace(PICTURE, "<figure>$1$3<figcaption>$2</figcaption></figure>"),
    hasVideo,
  };
}
