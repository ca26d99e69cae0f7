// Why an image was rejected, for the owner.

export const mediaRefusals = {
  tooLarge: "This file is larger than 25 MB. Save a smaller version and upload that.",
  heic: "This is a HEIC photo, which browsers can't display. Save it as JPEG (on an iPhone: Settings > Camera > Formats > Most Compatible) and upload that.",
  noImage: "This file isn't a supported image. Upload a JPEG, PNG, WebP, AVIF, GIF or SVG file.",
  empty: "This file is empty. Choose the image again.",
  broken: "This image is damaged or incomplete. Save it again from the original and upload it again.",
  noFonts:
    "This drawing contains text, and the server has no fonts to draw it with. Convert the text to paths and upload it again, or have fonts installed on the server (fontconfig and fonts-dejavu-core on Debian).",
  tooManyPixels:
    "This image is too large (the limit is 50 million pixels, or 16,383 on one side). Save a smaller version and upload that.",
  tooManyFrames:
    "This animation is too long. The limit is 150 frames and 50 million pixels in total. Shorten it or make it smaller.",
  tooHeavy: "This image takes too much time or memory to process. Save a simpler or smaller version.",
  crashed: "This image couldn't be processed. Save it in another format and try again.",
  lost: "This image's file is missing from storage. Upload it again with “Replace the file”.",
  noRoom:
    "There's no space left in image storage. Nothing was saved. Free up some space and upload it again.",
  storeUnavailable: "Image storage isn't responding. Try again in a minute.",
  busy: "Several images are being uploaded right now. Try this one again in a few seconds.",
  tooMany: "Too many images were uploaded in the last hour. Try this one again later.",
  brokenOff: "The upload was interrupted. Upload the image again.",
  cropDrawing:
    "Drawings (SVG) can't be cropped or rotated here. Change yours in the program it was made with, then replace the file.",
  cropAnimation:
    "Animated images can't be cropped or rotated here. Change yours in another program, then replace the file.",
  cropTooLarge:
    "The result would be larger than 25 MB. Choose a smaller part, or upload a smaller version first.",
  cropTooSmall: "This part is smaller than 16 pixels. Choose a larger one.",
  replaced: "This image got another file after you opened it. Reload the page, then crop that one.",
  beingReplaced: "Another file for this image is still being processed. Try again in a few seconds.",
  cropNothing: "Rotate the image or choose a part of it first.",
  gone: "The image this file was meant to replace has been deleted.",
};
