import { unmarkedWords } from "../../platform/text/edit-mark.ts";
import { Avatar } from "../../ui/site/avatar.tsx";
import { SiteImage } from "../../ui/site/image.tsx";
import { portraitOf } from "./sample-portraits.tsx";

/**
 * Renders a photo, a sample person's drawn portrait, or initials.
 * @param props.size in CSS pixels
 */
export function Face({ name, image, size }: { name: string; image: string; size: number }) {
  const portrait = portraitOf(unmarkedWords(name));
  if (image)
    return (
      <SiteImage
        className="avatar"
        src={image}
        alt={name}
        place={{ side: size }}
        width={size}
        height={size}
        loading="lazy"
      />
    );
  if (portrait)
    return (
      <svg className="avatar" aria-hidden="true">
        <use href={portrait} />
      </svg>
    );
  return <Avatar name={name} />;
}
