// Texts of the Settings tab.

export const settingsTab = {
  title: "Settings",
  about: "Used on every page of the site",
  nav: "Settings by subject",
  subjects: {
    business: "Business",
    brand: "Brand",
    email: "Email",
    analytics: "Analytics",
    enquiries: "Enquiries",
    security: "Security",
    advanced: "Advanced",
  },
} as const;
