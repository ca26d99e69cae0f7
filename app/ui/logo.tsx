/** The name of the brand, and its letters as drawn beside the mark. */
const NAME = "SEO Pro Zone";
const LETTERS =
  "M61.1 30q-2.1 0-3.9-.7q-1.9-.6-3.1-1.9q-1.3-1.3-1.6-3.4l4.8-.9q.1 1.5 1.1 2.3q.9.7 2.6.7q1.2 0 1.9-.3q.7-.3.9-.7q.3-.4.3-.9q0-.9-.8-1.4q-.7-.5-1.9-.7l-1.7-.3q-1.1-.2-2.3-.6q-1.1-.3-2-.9q-.9-.6-1.5-1.6q-.5-1-.5-2.5q0-1.9.9-3.2q1-1.3 2.7-2q1.7-.7 3.9-.7q2.1 0 3.8.6q1.7.6 2.8 1.8q1.1 1.2 1.5 2.9l-4.7 1q-.2-.8-.5-1.3q-.3-.6-.9-.9q-.6-.3-1.7-.3q-1 0-1.6.3q-.7.2-.9.6q-.3.4-.3.9q0 .9.9 1.3q1 .4 2.5.7l1.7.3q1.4.3 2.7.9q1.3.6 2.1 1.8q.9 1.1.9 3q0 2-1.1 3.3q-1 1.4-2.8 2.1q-1.8.7-4.2.7ZM71.1 29.6v-19h13.7v4.1h-9v3.1h7.6v3.8h-7.6v4h9.2v4ZM95.4 30q-3 0-5.1-1.2q-2.2-1.2-3.3-3.4q-1.2-2.3-1.2-5.3q0-3 1.2-5.2q1.1-2.2 3.3-3.4q2.1-1.2 5.1-1.2q2.9 0 5.1 1.2q2.1 1.2 3.3 3.4q1.2 2.2 1.2 5.2q0 3-1.2 5.3q-1.2 2.2-3.3 3.4q-2.2 1.2-5.1 1.2ZM95.4 25.9q1.4 0 2.5-.7q1-.7 1.5-2q.6-1.3.6-3.1q0-1.8-.6-3.1q-.5-1.3-1.5-2q-1.1-.7-2.5-.7q-1.5 0-2.5.7q-1 .7-1.6 2q-.5 1.3-.5 3.1q0 1.8.5 3.1q.6 1.3 1.6 2q1 .7 2.5.7ZM111.2 29.6v-19h9.5q3.5 0 5.2 1.5q1.7 1.4 1.7 4.3q0 2.9-1.9 4.4q-1.8 1.4-5.6 1.4h-4.2v7.4ZM115.9 18.6h4.5q1.2 0 1.8-.6q.7-.6.7-1.6q0-1-.7-1.6q-.6-.5-1.9-.5h-4.4ZM128.9 29.6v-14.2h4.5v3.2l-.2-.4q.7-1.6 1.9-2.4q1.2-.8 2.7-.8q.4 0 .8.1q.5 0 1 .2l-.4 3.9q-.9-.3-1.7-.3q-.7 0-1.4.3q-.7.2-1.3.8q-.6.5-1 1.5q-.3 1.1-.3 2.6v5.5ZM147 30q-2.2 0-3.9-1q-1.7-.9-2.7-2.6q-.9-1.7-.9-3.9q0-2.2.9-3.9q1-1.7 2.7-2.6q1.7-1 3.9-1q2.2 0 3.9 1q1.7.9 2.6 2.6q.9 1.7.9 3.9q0 2.2-.9 3.9q-.9 1.7-2.6 2.6q-1.7 1-3.9 1ZM147 26.6q1.2 0 1.9-1.1q.8-1.1.8-3q0-1.9-.8-3.1q-.7-1.1-1.9-1.1q-1.3 0-2 1.1q-.7 1.2-.7 3.1q0 1.9.7 3q.7 1.1 2 1.1ZM159.6 29.6v-2.9l9.8-12h-9v-4.1h15v2.9l-9.7 12h10.1v4.1ZM183.5 30q-2.2 0-3.9-1q-1.7-.9-2.7-2.6q-.9-1.7-.9-3.9q0-2.2.9-3.9q1-1.7 2.7-2.6q1.7-1 3.9-1q2.2 0 3.9 1q1.7.9 2.6 2.6q1 1.7 1 3.9q0 2.2-1 3.9q-.9 1.7-2.6 2.6q-1.7 1-3.9 1ZM183.5 26.6q1.2 0 1.9-1.1q.8-1.1.8-3q0-1.9-.8-3.1q-.7-1.1-1.9-1.1q-1.3 0-2 1.1q-.7 1.2-.7 3.1q0 1.9.7 3q.7 1.1 2 1.1ZM192.7 29.6v-14.2h4.5v3.3l-.1-.6q.7-1.5 1.8-2.3q1.2-.8 2.9-.8q1.7 0 2.7.8q1.1.8 1.5 2.1q.5 1.4.5 3.1v8.6h-4.6v-8.3q0-1.4-.4-2.1q-.4-.8-1.5-.8q-1.3 0-2 1.2q-.7 1.3-.7 3.8v6.2ZM215.8 30q-2.2 0-3.9-1q-1.7-.9-2.8-2.6q-1-1.6-1-4q0-2.2 1-3.9q1-1.7 2.7-2.6q1.8-.9 4-.9q1.2 0 2.4.4q1.2.3 2.3 1.2q1 .9 1.6 2.6q.7 1.6.7 4.2h-11.8v-2.4h7.6l-.3.6q-.1-1.2-.5-2q-.4-.8-.9-1.1q-.6-.4-1.3-.4q-.9 0-1.6.6q-.6.6-.8 1.5q-.3 1-.3 2.3q0 1.9.6 3q.7 1.1 2.2 1.1q.9 0 1.6-.4q.7-.5 1.1-1.6l4.1 1q-.5 1.6-1.5 2.5q-1.1 1-2.5 1.4q-1.4.5-2.7.5Z";

const LETTERS_ID = "logo-letters";

/** The address of the brand's own mark, which is drawn in place. */
const OWN_MARK = "/mark.svg";

/**
 * The mark and the name. Decoration: what contains it is named in words.
 * @param props.text the name; another one than the brand's is set in the site's own type
 * @param props.image the mark; another one than the brand's stands beside the name in the site's own type
 * @param props.isRepeat a logo stands before this one on the page: the letters are drawn from there
 */
export function Logo(props: { text: string; image: string; isOnDark?: boolean; isRepeat?: boolean }) {
  const { text, image, isOnDark, isRepeat } = props;
  if (image !== OWN_MARK)
    return (
      <>
        <img src={image} alt="" width="40" height="40" />
        <span className="logo__text">{text}</span>
      </>
    );
  const [ground, line, bar, letters] = isOnDark
    ? ["#e2f54b", "#0a0f1e", "#2442e8", "#fff"]
    : ["#0a0f1e", "#fff", "#e2f54b", "#0a0f1e"];
  const isDrawn = text === NAME;
  const width = isDrawn ? 223 : 40;
  return (
    <>
      <svg viewBox={`0 0 ${width} 40`} width={width} height="40" aria-hidden="true">
        <rect width="40" height="40" rx="10" fill={ground} />
        <g fill="none" stroke={line} strokeWidth="4.6" strokeLinecap="round" strokeLinejoin="round">
          <path d="M8.5 30.6H31.5M9.6 30.2 18 22.4l4.6 2.2L30 13" />
        </g>
        <rect x="6" y="6.6" width="28" height="7.6" rx="2.4" fill={bar} />
        {isDrawn && (
          <g fill={letters}>
            {isRepeat ? <use href={`#${LETTERS_ID}`} /> : <path id={LETTERS_ID} d={LETTERS} />}
          </g>
        )}
      </svg>
      {!isDrawn && <span className="logo__text">{text}</span>}
    </>
  );
}
