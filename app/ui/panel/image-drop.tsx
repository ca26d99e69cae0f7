import { Upload } from "lucide-react";
import { type ComponentProps, type DragEvent, useEffect, useRef, useState } from "react";
import { uploadWords as words } from "../../copy/panel/media.ts";
import { filesOf } from "./image-files.ts";

const hasFiles = (event: { dataTransfer: DataTransfer | null }) =>
  event.dataTransfer?.types.includes("Files") ?? false;

/** @returns handlers, and whether files are being dragged over the element */
export function useFileDrop(onFiles: (files: File[]) => void) {
  const [isOver, setOver] = useState(false);
  // `dragleave` also fires when the pointer enters a child.
  const depth = useRef(0);
  const end = () => {
    depth.current = 0;
    setOver(false);
  };
  const handlers = {
    onDragEnter(event: DragEvent) {
      if (!hasFiles(event)) return;
      event.preventDefault();
      depth.current++;
      setOver(true);
    },
    onDragOver(event: DragEvent) {
      if (hasFiles(event)) event.preventDefault();
    },
    onDragLeave(event: DragEvent) {
      if (hasFiles(event) && --depth.current <= 0) end();
    },
    onDrop(event: DragEvent) {
      if (!hasFiles(event)) return;
      event.preventDefault();
      event.stopPropagation();
      end();
      onFiles(filesOf(event.dataTransfer));
    },
  };
  return { handlers, isOver };
}

/** Handles pasted files, unless another handler already has. */
export function usePaste(onFiles: (files: File[]) => void) {
  const latest = useRef(onFiles);
  latest.current = onFiles;
  useEffect(() => {
    const take = (event: ClipboardEvent) => {
      const files = filesOf(event.clipboardData);
      if (!files.length || event.defaultPrevented) return;
      event.preventDefault();
      latest.current(files);
    };
    addEventListener("paste", take);
    return () => removeEventListener("paste", take);
  }, []);
}

export function FileButton({
  onFiles,
  isSingle,
  className = "btn",
  children = words.choose,
  ...input
}: {
  onFiles: (files: File[]) => void;
  isSingle?: boolean;
} & Pick<ComponentProps<"input">, "className" | "children" | "aria-describedby">) {
  return (
    <label className={`${className} filebtn`}>
      <Upload className="i" aria-hidden />
      {children}
      <input
        type="file"
        className="sr"
        accept="image/*"
        multiple={!isSingle}
        {...input}
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])];
          // Reset, so the same file can be selected again.
          event.currentTarget.value = "";
          if (files.length) onFiles(files);
        }}
      />
    </label>
  );
}
