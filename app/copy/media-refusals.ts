// Why a picture is not taken, in sentences for the owner.

export const mediaRefusals = {
  tooLarge: "This file is larger than 25 MB. Save the picture in a smaller size and send that one.",
  heic: "This is a HEIC photograph, which browsers cannot show. Save it as JPEG (on an iPhone: Settings, Camera, Formats, Most Compatible) and send that one.",
  noPicture: "This file is no picture that can be shown here. Send a JPEG, PNG, WebP, AVIF, GIF or SVG file.",
  empty: "This file is empty. Choose the picture again.",
  broken:
    "This picture is damaged or was cut off. Save it again from where you have it and send it once more.",
  tooManyPixels:
    "This picture has more pixels than can be worked on (50 million, or 16,383 on one side). Save it in a smaller size and send that one.",
  tooManyFrames:
    "This animation is too long: at most 150 frames, and 50 million pixels in all of them together. Shorten it or send it smaller.",
  tooHeavy: "This picture takes more time or memory than one may take. Save it in a simpler or smaller form.",
  crashed:
    "This picture could not be worked on: the program that reads it broke off. Save it again in another format.",
  lost: "The file of this picture is not where pictures are kept any more. Send it again with Replace.",
  noRoom:
    "There is no room left where pictures are kept. Nothing was saved: free some space and send it again.",
  storeAway:
    "The place where pictures are kept does not answer at this moment. Please send it again in a minute.",
  busy: "Several pictures are being sent at this moment. Please send this one again in a few seconds.",
  tooMany: "Many pictures were sent within the last hour. Please send this one again later.",
  brokenOff: "The picture did not arrive whole. Please send it again.",
  gone: "The picture that this file was to replace has been deleted.",
};
