// Enquiry texts that SPEC 8 doesn't define: field errors, rate limits, emails and so on.

/** Errors by field. */
export const fieldErrors = {
  name: "Enter your name.",
  firstName: "Enter your first name.",
  lastName: "Enter your last name.",
  email: "Enter a full email address, such as name@example.com.",
  phone: "Enter your phone number.",
  phoneDigits: "Enter a phone number with area code.",
  service: "Choose a service.",
  message: "Write a message.",
  projectDetails: "Describe your project.",
  formType: "Must be contact, audit or service.",
  tooLong: (characters: number) => `Use ${characters.toLocaleString("en-US")} characters or fewer.`,
};

/** Shown in place of a form once it's sent (decision 0035.36). `next` is keyed by form. */
export const afterSending = {
  title: "What happens next",
  next: {
    hero: "A strategist will call or email you within 24 hours. Have your website’s URL ready.",
    audit: "A strategist will review your request and email you within 24 hours.",
    service: "A strategist will read your project details and reply within 24 hours.",
    contact: "A strategist will read your message and reply within 24 hours.",
  },
  /** followed by the email address that the visitor entered, so that they notice a typo */
  sentFrom: "Your email address:",
  again: "Send another",
  /** above the fields that remain after an audit request */
  anotherWebsite: "Check another website",
};

/** The questions that the owner may turn on. */
export const choiceFields = {
  labels: { budget: "Budget (optional)", timeline: "When would you like to start? (optional)" },
  none: "No answer",
};

/** The owner's booking link: after sending, and in emails and reports. */
export const booking = {
  text: "Would you rather talk? Pick a time that suits you.",
  button: "Book a call",
};

/** The toast for a form that came back with field errors. Browser validation usually catches them first. */
export const checkFields = { title: "Please check the marked fields." };

/** The toast after too many enquiries from one IP address (CONTRACT "HTTP"). */
export const tooManyEnquiries = (seconds: number) => ({
  title: "Too many messages.",
  text: `Nothing you typed is lost. Please try again in ${inWords(seconds)}.`,
});

/** Error messages for programs that post to the endpoint. */
export const endpointErrors = {
  fields: "Some fields are invalid.",
  notJson: "The body must be a JSON object.",
  contentType: "Send JSON with Content-Type: application/json.",
  method: "Use POST.",
  limit: (seconds: number) => `Too many enquiries from this IP address. Try again in ${inWords(seconds)}.`,
  failure: "The enquiry could not be stored. Please try again.",
};

/** The message that the hero form sends, with the chosen service (SPEC 7). */
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
    budget: "Budget",
    timeline: "Timeline",
    message: "Message",
    formType: "Form",
    page: "Page",
    referrer_host: "Came from",
    utm: "Campaign",
    trail: "Pages opened",
    time: "Time",
  },
  empty: "not given",
};

/** The email that notifies the owner of several enquiries at once. */
export const digestMail = {
  subject: (count: number, siteTitle: string) =>
    `${count.toLocaleString("en-US")} new enquiries on ${siteTitle}`,
  intro: (siteTitle: string, count: number) =>
    `${count.toLocaleString("en-US")} enquiries came in on ${siteTitle}. They're arriving too fast for individual emails, so you'll get a digest every 10 minutes until they slow down. All of them are in the control panel:`,
  openTab: "Open the enquiries",
  others: (count: number) => `And ${count.toLocaleString("en-US")} more in the control panel.`,
};

/**
 * The confirmation email to the sender, if the owner turned it on. It repeats nothing the sender typed, because
 * visitors can enter other people's addresses.
 */
export const confirmationMail = {
  subject: (siteTitle: string) => `We received your message: ${siteTitle}`,
  paragraphs: (siteTitle: string) => [
    `Thanks for contacting ${siteTitle}. We got your message and will reply within 24 hours.`,
    "If you didn't contact us, someone entered your email address by mistake. You can ignore this email.",
  ],
};

/** Why an enquiry was marked as spam, for the owner. */
export const spamSigns = {
  trap: "A field that's invisible to people was filled in.",
  noStamp: "The form wasn't sent from a page on this site.",
  quick: "It was sent less than two seconds after the page was opened.",
  linkInName: "A field such as the name or the phone number contains a link.",
  script: "The message contains a script.",
  forumLink: "The message contains forum-style links (BBCode).",
  htmlLink: "The message contains HTML links.",
  offer: "It reads like an ad for links, traffic or followers.",
  trades: "It contains typical spam keywords.",
  links: (sites: number) => `The message links to ${sites} other sites.`,
};

/** Label of the honeypot field, in case a browser shows the field. */
export const trapLabel = "Leave this field empty";

function inWords(seconds: number): string {
  if (seconds < 90) return seconds === 1 ? "1 second" : `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
