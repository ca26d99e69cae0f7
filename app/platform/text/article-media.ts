// Prepares images with captions and videos in long HTML texts for a page.

/** The origin of video frames, which gets no request before the visitor clicks. */
export const VIDEO_ORIGIN = "https://www.youtube-nocookie.com";

const ID = "[\\w-]{11}";
const ADDRESS = `https://(?:(?:www\\.|m\\.)?youtube\\.com/(?:watch\\?v=|shorts/|embed/)|youtu\\.be/)(${ID})(?:[?&#][^"]*)?`;
/** A link to a video alone in its paragraph. */
const VIDEO = new RegExp(`<p><a([^>]*?) href="(${ADDRESS})"([^>]*)>([^<]*)</a></p>`, "g");
/** An image with a title, alone in its paragraph. */
const IMAGE = /<p>(<img [^>]*?)\stitle="([^"]+)"([^>]*>)<\/p>/g;

/**
 * Prepares links and images that are alone in their paragraph: a YouTube link gets `data-video`, so that a script can
 * replace it with the video on click, and an image gets its title as a caption.
 * @param html as `cleanHtml` returns it
 * @returns the HTML for the page, and whether it contains a video
 */
export function layOutMedia(html: string): { html: string; hasVideo: boolean } {
  let hasVideo = false;
  const withVideos = html.replace(
    VIDEO,
    (_, before: string, href: string, id: string, after: string, words: string) => {
      hasVideo = true;
      // A pasted URL is not a useful label.
      const label = /^https?:/.test(words) ? "Play the video" : words;
      return `<p class="video"><a${before} href="${href}"${after} data-video="${id}">${label}</a></p>`;
    },
  );
  return {
    html: withVideos.replace(IMAGE, "<figure>$1$3<figcaption>$2</figcaption></figure>"),
    hasVideo,
  };
}
