// Texts of the Brand card on the Settings tab.

const ratio = (contrast: number) => `${(Math.floor(contrast * 10) / 10).toFixed(1)}:1`;

export const brandCard = {
  title: "Brand",
  about: "Colors, logo and icons for the site, its link previews and this panel.",
  brand_color: {
    hint: "Links, buttons, charts and the icon.",
    told: (light: number, dark: number) =>
      `Contrast as text: ${ratio(light)} on white, ${ratio(dark)} in this panel's dark theme. Text needs at least 4.5:1.`,
    corrected: (shown: string) =>
      `Too light to read, so pages use ${shown}, the closest readable shade (4.5:1 on every background).`,
  },
  marker_color: {
    hint: "The highlight behind words in headlines, and the top band in charts.",
    told: (dark: number, ink: number) =>
      `Contrast: ${ratio(dark)} with dark text on it, ${ratio(ink)} as text on dark backgrounds. Text needs at least 4.5:1.`,
    corrected: (shown: string) =>
      `Too dark for text on top, so pages use ${shown}, the closest readable shade.`,
    pale: "Barely darker than the page, so highlights won't stand out.",
  },
  choose: "Choose a color",
  sample: {
    title: "Preview",
    heading: ["Found by", "customers"],
    text: "A sentence with",
    link: "a link",
    button: "Get Free Consultation",
    light: "On light",
    dark: "On dark",
  },
  images: {
    title: "Logo and icon",
    about: [
      "Without a logo, the site shows the initials of its name in these colors, including in browser tabs, on phones and in shared links.",
      "If your logo includes your name, clear the name beside it. A wide logo also needs a square mark; until you add one, icons show your initials. If your logo isn't readable on dark backgrounds, add one that is. Until then, it gets a white background there.",
    ],
    chosen: {
      text: "If it includes your name, isn't square or isn't readable on dark backgrounds, finish the setup in Settings.",
      link: "Logo and icon",
    },
    links: [
      { label: "Logo", text: "header:brand:logo_image" },
      { label: "Logo for dark backgrounds", text: "header:brand:logo_image_dark" },
      { label: "Square mark for icons", text: "header:brand:mark_image" },
      { label: "Name beside the logo", text: "header:brand:logo_text" },
    ],
  },
} as const;
