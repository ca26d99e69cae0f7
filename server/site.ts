// The program of every production process: the first one, and those that it starts to serve.
import { runSite } from "./main.ts";

await runSite();
