import { describe, expect, test } from "vitest";
import { layOutMedia } from "../../platform/text/article-media.ts";
import { convertHtml } from "./convert.server.ts";

const SITE = "https://old.example";
const image = { url: `${SITE}/wp-content/uploads/bread.jpg`, alt: "Bread" };
const convert = (source: string) =>
  convertHtml(source, {
    isWordPress: true,
    siteUrl: SITE,
    imageById: (id) => (id === "7" ? image : undefined),
  });
const oneLine = (html: string) => html.replace(/\s*\n\s*/g, "");
const FIGURE = `<figure><img src="${image.url}" alt="Bread" /></figure>`;
const VIDEO = "https://www.youtube.com/watch?v=abcdefghijk";

describe("content of the old site becomes what the editor writes", () => {
  test.each([
    [
      "block comments are removed, and heading levels are limited to two to four",
      '<!-- wp:heading {"level":1} --><h1 class="wp-block-heading">Top</h1><!-- /wp:heading --><!-- wp:paragraph --><p class="has-text" style="color:red">Text</p><!-- /wp:paragraph --><h6>Deep</h6>',
      "<h2>Top</h2><p>Text</p><h4>Deep</h4>",
    ],
    [
      "a gallery becomes its images with their captions",
      `<!-- wp:gallery --><figure class="wp-block-gallery"><figure><img src="${SITE}/a.jpg" alt="A"/><figcaption>First</figcaption></figure><figure><img src="${SITE}/b.jpg" alt=""/></figure></figure><!-- /wp:gallery -->`,
      `<figure><img src="${SITE}/a.jpg" alt="A" /><figcaption>First</figcaption></figure><figure><img src="${SITE}/b.jpg" alt="" /></figure>`,
    ],
    [
      "a video block becomes a link alone in its paragraph",
      `<!-- wp:embed --><figure class="wp-block-embed"><div class="wp-block-embed__wrapper">\n${VIDEO}\n</div></figure><!-- /wp:embed -->`,
      `<p><a href="${VIDEO}">${VIDEO}</a></p>`,
    ],
    [
      "line breaks of the classic editor become paragraphs, lists stay lists",
      "One\ntwo\n\n<ul>\n<li>Item</li>\n</ul>\nThree <b>bold</b>",
      "<p>One<br />two</p><ul><li>Item</li></ul><p>Three <b>bold</b></p>",
    ],
    ["code keeps its line breaks", "<pre>a\n\nb</pre>", "<pre>ab</pre>"],
    [
      "a bare video URL becomes a video",
      `Look:\n\n${VIDEO}`,
      `<p>Look:</p><p><a href="${VIDEO}">${VIDEO}</a></p>`,
    ],
    ["captions and galleries of the library", '[gallery ids="7,8"]', FIGURE],
    [
      "a caption shortcode becomes a figure",
      `[caption id="x" width="300"]<img src="${image.url}" alt="Bread" /> Fresh <em>today</em>[/caption]`,
      `<figure><img src="${image.url}" alt="Bread" /><figcaption>Fresh <em>today</em></figcaption></figure>`,
    ],
    [
      "Divi is unwrapped to its text",
      `[et_pb_section fb_built="1"][et_pb_row][et_pb_column type="4_4"][et_pb_text _builder_version="4.9"]<p>Inside</p>[/et_pb_text][et_pb_blurb title="Point"]<p>More</p>[/et_pb_blurb][et_pb_button button_url="https://x.example" button_text="Go" /][/et_pb_column][/et_pb_row][/et_pb_section]`,
      '<p>Inside</p><h3>Point</h3><p>More</p><p><a href="https://x.example">Go</a></p>',
    ],
    [
      "WPBakery is unwrapped, and its images are found by id",
      '[vc_row][vc_column width="1/2"][vc_column_text]<p>Left</p>[/vc_column_text][vc_single_image image="7"][/vc_column][/vc_row]',
      `<p>Left</p>${FIGURE}`,
    ],
    [
      "Elementor's wrappers are removed",
      '<div class="elementor-element"><div class="elementor-widget-container"><h2 class="elementor-heading-title">Title</h2></div></div><section><p>Text</p></section>',
      "<h2>Title</h2><p>Text</p>",
    ],
    [
      "a lazy-loaded image gets its real URL at full size",
      '<!-- wp:image --><img src="data:image/gif;base64,R0" data-src="https://old.example/wp-content/uploads/x-1024x768.jpg?w=300&amp;ssl=1" alt="X"><noscript><img src="https://old.example/x.jpg"></noscript>',
      '<img src="https://old.example/wp-content/uploads/x.jpg" alt="X" />',
    ],
    [
      "the largest of several sizes is used",
      '<!-- wp:image --><img srcset="https://old.example/s.jpg 300w, https://old.example/l.jpg 1200w" src="placeholder.png" alt="">',
      '<img src="https://old.example/l.jpg" alt="" />',
    ],
    [
      "a frame becomes a link, a YouTube frame a video",
      '<!-- wp:html --><iframe src="//www.youtube.com/embed/abcdefghijk?rel=0"></iframe><iframe src="https://maps.example/m"></iframe>',
      `<p><a href="${VIDEO}">${VIDEO}</a></p><p><a href="https://maps.example/m">https://maps.example/m</a></p>`,
    ],
    [
      "brackets in prose stay",
      "As he said [sic] and [see below], [[gallery]].",
      "<p>As he said [sic] and [see below], [gallery].</p>",
    ],
  ])("%s", (_, source, html) => {
    expect(oneLine(convert(source).html)).toBe(html);
  });

  test("an imported video plays on click", () => {
    expect(layOutMedia(convert(`[embed]${VIDEO}[/embed]`).html).hasVideo).toBe(true);
  });

  test("images are listed once, with their alt texts and absolute URLs", () => {
    expect(convert('<img src="/a.jpg" alt=" A "><img src="/a.jpg" alt="A">').images).toEqual([
      { url: `${SITE}/a.jpg`, alt: "A" },
    ]);
  });

  test("removed parts are reported: scripts, handlers, unknown shortcodes, dynamic blocks", () => {
    const { html, removed, shortcodes } = convert(
      '<!-- wp:latest-posts /--><p onclick="x()">Hi</p><script>alert(1)</script>[contact-form-7 id="1"][pricing]x[/pricing]',
    );
    expect(oneLine(html)).toBe("<p>Hi</p>x");
    expect(removed).toEqual(["the block “latest-posts”", "onclick on <p>", "<script>"]);
    expect(shortcodes).toEqual(["contact-form-7", "pricing"]);
  });

  test.each([
    "<a href='javascript:alert(1)'>x</a>",
    '<img src=x onerror="alert(1)">',
    "<svg onload=alert(1)>",
    '[et_pb_button button_url="javascript:alert(1)" button_text="<script>alert(1)</script>"]',
    '[caption caption="<img src=x onerror=alert(1)>"]text[/caption]',
    '<iframe src="javascript:alert(1)"></iframe>',
  ])("nothing dangerous gets through: %s", (source) => {
    expect(convert(source).html).not.toMatch(/<[^>]*(javascript:|on\w+=)|<script/i);
  });

  test.each([
    ["nesting", "<div>".repeat(20_000)],
    ["open shortcodes", "[et_pb_text ".repeat(20_000)],
    ["quotes in shortcodes", `[x a="${'" b="'.repeat(20_000)}`],
    ["line breaks", `<p>${"\n ".repeat(50_000)}`],
  ])("hostile text with %s is converted quickly", (_, source) => {
    expect(typeof convert(source).html).toBe("string");
  });
});
