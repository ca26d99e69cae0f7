// The site's only script on public pages. Everything works without it.

import { chooseService } from "./choose-service.ts";
import { ctaBar } from "./cta-bar.ts";
import { dropdown } from "./dropdown.ts";
import { sendForms } from "./forms.ts";
import { replaceBrokenImages } from "./images.ts";
import { lateSheet } from "./late-sheet.ts";
import { loadMore } from "./load-more.ts";
import { markOpeningHours } from "./opening-hours.ts";
import { smallMenu } from "./small-menu.ts";
import { playVideos } from "./videos.ts";

// The script is async, so it may run before the page is parsed.
if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
else start();

function start() {
  lateSheet();
  dropdown();
  smallMenu();
  sendForms();
  loadMore();
  ctaBar();
  chooseService();
  replaceBrokenImages();
  playVideos();

  if (document.querySelector("[data-missing]")) {
    // SPEC 2: the attempted path is logged to the console.
    // biome-ignore lint/suspicious/noConsole: the spec asks for it
    console.error("404: no page at", location.pathname);
  }
  // Last, because it throws in browsers too old to know a renamed time zone.
  markOpeningHours();
}
