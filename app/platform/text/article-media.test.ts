import { expect, test } from "vitest";
import { layOutMedia } from "./article-media.ts";
import { cleanHtml } from "./html.server.ts";

const laidOut = (html: string) => layOutMedia(cleanHtml(html).html);
const ID = "dQw4w9WgXcQ";

test("a video link alone in its paragraph plays on click", () => {
  const { html, hasVideo } = laidOut(
    `<p><a href="https://www.youtube.com/watch?v=${ID}&amp;t=3s">Our talk</a></p>`,
  );
  expect(hasVideo).toBe(true);
  expect(html).toBe(
    `<p class="video"><a href="https://www.youtube.com/watch?v=${ID}&amp;t=3s" data-video="${ID}">Our talk</a></p>`,
  );
  for (const more of ["live/", "watch?app=desktop&amp;v="])
    expect(laidOut(`<p><a href="https://www.youtube.com/${more}${ID}">Our talk</a></p>`).hasVideo).toBe(true);
  const address = `https://youtu.be/${ID}`;
  expect(laidOut(`<p><a href="${address}">${address}</a></p>`).html).toContain(">Play the video</a>");
});

test("a video link within text stays unchanged, and so does any other link", () => {
  for (const html of [
    `<p>See <a href="https://youtu.be/${ID}">this</a></p>`,
    `<p><a href="https://youtu.be.example/${ID}">this</a></p>`,
    '<p><a href="https://www.youtube.com/@channel">this</a></p>',
    `<p><a href="https://example.com/?https://youtu.be/${ID}">this</a></p>`,
  ])
    expect(laidOut(html)).toEqual({ html, hasVideo: false });
});

test("an image alone in its paragraph gets its title as a caption", () => {
  const { html } = laidOut('<p><img src="/a.png" alt="A chart" title="Visits &amp; leads"></p>');
  expect(html).toMatch(
    /^<figure><img src="\/a\.png" alt="A chart" ?\/?><figcaption>Visits &amp; leads<\/figcaption><\/figure>$/,
  );
  expect(laidOut('<p>In <img src="/a.png" title="b"> line</p>').html).not.toContain("<figure>");
});
