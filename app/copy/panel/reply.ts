// Texts for answering an enquiry from the panel.

export const replyWords = {
  title: "Reply",
  message: "Your reply",
  missing: "Write something first.",
  /** @param leftover such as “{first name}” */
  leftover: (leftover: string) => `Replace ${leftover} with the real words, or delete it.`,
  quoted: "Their message is quoted below your reply. You get a copy.",
  copied: "You get a copy.",
  followUp: "Then follow up",
  followUps: { days: "in 3 working days", week: "in a week", month: "in a month" },
  noFollowUp: "not again",
  send: "Send reply",
  soon: (email: string, seconds: number) => `Your reply to ${email} goes out within ${seconds} seconds.`,
  undo: "Undo",
  mailProgram: "Use your email program",
  answered: "They answered",
  answer: "Their answer",
  answerHint: "Paste what they wrote or note what they said, so that the whole conversation is here.",
  addAnswer: "Add answer",
  thread: "Messages",
  from: (name: string) => `${name} wrote`,
  replied: "You replied",
  repliedBy: (name: string) => `${name} replied`,
  /** the reply's email was deleted, because the enquiry was marked as spam */
  notSent: "not sent",
  notYet: "not sent yet",
  deleteAnswer: "Delete",
  deleteAnswerOf: (time: string) => ` the answer from ${time}`,
  confirmDeleteAnswer: "Delete this answer? Once the Undo message closes, it's permanently deleted.",
  toasts: {
    sent: "Reply saved and on its way",
    failed: "Failed to send the reply",
    undone: "The reply wasn't sent",
    undoFailed: "Failed to stop the reply",
    answerAdded: "Answer added",
    answerFailed: "Failed to add the answer",
    answerDeleted: "Answer deleted",
    answerDeleteFailed: "Failed to delete the answer",
    answerRestored: "Answer restored",
    answerRestoreFailed: "Failed to restore the answer",
  },
  refusals: {
    tooLate: "It's already on its way.",
    repeated: "You sent exactly this reply in the last 24 hours.",
    tooMany: "You've sent 60 replies in the last hour. Send this one later.",
    noSender: "There's no sender address. Enter one in Settings → Email.",
  },
};

/** The email's own words. */
export const replyMail = {
  subject: (siteTitle: string) => `Your message to ${siteTitle}`,
  /** above the quoted message */
  wrote: (day: string, name: string) => `On ${day}, ${name} wrote:`,
};
