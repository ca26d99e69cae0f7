export const settingsTab = {
  title: "Settings",
  about: "Used on every page of the site",
  nav: "Settings by subject",
  save: "Save Settings and publish",
  /** @param labels of the emptied fields */
  confirmRemoval: (labels: readonly string[]) => {
    const names = new Intl.ListFormat("en-US").format(labels.map((label) => `“${label}”`));
    const [field, value] = labels.length === 1 ? ["field gets its", "value"] : ["fields get their", "values"];
    return `Remove what’s saved for ${names}?\n\nIf you cancel, nothing is saved and the ${field} old ${value} back.`;
  },
  password: { about: "The password for this control panel." },
  /** for an owner with their own password */
  sitePassword: {
    about:
      "The site's password, which works without an email address. You can change your own password on your account page.",
    currentLabel: "Your own password",
  },
  subjects: {
    business: "Business and analytics",
    brand: "Brand",
    email: "Email",
    enquiries: "Enquiries",
    security: "Security",
    advanced: "Advanced",
  },
} as const;
