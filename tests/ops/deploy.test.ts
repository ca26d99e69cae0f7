// Checks are skipped if their program isn't installed.
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { hasNginx, startNginx } from "../support/nginx.ts";
import { PANEL } from "../support/owner.ts";
import { folderOfTest } from "../support/test-folder.ts";

const DEPLOY = path.resolve(import.meta.dirname, "../../deploy");
const PATH = `${process.env.PATH}:/usr/sbin:/usr/local/sbin`;
const run = (command: string, ...args: string[]) =>
  spawnSync(command, args, { encoding: "utf8", env: { PATH, HOME: "/nonexistent" } });
const has = (command: string, ...args: string[]) => run(command, ...args).status === 0;

/** Copies a file and replaces the paths in it with ones that exist on this machine. */
function asHere(name: string, changes: Record<string, string>): string {
  const folder = folderOfTest();
  const file = path.join(folder, name);
  const text = Object.entries(changes).reduce(
    (before, [from, to]) => before.replaceAll(from, to.replaceAll("FOLDER", folder)),
    fs.readFileSync(path.join(DEPLOY, name), "utf8"),
  );
  fs.writeFileSync(file, text);
  return file;
}

test("systemd accepts the unit and rates its sandbox as tight", ({ skip }) => {
  skip(!has("systemd-analyze", "--version"), "systemd-analyze is not installed here.");
  const unit = asHere("seo-pro-zone.service", { "/usr/local/bin/node": process.execPath });
  // The socket's file must be next to the service's.
  const socket = path.join(path.dirname(unit), "seo-pro-zone.socket");
  fs.copyFileSync(path.join(DEPLOY, "seo-pro-zone.socket"), socket);
  const { status, stderr } = run("systemd-analyze", "verify", "--man=no", unit, socket);
  expect([status, stderr]).toEqual([0, ""]);
  const exposed = run("systemd-analyze", "security", "--offline=yes", unit).stdout;
  expect(Number(/exposure level .*: ([\d.]+)/.exec(exposed)?.[1])).toBeLessThan(2.5);
});

test("a tag needs a matching version and changelog notes", () => {
  const root = path.resolve(DEPLOY, "..");
  const notesOf = (...tag: string[]) =>
    run(process.execPath, path.join(root, "scripts/release-notes.mjs"), ...tag);
  const { version } = JSON.parse(fs.readFileSync(path.join(root, "package.json"), "utf8")) as {
    version: string;
  };
  const { status, stdout } = notesOf(`v${version}`);
  expect(status).toBe(0);
  expect(stdout.length).toBeGreaterThan(100);
  expect(stdout).not.toMatch(/^## /m);
  for (const tag of [["v99.0.0"], ["Unreleased"], ["v"], []]) {
    const refused = notesOf(...tag);
    expect([refused.status, refused.stdout]).toEqual([1, ""]);
    expect(refused.stderr).toContain(`package.json has version ${version}`);
  }
  const workflow = fs.readFileSync(path.join(root, ".github/workflows/release.yml"), "utf8");
  const scripts = workflow.match(/scripts\/[\w./-]+/g);
  const notes = "scripts/release-notes.mjs";
  expect(scripts).toEqual([notes, "scripts/release/try-image.sh", notes]);
  const asked = run(process.execPath, path.join(root, "bootstrap.mjs"), "scripts/start.mjs", "--version");
  expect([asked.status, asked.stdout]).toEqual([0, `${version}\n`]);
});

test("Caddy accepts its configuration", ({ skip }) => {
  skip(!has("caddy", "version"), "Caddy is not installed here.");
  const file = asHere("Caddyfile", { "/var/log/caddy": "FOLDER" });
  const { status, stderr } = run("caddy", "validate", "--config", file, "--adapter", "caddyfile");
  expect([status, status === 0 ? "" : stderr]).toEqual([0, ""]);
});

test("nginx passes on large exports to import, but no other large requests", async ({ skip }) => {
  skip(!hasNginx, "nginx is not installed here.");
  const server = createServer((req, res) => void req.resume().on("end", () => res.end()));
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const nginx = await startNginx(folderOfTest(), [`http://127.0.0.1:${port}`], 1);
  onTestFinished(() => nginx.stop());
  const send = async (path: string) =>
    (await fetch(nginx.url + path, { method: "POST", body: Buffer.alloc(27 * 1024 * 1024) })).status;
  expect(await send(`${PANEL}/import/upload?key=1`)).toBe(200);
  expect(await send("/contact")).toBe(413);
});

test("Prometheus accepts the alert rules, which fire when they should", ({ skip }) => {
  const rules = path.join(DEPLOY, "monitoring/alerts.yml");
  const figures = fs.readFileSync(path.resolve(DEPLOY, "../server/metrics/samples.ts"), "utf8");
  const dashboard = path.join(DEPLOY, "monitoring/grafana-dashboard.json");
  for (const file of [rules, dashboard]) {
    const asked = fs.readFileSync(file, "utf8").match(/\b(site|process|nodejs)_[a-z_]+(?=[{[ )])/g)!;
    expect(asked.length).toBeGreaterThan(3);
    for (const name of asked) expect(figures).toContain(`${name.replace(/_(bucket|count|sum)$/, "")}: {`);
  }
  skip(!has("promtool", "--version"), "promtool is not installed here.");
  expect(run("promtool", "check", "rules", rules)).toMatchObject({ status: 0 });
  const raised = run("promtool", "test", "rules", path.join(DEPLOY, "monitoring/alerts.test.yml"));
  expect([raised.status, raised.status === 0 ? "" : raised.stderr + raised.stdout]).toEqual([0, ""]);
});
