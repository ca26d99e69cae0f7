// The program of every production process: the first one, and those that it starts.
import { runSite } from "./main.ts";

await runSite(import.meta.filename);
