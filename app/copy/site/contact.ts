import { SERVICE_OPTIONS } from "../business.ts";
import { computed, link, texts } from "./parts.ts";

export const contact = texts({
  seo: {
    meta_title: "Contact Us for a Free Consultation | SEO Pro Zone",
    meta_description:
      "Ask a question or request a quote by form, phone or email. SEO Pro Zone replies within 24 hours, and your first consultation is free of charge.",
    meta_keywords: "contact us, contact SEO agency, free SEO consultation, SEO quote",
    is_indexable: true,
    is_followable: true,
  },
  hero: {
    badge: computed("Contact"),
    title: "Contact Us",
    marked_words: "",
    subtitle: "Ask a question, request a quote or tell us what’s going wrong. We reply within 24 hours.",
  },
  form: {
    title: "Send Us a Message",
    intro: "The more you tell us, the more useful our first reply will be.",
    name_label: "Name",
    email_label: "Email",
    phone_label: "Phone (optional)",
    website_label: "Website (optional)",
    website_placeholder: "www.example.com",
    services_label: "Services you’re interested in (optional)",
    message_label: "Message",
    message_placeholder: "What would you like search to do for your business?",
    service_options: SERVICE_OPTIONS,
    form_button: "Send Message",
    sending_label: "Sending...",
    note: "We only use your details to reply to you.",
    privacy_label: "See our Privacy Policy",
    privacy_href: link("/privacy"),
  },
  cards: {
    answers_title: "Who answers",
    phone_title: "Phone",
    phone_text: "Speak to a strategist during business hours.",
    email_title: "Email",
    email_text: "We reply within 24 hours.",
    address_title: "Address",
    address: "{address}",
    address_text: "Visits by appointment.",
    social_title: "Follow Us",
  },
  hours: {
    title: computed("Business Hours"),
    open_label: computed("Open now"),
    closed_label: computed("Closed now"),
    items: computed([
      {
        days: "Mon-Fri",
        hours: "9:00 AM-6:00 PM",
      },
      {
        days: "Sat",
        hours: "10:00 AM-4:00 PM",
      },
      {
        days: "Sun",
        hours: "Closed",
      },
    ]),
    note: computed("Eastern Time. Messages sent outside these hours are still answered within 24 hours."),
  },
  next_steps: {
    title: "What Happens Next",
    steps: [
      {
        title: "We read your message",
        text: "A strategist reads it, and looks at your website if you included it.",
      },
      {
        title: "You hear from us within 24 hours",
        text: "With our first thoughts, or with questions for you.",
      },
      {
        title: "We talk",
        text: "A free call of about 30 minutes. You decide whether it goes any further.",
      },
    ],
  },
});
