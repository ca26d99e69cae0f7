import { Menu } from "@base-ui/react/menu";
import { ChevronDown, Pencil, TextQuote } from "lucide-react";
import { useRef, useState } from "react";
import { href, Link } from "react-router";
import { templateWords as words } from "../../copy/panel/reply-templates.ts";
import { findLeftover } from "../../features/enquiries/reply.ts";
import type { EnquiryRecord } from "./trail.tsx";

/** Selects the first placeholder that's left in a text, if any. */
export function selectLeftover(area: HTMLTextAreaElement): void {
  const leftover = findLeftover(area.value);
  if (leftover) area.setSelectionRange(leftover.start, leftover.start + leftover.text.length);
}

/** Renders a button whose menu inserts a template where the cursor is in the form's text. */
export function TemplatePicker({ templates }: Pick<EnquiryRecord, "templates">) {
  const trigger = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const isInserted = useRef(false);
  const area = () => trigger.current?.form?.querySelector("textarea") ?? null;
  const insert = (text: string) => {
    const into = area();
    if (!into) return;
    into.setRangeText(text, into.selectionStart, into.selectionEnd, "end");
    // For the stored input and the validation.
    into.dispatchEvent(new Event("input", { bubbles: true }));
    selectLeftover(into);
    isInserted.current = true;
  };
  return (
    <Menu.Root
      open={isOpen}
      onOpenChange={(opens) => {
        if (opens) isInserted.current = false;
        setOpen(opens);
      }}
    >
      <Menu.Trigger className="btn btn--line enquiry__templates" ref={trigger}>
        <TextQuote className="i" aria-hidden />
        {words.insert}
        <ChevronDown className="i" aria-hidden />
      </Menu.Trigger>
      {/* Within the landmark, for screen readers. */}
      <Menu.Portal container={trigger.current?.closest("main")}>
        <Menu.Positioner className="more__at" align="start" sideOffset={6}>
          <Menu.Popup
            className="more__menu more__menu--long"
            finalFocus={() => (isInserted.current ? area() : undefined)}
          >
            {templates.map(({ id, name, text }) => (
              <Menu.Item key={id} className="more__item" onClick={() => insert(text)}>
                {name}
              </Menu.Item>
            ))}
            <Menu.LinkItem
              className="more__item"
              closeOnClick
              render={<Link to={href("/admin-control-panel-seoprozone/enquiries/templates")} />}
            >
              <Pencil className="i" aria-hidden />
              {templates.length ? words.edit : words.first}
            </Menu.LinkItem>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
