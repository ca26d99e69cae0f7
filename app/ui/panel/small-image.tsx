import { ImageOff } from "lucide-react";
import { type ComponentProps, useEffect, useRef, useState } from "react";
import { mediaTab as words } from "../../copy/panel/media.ts";

/** Renders a small image, or an icon if it can't be loaded. The text beside it names the image. */
export function SmallImage(props: Omit<ComponentProps<"img">, "alt" | "onError"> & { src: string }) {
  const [broken, setBroken] = useState<string | null>(null);
  const image = useRef<HTMLImageElement>(null);
  // If the image failed before hydration, request it again, so that `onError` fires.
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
