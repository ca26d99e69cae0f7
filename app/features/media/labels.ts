/** CONTRACT requires 'Alt text'. */
export const MEDIA_LABELS = {
  alt: "Alt text",
  is_decorative: "Decorative",
  name: "Name",
  credit: "Credit",
  focal_x: "Focal point from the left",
  focal_y: "Focal point from the top",
} as const;
