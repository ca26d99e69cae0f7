import { desc } from "drizzle-orm";
import { href } from "react-router";
import { templateWords } from "../../copy/panel/reply-templates.ts";
import { replyTemplate } from "../reply-templates/kind.ts";
import { reply_templates as table } from "../reply-templates/table.server.ts";
import { byText, recordList } from "./record-list.server.ts";
import { records } from "./records.server.ts";

const { id, name, body, updated_at } = table;
const taken = (name: string) => ({ name: templateWords.taken(name) });

export const replyTemplates = {
  ...records(replyTemplate, table, {
    tab: href("/admin-control-panel-seoprozone/enquiries/templates"),
    name,
    orders: [name],
    unique: {
      index: "reply_templates_name_unique",
      taken: ({ name }) => taken(name),
      since: ({ name }) => taken(String(name)),
    },
    trash: { about: body },
    search: { detail: body, by: [name, body], orders: [byText(name), desc(id)] },
  }),
  samples: undefined,
  list: recordList(table, {
    columns: { id, name, body, updated_at },
    search: [name, body],
    sorts: { name: [byText(name)] },
  }),
};
