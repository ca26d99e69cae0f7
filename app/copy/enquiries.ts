// Texts about enquiries that SPEC 8 doesn't define: field errors, the hero form's sentence, the rate limit, emails.

/** Shown at the invalid field. */
export const fieldErrors = {
  name: "Enter your name.",
  firstName: "Enter your first name.",
  lastName: "Enter your last name.",
  email: "Enter a full email address, such as name@example.com.",
  phone: "Enter your phone number.",
  phoneDigits: "Enter a phone number with area code.",
  service: "Choose a service.",
  services: "Choose up to 20 services.",
  website: "Enter a website address, such as www.example.com.",
  message: "Write a message.",
  projectDetails: "Describe your project.",
  formType: "Must be contact, audit or service.",
  notText: "Must be text.",
  tooLong: (characters: number) => `Use ${characters.toLocaleString("en-US")} characters or fewer.`,
};

/** Shown in place of a form's fields after it's sent (decision 0035.36), by form. */
export const afterSending = {
  title: "What happens next",
  next: {
    hero: "A strategist calls or emails you within 24 hours. Have your website’s URL ready.",
    audit: "A strategist reviews your request and emails you within 24 hours.",
    service: "A strategist reads your project details and replies within 24 hours.",
    contact: "A strategist reads your message and replies within 24 hours.",
  },
  /** followed by the email address as sent, so that visitors notice a typo */
  sentFrom: "Your email address:",
  again: "Send another",
  /** above the fields that stay in view below an audit */
  anotherWebsite: "Check another website",
};

/** The toast when a form comes back with field errors; usually the browser's own validation catches them first. */
export const checkFields = { title: "Please check the marked fields." };

/** The toast when too many enquiries came from one IP address (CONTRACT "HTTP"). */
export const tooManyEnquiries = (seconds: number) => ({
  title: "Too many messages.",
  text: `Nothing you typed is lost. Please try again in ${inWords(seconds)}.`,
});

/** The endpoint's error messages for programs. */
export const endpointErrors = {
  fields: "Some fields are invalid.",
  notJson: "The body must be a JSON object.",
  contentType: "Send JSON with Content-Type: application/json.",
  method: "Use POST.",
  limit: (seconds: number) => `Too many enquiries from this IP address. Try again in ${inWords(seconds)}.`,
  failure: "The enquiry could not be stored. Please try again.",
};

/** SPEC 7: the hero form sends a sentence that names the chosen service. */
export const heroMessage = (service: string) => `I am interested in ${service}. Please contact me.`;

/** The email that notifies the owner of an enquiry. */
export const enquiryMail = {
  subject: (formType: string, name: string) => `New ${formType} enquiry from ${name}`,
  intro: (siteTitle: string) => `You have a new enquiry on ${siteTitle}. Reply to this email to answer it.`,
  labels: {
    name: "Name",
    email: "Email",
    phone: "Phone",
    website: "Website",
    services: "Services",
    message: "Message",
    formType: "Form",
    page: "Page",
    referrer_host: "Came from",
    utm: "Campaign",
    time: "Time",
  },
  empty: "not given",
};

/** The email that notifies the owner of many enquiries at once. */
export const digestMail = {
  subject: (count: number, siteTitle: string) =>
    `${count.toLocaleString("en-US")} new enquiries on ${siteTitle}`,
  intro: (siteTitle: string, count: number) =>
    `${count.toLocaleString("en-US")} enquiries came in on ${siteTitle}. They're arriving too fast for individual emails, so you'll get a digest every 10 minutes until they slow down. All of them are in the control panel:`,
  openTab: "Open the enquiries",
  others: (count: number) => `And ${count.toLocaleString("en-US")} more in the control panel.`,
};

/**
 * The confirmation email to the sender of an enquiry, if the owner turned it on. It repeats nothing that was typed:
 * anyone can enter someone else's address.
 */
export const confirmationMail = {
  subject: (siteTitle: string) => `We received your message: ${siteTitle}`,
  paragraphs: (siteTitle: string) => [
    `Thanks for contacting ${siteTitle}. We got your message and will reply within 24 hours.`,
    "If you didn't contact us, someone entered your address by mistake. You can ignore this email.",
  ],
};

/** Why an enquiry was marked as spam, for the owner. */
export const spamSigns = {
  trap: "A field that's invisible to people was filled in.",
  noStamp: "The form wasn't sent from a page on this site.",
  quick: "It was sent less than two seconds after the page was opened.",
  linkInName: "The name or phone number contains a link.",
  script: "The message contains a script.",
  forumLink: "The message contains forum-style links (BBCode).",
  htmlLink: "The message contains HTML links.",
  offer: "It reads like an ad for links, traffic or followers.",
  trades: "It contains typical spam keywords.",
  links: (sites: number) => `The message links to ${sites} other sites.`,
};

/** The label of the honeypot field, in case a browser shows it. */
export const trapLabel = "Leave this field empty";

function inWords(seconds: number): string {
  if (seconds < 90) return seconds === 1 ? "1 second" : `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
