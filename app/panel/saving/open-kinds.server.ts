import type { RouterContextProvider } from "react-router";
import { KINDS } from "../../features/records/kinds.server.ts";
import type { RecordKind } from "../../features/records/record-kind.server.ts";
import { rightOfKind } from "../../features/staff/rights.ts";
import { may } from "../../features/staff/signed-in.server.ts";

/** Returns the kinds of records that the person may open. Links to others would lead to a 404. */
export const openKinds = (context: Readonly<RouterContextProvider>): RecordKind[] =>
  KINDS.filter(({ name }) => may(context, rightOfKind(name)));
