// The server's own error messages, in plain text that needs no escaping.

export const refusals = {
  fault: "Something went wrong on our side. Please try again in a minute.",
  crowd: "We're very busy right now. Please try again in a few seconds.",
  otherSite: "This request came from another website. Open this site and try again.",
  nothing: "There's nothing at this URL.",
  address: "This URL isn't valid.",
  loggedOut:
    "You're logged out, so nothing was changed. Log in again in another window, then send this again.",
  confirm: "Confirm it's you, then send this again. Nothing has been changed yet.",
  method: "This URL doesn't accept this kind of request.",
  notFromPanel:
    "This request didn't come from the control panel, so nothing was shown or changed. Reload the panel and try again.",
  notClicked:
    "This file can only be downloaded by clicking its button in the control panel, so that scripts on other pages can't read it. If clicking the button brings you here, update your browser: versions from before 2023 don't work.",
  notAForm: "We can't read this form.",
  compressed: "We can't read compressed form submissions.",
  tooLarge: (limit: string) =>
    `This is too large (the limit is ${limit}). Please shorten it and send it again.`,
  tooManyFields: "This form has too many fields.",
  busy: "We're receiving too many requests right now. Please try again in a few seconds.",
};
