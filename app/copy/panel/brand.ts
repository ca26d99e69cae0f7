const ratio = (contrast: number) => `${(Math.floor(contrast * 10) / 10).toFixed(1)}:1`;

export const brandCard = {
  about: "Your colors on the site, in link previews and in this panel, and the look of the site.",
  brand_color: {
    hint: "Links, buttons, charts and the icon.",
    ratios: (light: number, dark: number) =>
      `Contrast as text: ${ratio(light)} on white, ${ratio(dark)} in this panel's dark theme. Text needs at least 4.5:1.`,
    corrected: (shown: string) =>
      `Too light to read, so pages use ${shown}, the closest readable shade (4.5:1 on every background).`,
  },
  marker_color: {
    hint: "The highlight behind words in headlines, and the top band in charts.",
    ratios: (dark: number, ink: number) =>
      `Contrast: ${ratio(dark)} with dark text on it, ${ratio(ink)} as text on dark backgrounds. Text needs at least 4.5:1.`,
    corrected: (shown: string) =>
      `Too dark for text on top, so pages use ${shown}, the closest readable shade.`,
    pale: "Barely darker than the page, so highlights won't stand out.",
  },
  look: {
    label: "Look",
    hint: "Type, corners, hero and cards of the whole site. Texts, images and colors stay yours.",
    looks: {
      marker: { name: "Marker", about: "Bold headlines with highlighted words" },
      journal: { name: "Journal", about: "Serif headlines, fine lines, square corners" },
      soft: { name: "Soft", about: "Round shapes, a tinted background, words in the middle" },
    },
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
    about:
      "Without a logo, the site shows the initials of its name in your colors. What you choose here is published immediately.",
    boxes: [
      {
        text: "header:brand:logo_image",
        label: "Logo",
        hint: "In the header. SVG or a large PNG works best.",
        empty: "Your initials",
      },
      {
        text: "header:brand:logo_image_dark",
        label: "Logo for dark backgrounds",
        hint: "In the footer. Needed if your logo has dark letters.",
        empty: "Your logo, on white",
      },
      {
        text: "header:brand:mark_image",
        label: "Square icon",
        hint: "In browser tabs and on phones. A wide logo is unreadable at this size.",
        empty: "Your logo if it's square, otherwise your initials",
      },
    ],
    name: {
      text: "header:brand:logo_text",
      label: "Name beside the logo",
      shown: (name: string) => `“${name}” is shown beside the logo.`,
      hidden: "No name is shown beside the logo. That's best if the logo already includes it.",
      hide: "Hide name",
      show: "Show name",
      edit: "Edit name",
    },
    choose: "Choose or upload",
    replace: "Replace",
    remove: "Remove",
    drafted: "It has pending changes.",
    more: "Draft, preview, history",
    /** alt text of a logo that has none of its own */
    alt: (site: string) => `Logo of ${site}`,
    chosen: {
      text: "If it includes your name, isn't square or isn't readable on dark backgrounds, finish the setup in Settings.",
      link: "Logo and icon",
    },
  },
} as const;
