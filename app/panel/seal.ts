// Encrypts a search for a person, such as an email address, so that URLs don't reveal it.
import { z } from "zod";
import { systemDb } from "../platform/http/context.server.ts";
import { parseOr400, readPostedForm } from "../platform/http/posted-form.server.ts";
import { seal } from "../platform/http/seal.server.ts";
import type { Route } from "./+types/seal";

const rules = z.object({ text: z.string().min(1).max(320) });

export async function action({ request, context }: Route.ActionArgs) {
  const asked = parseOr400(rules, await readPostedForm(request));
  return Response.json({ sealed: await seal(context.get(systemDb), asked.text) });
}
