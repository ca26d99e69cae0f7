import { defineConfig } from "drizzle-kit";

// Only for generating migrations: npx drizzle-kit generate --name what_changed
export default defineConfig({
  dialect: "postgresql",
  schema: ["./app/features/*/*table.server.ts", "./app/platform/database/*.table.server.ts"],
  out: "./db/migrations",
});
