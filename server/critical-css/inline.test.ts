import { expect, test } from "vitest";
import { criticalCssInliner } from "./inline.ts";

/** Style sheets by URL. */
const sheets = new Map<string, string>();
const lighten = criticalCssInliner((address) => sheets.get(address));

/** Inlines the CSS of a page with its own style sheet. Returns the page, and the rules in its head. */
function light(css: string, body: string) {
  const href = `/assets/site-${sheets.size}.css`;
  sheets.set(href, css);
  const head = `<head><title>Page</title><link rel="stylesheet" href="${href}"/></head>`;
  const { html } = lighten(`<!DOCTYPE html><html lang="en">${head}<body>${body}</body></html>`);
  return { html, href, css: /<style>(.*?)<\/style>/s.exec(html)?.[1] };
}

test("only the rules that a page uses are inlined", () => {
  const { css } = light(".card{color:red}.other{color:blue}p,h6{margin:0}", '<p class="card">Hello</p>');
  expect(css).toBe(".card{color:red}p{margin:0}");
});

test("the full style sheet is linked at the end of the page", () => {
  const { html, href } = light(".card{color:red}", '<p class="card">Hello</p>');
  expect(html.split(`href="${href}"`)).toHaveLength(2);
  expect(html).toMatch(
    /<p class="card">Hello<\/p><noscript data-late><link rel="stylesheet" [^>]*\/><\/noscript><\/body>/,
  );
  expect(html).not.toMatch(/\son\w+=/);
});

test("font faces are declared only once, so browsers don't load them twice", () => {
  sheets.set(
    "/assets/faces.css",
    "@font-face{font-family:Sans;src:url(/a.woff2)}@font-face{font-family:Mono;src:url(/b.woff2)}",
  );
  sheets.set("/assets/rules.css", "body{font-family:Sans}");
  const links = ["faces", "rules"]
    .map((name) => `<link rel="stylesheet" href="/assets/${name}.css"/>`)
    .join("");
  const { html } = lighten(`<html lang="en"><head>${links}</head><body></body></html>`);
  expect(html).toBe(
    '<html lang="en"><head><style>@font-face{font-family:Sans;src:url(/a.woff2)}body{font-family:Sans}</style></head><body><noscript data-late><link rel="stylesheet" href="/assets/rules.css"/></noscript></body></html>',
  );
});

test("every kind of selector is understood, so no used rule is lost", () => {
  const used = [
    "*{margin:0}",
    "UL[class]{padding:0}",
    "#main>.a~li+li:nth-child(2n+1):before{top:0}",
    '[data-x="a, b"] .b{left:0}',
    ".a:not(.gone):has(.anything,b){right:0}",
    "main:has(>.a:not(.gone)){right:0}",
    ":is(.gone,.a) .b{bottom:0}",
    ".a:not(:is(.gone,.missing)):where(:is(.gone,:is(.missing,.a)),.gone){bottom:1px}",
    ".w\\:1\\/2{width:50%}",
    "input::placeholder{color:red}",
  ];
  const page =
    '<main id="main"><ul class="a"></ul><li></li><li data-x="a, b"><b class="b w:1/2"></b></li><input/></main>';
  expect(light(used.join(""), page).css).toBe(used.join(""));
});

test("a rule is left out if nothing in one of its lists is on the page", () => {
  const css =
    ":is(.gone,.missing) .a{top:0}.a:where(:is(.gone,#missing),p>.gone){left:0}.a:is([open],.a):is(.gone){right:0}";
  expect(light(css, '<p class="a"></p>').css).toBe("");
});

test("layers, media queries and their order are preserved", () => {
  const css =
    "@layer base,components;@layer base{.a{color:red}.x{color:red}}@media (width>=40rem){.a{color:blue}}@media (width>=50rem){.x{top:0}}";
  expect(light(css, '<p class="a"></p>').css).toBe(
    "@layer base,components;@layer base{.a{color:red}}@media (width>=40rem){.a{color:blue}}",
  );
});

test("rules for pointers, print or scripts aren't inlined", () => {
  const css = ".a:hover{color:red}.a:focus-visible{top:0}@media print{.a{color:red}}.toast{color:red}";
  const body = '<p class="a"></p><template><p class="toast"></p></template>';
  expect(light(css, body).css).toBe("");
});

test("rules for elements that aren't on the page, such as disabled inputs, aren't inlined", () => {
  const css = ".a:has(.gone){top:0}.a:has([data-x=on]){left:0}input:disabled{color:red}";
  expect(light(css, '<p class="a"></p><input/>').css).toBe("");
  expect(light(css, '<p class="a"><b class="gone" data-x="on"></b></p><input disabled=""/>').css).toBe(css);
});

test("transitions aren't inlined", () => {
  const css = ".a{color:red;transition:color .2s;transition-delay:.1s}.b{transition:none}";
  expect(light(css, '<p class="a b"></p>').css).toBe(".a{color:red}");
});

test("variables are inlined if the page uses them, even through another variable", () => {
  const css = ":root{--a:1px;--b:var(--a);--c:2px;--d:3px}.a{--a:4px;top:var(--b)}";
  expect(light(css, '<p class="a" style="left:var(--d)"></p>').css).toBe(
    ":root{--a:1px;--b:var(--a);--d:3px}.a{--a:4px;top:var(--b)}",
  );
});

test("a variable with a single value is replaced with that value", () => {
  const css =
    "@layer theme{:root,:host{--a:1px;--b:var(--a) solid}}@layer base{.a{border:var(--b);top:calc(-1*var(--a))}}";
  expect(light(css, '<p class="a"></p>').css).toBe(
    "@layer theme;@layer base{.a{border:1px solid;top:calc(-1*1px)}}",
  );
});

test.each([
  ["set twice", ":root{--a:1px}.b{--a:2px}"],
  ["set for some window sizes", "@media (width>=40rem){:root{--a:1px}}"],
  ["set for a part of the page", ".b{--a:1px}"],
  ["set by an animation", ":root{--a:1px}@keyframes grow{to{--a:2px}}.b{animation:grow 1s}"],
  ["with its own type", '@property --a{syntax:"<length>";inherits:true;initial-value:0}:root{--a:1px}'],
])("a variable %s keeps its name", (_how, css) => {
  const whole = `${css}.c{top:var(--a)}`;
  expect(light(whole, '<p class="b c"></p>').css).toBe(whole);
});

test("a variable that an element sets keeps its name", () => {
  const css = ":root{--a:1px}.a{top:var(--a)}";
  expect(light(css, '<p class="a" style="--a:2px"></p>').css).toBe(css);
});

test("an empty layer keeps its place in the layer order", () => {
  const css = "@layer base{.gone{top:0}}@layer components{.a{top:0}}";
  expect(light(css, '<p class="a"></p>').css).toBe("@layer base;@layer components{.a{top:0}}");
});

test("spaces after commas are removed, except inside strings", () => {
  expect(light('.a{font-family:"A, B", C;content:"a, b"}', '<p class="a"></p>').css).toBe(
    '.a{font-family:"A, B",C;content:"a, b"}',
  );
});

test("animations and font faces are inlined if the page uses them", () => {
  const faces =
    "@font-face{font-family:Sans;src:url(/a.woff2)}@font-face{font-family:Sans;src:url(/b.woff2);font-style:italic}@font-face{font-family:Mono;src:url(/c.woff2)}";
  const css = `@keyframes spin{to{rotate:1turn}}@keyframes rise{to{top:0}}.a{font-family:Sans;animation:spin 1s}${faces}`;
  const plain = light(css, '<p class="a"></p>').css;
  expect(plain).toContain("@keyframes spin{to{rotate:1turn}}");
  expect(plain).not.toContain("rise");
  expect(plain).toContain("/a.woff2");
  expect(plain).not.toMatch(/b\.woff2|c\.woff2/);
  expect(light(css, '<p class="a"><em>so</em></p>').css).toContain("/b.woff2");
  expect(light(css, '<p class="a"><i class="bar"></i></p>').css).toBe(plain);
});

test("quotes, brackets and symbols inside a value don't end it", () => {
  const css = `.a{background:url("data:image/svg+xml,%3Csvg a='{;}'%3E");content:"}\\"{"}`;
  expect(light(css, '<p class="a"></p>').css).toBe(css);
});

test("a color set on the root element replaces the style sheet's value", () => {
  const css = ":root{--a:red;--b:var(--a)}.x{color:var(--b)}.y{color:var(--a)}";
  sheets.set("/assets/root.css", css);
  const page = (root: string, body: string) =>
    lighten(
      `<!DOCTYPE html><html lang="en"${root}><head><link rel="stylesheet" href="/assets/root.css"/></head><body>${body}</body></html>`,
    ).sheet;
  const both = '<p class="x"></p><p class="y"></p>';
  expect(page("", both)).toBe(".x{color:red}.y{color:red}");
  expect(page(' style="--a:#0b6e4f"', both)).toBe(".x{color:#0b6e4f}.y{color:#0b6e4f}");
  // Reading the variable in a drawing changes nothing; setting it on an element does.
  expect(page("", `${both}<svg><path fill="var(--a,red)"/></svg>`)).toContain(".y{color:red}");
  expect(page("", `${both}<p style="--a:blue"></p>`)).toContain(".y{color:var(--a)}");
});

test("icons lose the attributes that the style sheet provides", () => {
  const icon =
    '<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" class="lucide lucide-x i i-sm" aria-hidden="true"><path d="M0 0"></path></svg>';
  expect(light("", icon).html).toContain(
    '<svg class="i i-line i-sm" viewBox="0 0 24 24" aria-hidden="true"><path d="M0 0"/></svg>',
  );
});

test("scripts stay unchanged, because a policy may list their hashes", () => {
  const scripts =
    '<script>const a = "<!-- --><path></path></body>";</script><noscript><!-- --><path></path></noscript>';
  const { html } = light("", `<p>a<!-- -->b</p>${scripts}`);
  expect(html).toContain(`<p>ab</p>${scripts}`);
});

test("a link to an unknown style sheet in the owner's code stays unchanged", () => {
  const { html, css } = light(
    ".a{top:0}",
    '<p class="a"></p><link rel="stylesheet" href="/assets/none.css"/>',
  );
  expect(css).toBe(".a{top:0}");
  expect(html).toContain('<link rel="stylesheet" href="/assets/none.css"/>');
});

test("a page without our style sheets stays unchanged", () => {
  const html = '<html lang="en"><body><p class="a">Hello</p></body></html>';
  expect(lighten(html)).toEqual({ html });
});
