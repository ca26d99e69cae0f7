// Preloaded into every measured process: reports the CPU time that it has used to anyone who connects.
import { createServer } from "node:net";
import path from "node:path";

createServer((socket) => socket.end(JSON.stringify(process.cpuUsage())))
  .listen(path.join(process.env.CPU_FOLDER ?? "", `${process.pid}.cpu`))
  .unref();
