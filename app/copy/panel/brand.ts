// What the Brand card of the Settings tab says.

const ratio = (contrast: number) => `${(Math.floor(contrast * 10) / 10).toFixed(1)}:1`;

export const brandCard = {
  title: "Brand",
  about: "Colors, logo and icons of the site, its shared links and this panel.",
  brand_color: {
    hint: "Links, buttons, charts and the icon.",
    told: (light: number, dark: number) =>
      `As words on white ${ratio(light)}, in this panel’s dark theme ${ratio(dark)}. Words need 4.5:1.`,
    corrected: (shown: string) =>
      `Too light to be read: pages show ${shown}, the nearest that can be (4.5:1 on every ground).`,
  },
  marker_color: {
    hint: "Behind marked words, and the band of the first places.",
    told: (dark: number, ink: number) =>
      `Dark words on it ${ratio(dark)}, as words on dark grounds ${ratio(ink)}. Words need 4.5:1.`,
    corrected: (shown: string) =>
      `Too dark for words on it: pages show ${shown}, the nearest that can be read.`,
    pale: "Hardly darker than the page: marked words will not stand out.",
  },
  choose: "Choose a color",
  sample: {
    title: "How it looks",
    heading: ["Found by", "customers"],
    text: "A sentence with",
    link: "a link",
    button: "Get Free Consultation",
    light: "On paper",
    dark: "On dark",
  },
  pictures: {
    title: "Logo and icon",
    about: [
      "Without a logo, the site shows the initials of its name in these colors, also as its icon in browsers, on phones and on shared links.",
      "If your logo includes your name, clear the name beside it. A wide logo also needs a square mark; until you add one, icons show your initials. If your logo isn’t readable on dark backgrounds, add one that is; until then it gets a white plate there.",
    ],
    chosen: {
      text: "If it includes your name, isn’t square or isn’t readable on dark backgrounds, finish the setup in Settings.",
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
