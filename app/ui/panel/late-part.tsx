import { type ComponentType, useEffect, useEffectEvent, useState } from "react";
import { showToast } from "./toaster.tsx";

/**
 * Imports a module. Retries once, with another URL for the same file, because some browsers cache a failed import.
 * @throws the retry's error, or the first error if it contains no URL
 */
export async function loadPart<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    const [address] = /https?:\/\/[^\s"')]+\.js/.exec(String(error)) ?? [];
    if (!address) throw error;
    return await import(/* @vite-ignore */ `${address}?again=${Date.now()}`);
  }
}

/**
 * Returns a component that loads when it's first shown. If loading fails, it shows a toast and closes, so the
 * form around it keeps working.
 */
export function latePart<Props extends { onClose: () => void }>(load: () => Promise<ComponentType<Props>>) {
  return function LatePart(props: Props) {
    const [Part, setPart] = useState<ComponentType<Props>>();
    const close = useEffectEvent(() => {
      showToast({
        tone: "bad",
        title: "This part of the panel couldn't be loaded",
        text: "Check your connection and try again. If the site was just updated, save and reload the page.",
      });
      props.onClose();
    });
    useEffect(() => {
      let isShown = true;
      load().then(
        (loaded) => isShown && setPart(() => loaded),
        () => isShown && close(),
      );
      return () => {
        isShown = false;
      };
    }, []);
    return Part && <Part {...props} />;
  };
}
