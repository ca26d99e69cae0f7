// What the server itself says where it takes a request no further; plain text that needs no escaping.

export const refusals = {
  fault: "Something went wrong on our side. Please try again in a minute.",
  crowd: "Many visitors are here at this moment. Please try again in a few seconds.",
  otherSite: "This request came from another website. Open this site and try again.",
  nothing: "There is nothing at this address.",
  address: "This address cannot be read.",
  loggedOut:
    "You are logged out, so nothing was changed. Log in again in another window, then send this once more.",
  method: "This address cannot be asked in this way.",
  notOfPanel:
    "This did not come from a page of the control panel, so nothing was shown or changed. Load the panel anew and try again.",
  notClicked:
    "This file is given to a click in the control panel only, so that no script of another page can read it. Open the control panel and use its button there. A browser from before 2023 does not say that it was a click: use a newer one.",
  notAForm: "This is not a form that can be read here.",
  compressed: "Compressed forms cannot be read here.",
  tooLarge: (limit: string) =>
    `This is more than we can take at once (${limit}). Please shorten it and send it again.`,
  tooManyFields: "This form has more fields than we can take at once.",
  busy: "Too much is being sent to us at this moment. Please send it again in a few seconds.",
};
