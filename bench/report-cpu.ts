// Preloaded into every process under measurement: tells whoever connects how much processor time it has used.
import { createServer } from "node:net";
import path from "node:path";

createServer((socket) => socket.end(JSON.stringify(process.cpuUsage())))
  .listen(path.join(process.env.CPU_FOLDER ?? "", `${process.pid}.cpu`))
  .unref();
