// A small picture in a row, a tile or a comparison.
import { ImageOff } from "lucide-react";
import { type ComponentProps, useEffect, useRef, useState } from "react";
import { mediaTab as words } from "../../copy/panel/media.ts";

/** The words beside it say what it is; where it cannot be shown, a sign stands in its place and says so. */
export function SmallPicture(props: Omit<ComponentProps<"img">, "alt" | "onError"> & { src: string }) {
  const [broken, setBroken] = useState<string | null>(null);
  const image = useRef<HTMLImageElement>(null);
  // One that failed before the page's scripts ran is tried again, so that its failure is heard.
  useEffect(() => {
    if (image.current?.complete && !image.current.naturalWidth) image.current.src = props.src;
  }, [props.src]);
  if (broken !== props.src) return <img {...props} ref={image} alt="" onError={() => setBroken(props.src)} />;
  return (
    <span className={`nopic ${props.className ?? ""}`} title={words.notShown}>
      <ImageOff className="i" aria-hidden />
      <span className="sr">{words.notShown}</span>
    </span>
  );
}
