/** Loads a YouTube video on click. Without this script, the link opens YouTube. */
export function playVideos() {
  document.addEventListener("click", (event) => {
    const link = (event.target as Element).closest<HTMLElement>("a[data-video]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const frame = document.createElement("iframe");
    frame.src = `https://www.youtube-nocookie.com/embed/${link.dataset.video}?autoplay=1`;
    frame.title = link.textContent ?? "";
    frame.allow = "autoplay; fullscreen; picture-in-picture";
    // YouTube's player refuses to play without a referrer.
    frame.referrerPolicy = "strict-origin-when-cross-origin";
    link.replaceWith(frame);
    frame.focus();
  });
}
