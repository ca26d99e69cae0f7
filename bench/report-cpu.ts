// Preloaded into measured processes. Reports CPU time to anyone who connects.
import { createServer } from "node:net";
import path from "node:path";

createServer((socket) => socket.end(JSON.stringify(process.cpuUsage())))
  .listen(path.join(process.env.CPU_FOLDER ?? "", `${process.pid}.cpu`))
  .unref();
