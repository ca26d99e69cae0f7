export const settingsTab = {
  title: "Settings",
  about: "Used on every page of the site",
  nav: "Settings by subject",
  password: { about: "The password for this control panel." },
  /** for an owner with their own password */
  sitePassword: {
    about:
      "The site's password, which works without an email address. You can change your own password on your account page.",
    currentLabel: "Your own password",
  },
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
