// A small image in a row, tile or comparison.
import { ImageOff } from "lucide-react";
import { type ComponentProps, useEffect, useRef, useState } from "react";
import { mediaTab as words } from "../../copy/panel/media.ts";

/** The text next to it names it; if it can't be loaded, an icon says so. */
export function SmallImage(props: Omit<ComponentProps<"img">, "alt" | "onError"> & { src: string }) {
  const [broken, setBroken] = useState<string | null>(null);
  const image = useRef<HTMLImageElement>(null);
  // An image that failed before the scripts ran is requested again, so its error is noticed.
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
