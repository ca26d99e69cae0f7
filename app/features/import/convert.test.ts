import { describe, expect, test } from "vitest";
import { layOutMedia } from "../../platform/text/article-media.ts";
import { convertHtml } from "./convert.server.ts";

const SITE = "https://old.example.com";
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

describe("the old site's content is converted", () => {
  test.each([
    [
      "block comments are removed, and headings become h2 to h4",
      '<!-- wp:heading {"level":1} --><h1 class="wp-block-heading">Top</h1><!-- /wp:heading --><!-- wp:paragraph --><p class="has-text" style="color:red">Text</p><!-- /wp:paragraph --><h6>Deep</h6>',
      "<h2>Top</h2><p>Text</p><h4>Deep</h4>",
    ],
    [
      "a gallery becomes its images with their captions",
      `<!-- wp:gallery --><figure class="wp-block-gallery"><figure><img src="${SITE}/a.jpg" alt="A"/><figcaption>First</figcaption></figure><figure><img src="${SITE}/b.jpg" alt=""/></figure></figure><!-- /wp:gallery -->`,
      `<figure><img src="${SITE}/a.jpg" alt="A" /><figcaption>First</figcaption></figure><figure><img src="${SITE}/b.jpg" alt="" /></figure>`,
    ],
    [
      "a video block becomes a link in its own paragraph",
      `<!-- wp:embed --><figure class="wp-block-embed"><div class="wp-block-embed__wrapper">\n${VIDEO}\n</div></figure><!-- /wp:embed -->`,
      `<p><a href="${VIDEO}">${VIDEO}</a></p>`,
    ],
    [
      "the classic editor's line breaks become paragraphs, and lists stay lists",
      "One\ntwo\n\n<ul>\n<li>Item</li>\n</ul>\nThree <b>bold</b>",
      "<p>One<br />two</p><ul><li>Item</li></ul><p>Three <b>bold</b></p>",
    ],
    ["code isn't split into paragraphs", "<pre>a\n\nb</pre>", "<pre>ab</pre>"],
    [
      "brackets in code stay",
      "<p><code>a[data-x]</code> [pricing-table]</p><pre>$q[my_var]</pre>",
      "<p><code>a[data-x]</code></p><pre>$q[my_var]</pre>",
    ],
    [
      "a caption with a link stays below its video",
      `<!-- wp:embed --><figure><div>\n${VIDEO}\n</div><figcaption>By <a href="//x.example/">X</a></figcaption></figure><!-- /wp:embed -->`,
      `<p><a href="${VIDEO}">${VIDEO}</a></p><p>By <a href="https://x.example/">X</a></p>`,
    ],
    [
      "a bare video URL becomes a link in its own paragraph",
      `Look:\n\n${VIDEO}`,
      `<p>Look:</p><p><a href="${VIDEO}">${VIDEO}</a></p>`,
    ],
    ["a gallery shortcode becomes its images", '[gallery ids="7,8"]', FIGURE],
    [
      "a caption shortcode becomes a figure",
      `[caption id="x" width="300"]<img src="${image.url}" alt="Bread" /> Fresh <em>today</em>[/caption]`,
      `<figure><img src="${image.url}" alt="Bread" /><figcaption>Fresh <em>today</em></figcaption></figure>`,
    ],
    [
      "Divi shortcodes are removed, and their content is kept",
      `[et_pb_section fb_built="1"][et_pb_row][et_pb_column type="4_4"][et_pb_text _builder_version="4.9"]<p>Inside</p>[/et_pb_text][et_pb_blurb title="Point"]<p>More</p>[/et_pb_blurb][et_pb_button button_url="https://x.example" button_text="Go" /][/et_pb_column][/et_pb_row][/et_pb_section]`,
      '<p>Inside</p><h3>Point</h3><p>More</p><p><a href="https://x.example">Go</a></p>',
    ],
    [
      "WPBakery shortcodes are unwrapped, and their images are found by id",
      '[vc_row][vc_column width="1/2"][vc_column_text]<p>Left</p>[/vc_column_text][vc_single_image image="7"][/vc_column][/vc_row]',
      `<p>Left</p>${FIGURE}`,
    ],
    [
      "Divi's images, buttons and names are kept",
      `[et_pb_gallery gallery_ids="7" _builder_version="4.9"][/et_pb_gallery][et_pb_testimonial author="Ann" company_name="Acme"]<p>Great</p>[/et_pb_testimonial][et_pb_number_counter title="clients" number="300"][/et_pb_number_counter][et_pb_cta title="Hi" button_url="/call" button_text="Call"]<p>Now</p>[/et_pb_cta]`,
      `${FIGURE}<p>Great</p><p>Ann, Acme</p><h3>300 clients</h3><h2>Hi</h2><p>Now</p><p><a href="/call">Call</a></p>`,
    ],
    [
      "each Avada element is its own block",
      `[fusion_imageframe image_id="99|full" alt="Bread"]${image.url}[/fusion_imageframe][fusion_title size="2"]Head[/fusion_title][fusion_text]Text[/fusion_text]`,
      `${FIGURE}<p>Head</p><p>Text</p>`,
    ],
    [
      "WPBakery's buttons become links",
      '[vc_column][vc_btn title="Call us" link="url:https%3A%2F%2Fx.example%2Fc|title:C"][/vc_column]',
      '<p><a href="https://x.example/c">Call us</a></p>',
    ],
    [
      "videos in any format and Jetpack's shortcodes become links",
      `[youtube ${VIDEO}&w=640&h=480][youtube=${VIDEO}][vimeo 1234567][video webm="https://x.example/a.webm"][/video]`,
      `${`<p><a href="${VIDEO}">${VIDEO}</a></p>`.repeat(2)}<p><a href="https://vimeo.com/1234567">https://vimeo.com/1234567</a></p><p><a href="https://x.example/a.webm">https://x.example/a.webm</a></p>`,
    ],
    [
      "Elementor's wrappers are removed",
      '<div class="elementor-element"><div class="elementor-widget-container"><h2 class="elementor-heading-title">Title</h2></div></div><section><p>Text</p></section>',
      "<h2>Title</h2><p>Text</p>",
    ],
    [
      "a lazy-loaded image gets its real URL at full size",
      '<!-- wp:image --><img src="data:image/gif;base64,R0" data-src="https://old.example.com/wp-content/uploads/x-1024x768.jpg?w=300&amp;ssl=1" alt="X"><noscript><img src="https://old.example.com/x.jpg"></noscript>',
      '<img src="https://old.example.com/wp-content/uploads/x.jpg" alt="X" />',
    ],
    [
      "the largest of several sizes is used",
      '<!-- wp:image --><img srcset="https://old.example.com/s.jpg 300w, https://old.example.com/l.jpg 1200w" src="placeholder.png" alt="">',
      '<img src="https://old.example.com/l.jpg" alt="" />',
    ],
    [
      "a frame becomes a link, and a YouTube frame becomes a link to the video",
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

  test("each image is listed once, with its alt text and absolute URL", () => {
    expect(convert('<img src="/a.jpg" alt=" A "><img src="/a.jpg" alt="A">').images).toEqual([
      { url: `${SITE}/a.jpg`, alt: "A" },
    ]);
  });

  test("removed scripts, handlers, unknown shortcodes and dynamic blocks are reported", () => {
    const { html, removed, shortcodes } = convert(
      '<!-- wp:latest-posts /--><p onclick="x()">Hi</p><script>alert(1)</script>[contact-form-7 id="1"][pricing]x[/pricing]',
    );
    expect(oneLine(html)).toBe("<p>Hi</p>x");
    expect(removed).toEqual(["the block “latest-posts”", "onclick on <p>", "<script>"]);
    expect(shortcodes).toEqual(["contact-form-7", "pricing"]);
  });

  test("a video's URL may be in a source element, and one without a URL is reported", () => {
    const { html, removed } = convert(
      '<!-- wp:html --><video controls><source src="/a.webm"><source src="/a.mp4">No video</video><audio src="/b.mp3"></audio><video></video>',
    );
    const link = (file: string) => `<p><a href="${SITE}/${file}">${SITE}/${file}</a></p>`;
    expect([oneLine(html), removed]).toEqual([link("a.webm") + link("b.mp3"), ["a video without a URL"]]);
  });

  test("files that stay on the old site are named", () => {
    const { notes, removed } = convert(
      `<p><a href="/wp-content/uploads/g.pdf">PDF</a> <a href="https://other.example/h.pdf">Other</a> <a href="/about">Page</a></p>`,
    );
    expect([notes, removed]).toEqual([
      [`Links to a file on the old site, which isn't copied: ${SITE}/wp-content/uploads/g.pdf`],
      [],
    ]);
  });

  test("an image over http is copied like any other, so it isn't reported", () => {
    const { images, removed } = convert('<img src="http://old.example.com/x.jpg" alt="X">');
    expect([images, removed]).toEqual([[{ url: "http://old.example.com/x.jpg", alt: "X" }], []]);
  });

  test("empty lines in code stay", () => {
    expect(convert("<pre>a\n\n\n\nb</pre>").html).toBe("<pre>a\n\n\n\nb</pre>");
  });

  test("shortcodes with missing images or unknown visible attributes are reported", () => {
    const source =
      '[gallery ids="7,8"][vc_row css="x"][vc_cta h2="Head"]Text[/vc_cta][/vc_row][su_note url="/x"]y[/su_note]';
    expect(convert(source).shortcodes).toEqual(["gallery", "vc_cta", "su_note"]);
  });

  test("images that can't be imported are reported, but not a lazy image's blank", () => {
    const img = (src: string) => `<img src="${src}" alt="A">`;
    const source =
      img("data:image/png;base64,iVBORw0KGgo=") + img("/a.png") + img("data:image/gif;base64,R0");
    expect(convertHtml(source, {}).removed).toEqual([
      "the image “data:image/png;base64,iVBORw0KGgo=”",
      "the image “/a.png”",
    ]);
  });

  test("an image stays even if it's called a placeholder", () => {
    const url = `${SITE}/placeholder-text.png`;
    expect(convert(`<img src="${url}" alt="A">`).images).toEqual([{ url, alt: "A" }]);
  });

  test.each([
    "<a href='javascript:alert(1)'>x</a>",
    '<img src=x onerror="alert(1)">',
    "<svg onload=alert(1)>",
    '[et_pb_button button_url="javascript:alert(1)" button_text="<script>alert(1)</script>"]',
    '[caption caption="<img src=x onerror=alert(1)>"]text[/caption]',
    '<iframe src="javascript:alert(1)"></iframe>',
  ])("dangerous code is removed: %s", (source) => {
    expect(convert(source).html).not.toMatch(/<[^>]*(javascript:|on\w+=)|<script/i);
  });

  test.each([
    ["nesting", "<div>".repeat(20_000)],
    ["open shortcodes", "[et_pb_text ".repeat(20_000)],
    ["quotes in shortcodes", `[x a="${'" b="'.repeat(20_000)}`],
    ["open code", "<code>[x-y]<pre>".repeat(20_000)],
    ["open captions", "<figure>https://x.example <figcaption>".repeat(20_000)],
    ["line breaks", `<p>${"\n ".repeat(50_000)}`],
  ])("hostile text with %s is converted quickly", (_, source) => {
    expect(typeof convert(source).html).toBe("string");
  });
});
