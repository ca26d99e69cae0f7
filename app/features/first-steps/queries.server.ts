import { eq } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import type { FirstStepId } from "./steps.ts";
import { ticked_steps } from "./table.server.ts";

export async function listTickedSteps(db: Database): Promise<string[]> {
  const rows = await db.select({ step: ticked_steps.step }).from(ticked_steps);
  return rows.map(({ step }) => step);
}

export async function tickStep(db: Database, step: FirstStepId, isTicked: boolean): Promise<void> {
  if (isTicked) await db.insert(ticked_steps).values({ step }).onConflictDoNothing();
  else await db.delete(ticked_steps).where(eq(ticked_steps.step, step));
}
