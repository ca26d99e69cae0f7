import { Avatar } from "../../ui/site/avatar.tsx";
import { SiteImage } from "../../ui/site/image.tsx";

/**
 * Renders a photo, or initials if there's none.
 * @param props.place index in a grid, as for `Avatar`
 * @param props.size in CSS pixels
 */
export function Face({
  name,
  image,
  place,
  size,
}: {
  name: string;
  image: string;
  place?: number;
  size: number;
}) {
  if (!image) return <Avatar name={name} place={place} />;
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
}
