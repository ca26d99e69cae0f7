// Preloaded into a server under measurement: tells over its channel how much processor time it has used.
process.on("message", (asked) => {
  if (asked === "cpu") process.send?.(process.cpuUsage());
});
