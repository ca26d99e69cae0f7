// What the configuration check makes of its findings. Nothing here asks anyone.
import { counted } from "../../app/copy/counted.ts";
import type { Delivery } from "../../app/platform/http/mail.server.ts";
import { isPublicSite } from "../../app/platform/http/public-site.ts";
import { type Line, missing, note, ok, problem } from "./line.ts";

/** What a request to SITE_URL showed. */
export type Reply = {
  isOurs: boolean;
  headers: Record<string, string | string[] | undefined>;
  /** null for http; `fault` is empty if the certificate is valid */
  certificate: { until: Date; fault: string } | null;
};

const DAY_MS = 86_400_000;
/** Certificates that renew automatically do so about 30 days before they expire. */
const RENEWAL_DAYS = 7;
const SOON_DAYS = 21;
/** Codes of authenticator apps change every 30 seconds. */
const CLOCK_MS = 30_000;
const MB = 1024 * 1024;
const LITTLE_MB = 512;
const LOW_MB = 2048;

/** @param reply null if SITE_URL couldn't be reached, with the reason in `why` */
export function siteUrlLines(siteUrl: string, reply: Reply | null, why = ""): Line[] {
  const name = "SITE_URL";
  if (!isPublicSite(siteUrl))
    return [
      missing(
        name,
        `${siteUrl} isn't public. Set the site's public origin, such as https://www.example.com.`,
      ),
    ];
  if (!siteUrl.startsWith("https:"))
    return [
      problem(name, `${siteUrl} isn't encrypted. Put a proxy with a certificate in front, and set https://.`),
    ];
  if (!reply) return [note(name, `${siteUrl} couldn't be reached from here (${why}). Open it in a browser.`)];
  if (!reply.isOurs)
    return [
      note(
        name,
        `${siteUrl} responds, but not as this site: it isn't running, or DNS or the proxy points elsewhere.`,
      ),
    ];
  return [ok(name, `${siteUrl} responds.`)];
}

/** Names that differ by a letter from shorter ones belong to other programs. */
const LONG = 6;

/** Returns a line for each variable that isn't the site's but looks like one of its own. */
export function misspelledLines(given: readonly string[], known: readonly string[]): Line[] {
  const plain = (name: string) => name.toUpperCase().replace(/[^A-Z0-9]/g, "");
  return given.flatMap((name) => {
    if (known.includes(name)) return [];
    const meant = known.find(
      (one) => plain(one) === plain(name) || (one.length >= LONG && isOneLetterOff(plain(one), plain(name))),
    );
    return meant ? [note(name, `The site has no such variable. Did you mean ${meant}?`)] : [];
  });
}

/** Whether one letter was added, left out or replaced, or two were swapped. */
function isOneLetterOff(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  let at = 0;
  while (at < short.length && short[at] === long[at]) at++;
  if (short.length < long.length) return short.slice(at) === long.slice(at + 1);
  const isSwapped = short[at] === long[at + 1] && short[at + 1] === long[at];
  const rest = at + (isSwapped ? 2 : 1);
  return short.slice(rest) === long.slice(rest);
}

/** Response headers that only a CDN adds. */
const CDN = ["cf-ray", "x-amz-cf-id", "x-served-by", "x-azure-ref", "cdn-pullzone"];

/** The site itself doesn't serve https, so https means at least one proxy. */
export function proxyLine(siteUrl: string, trustProxy: number, reply: Reply | null): Line {
  const name = "TRUST_PROXY";
  const cdn = CDN.find((header) => reply?.headers[header] !== undefined);
  if (trustProxy === 0 && (siteUrl.startsWith("https:") || cdn))
    return problem(
      name,
      "It's 0, but visitors come through a proxy and seem to share its IP address. Set the number of proxies, usually 1.",
    );
  if (trustProxy === 0) return ok(name, "0: visitors connect directly.");
  if (!reply)
    return note(
      name,
      `${counted(trustProxy, "proxy", "proxies")}; couldn't be compared with a request to SITE_URL.`,
    );
  if (trustProxy === 1 && cdn)
    return note(name, `It's 1, but a CDN responds (${cdn}). If another proxy is behind it, set 2.`);
  return ok(name, `${counted(trustProxy, "proxy", "proxies")}.`);
}

export function certificateLine({ until, fault }: NonNullable<Reply["certificate"]>, now: Date): Line {
  const name = "TLS certificate";
  const days = Math.floor((until.getTime() - now.getTime()) / DAY_MS);
  if (fault)
    return problem(name, `Browsers reject it (${fault}). Renew it, with the full chain and this host name.`);
  if (days < RENEWAL_DAYS)
    return problem(
      name,
      `It expires in ${counted(days, "day")}, so its renewal seems to have failed. See the proxy's log.`,
    );
  const expires = `Valid for ${counted(days, "day")}.`;
  return days < SOON_DAYS ? note(name, `${expires} Check that it renews automatically.`) : ok(name, expires);
}

/** What DNS says about a sender's domain. Each is null if DNS didn't respond. */
export type SenderDns = { mx: string[] | null; txt: string[] | null; dmarc: string[] | null };

export function senderLines(domain: string, { mx, txt, dmarc }: SenderDns): Line[] {
  const silent = (name: string) => note(name, `DNS didn't respond for ${domain}.`);
  const spf = txt?.filter((one) => /^v=spf1(\s|$)/i.test(one)) ?? [];
  const [policy] = dmarc?.filter((one) => /^v=DMARC1\s*(;|$)/i.test(one)) ?? [];
  return [
    mx === null
      ? silent("MX")
      : mx.filter(Boolean).length
        ? ok("MX", `${domain} receives email at ${mx[0]}.`)
        : note(
            "MX",
            `${domain} has no mail server, so answers to the site's emails bounce. Add an MX record.`,
          ),
    txt === null ? silent("SPF") : spfLine(domain, spf),
    note(
      "DKIM",
      `Its selector can't be guessed: send a test email from Settings, and look for dkim=pass and ${domain} in its source.`,
    ),
    dmarc === null
      ? silent("DMARC")
      : policy
        ? ok("DMARC", policy)
        : missing("DMARC", `Add a TXT record at _dmarc.${domain}. To start with: v=DMARC1; p=none`),
  ];
}

function spfLine(domain: string, [first, ...more]: string[]): Line {
  if (!first) return missing("SPF", `Add your mail provider's SPF record (TXT, v=spf1 …) to ${domain}.`);
  if (more.length)
    return problem(
      "SPF",
      `${domain} has ${more.length + 1} SPF records, so none counts. Merge them into one.`,
    );
  if (/[\s]\+?all\b/i.test(first))
    return problem("SPF", `${first} lets anyone send as ${domain}. End it with ~all or -all.`);
  return ok("SPF", first);
}

const MAY_BE_OFFLINE = ["unknown-host", "unreachable", "timeout", "broken"];

/**
 * @param server `host:port`
 * @param words what went wrong and what to do
 * @param isOnline whether another check reached the internet
 */
export function mailServerLine(server: string, delivery: Delivery, words: string, isOnline: boolean): Line {
  const name = "Mail server";
  if (delivery.outcome === "sent") return ok(name, `${server} accepts the sign-in.`);
  const isUnclear = !isOnline && MAY_BE_OFFLINE.includes(delivery.trouble);
  return (isUnclear ? note : problem)(name, `${words} (${delivery.reason})`);
}

/** @param aheadMs how far another clock is ahead of this machine's; null if it couldn't be read */
export function clockLine(others: { name: string; aheadMs: number | null }[]): Line {
  const known = others.filter((one): one is { name: string; aheadMs: number } => one.aheadMs !== null);
  const wrong = known.find(({ aheadMs }) => Math.abs(aheadMs) > CLOCK_MS);
  if (wrong)
    return problem(
      "Clock",
      `${wrong.name} is ${counted(Math.round(Math.abs(wrong.aheadMs) / 1000), "second")} ${wrong.aheadMs > 0 ? "ahead of" : "behind"} this machine. Turn on time synchronization (NTP) on both.`,
    );
  return known.length
    ? ok("Clock", `Agrees with ${known.map(({ name }) => name).join(" and ")}.`)
    : note("Clock", "There was no other clock to compare with.");
}

/** @param freeBytes null if the file system doesn't say */
export function diskLine(name: string, folder: string, freeBytes: number | null): Line {
  if (freeBytes === null) return note(name, `The free space in ${folder} isn't known.`);
  const free = Math.floor(freeBytes / MB);
  const text = `${free.toLocaleString("en-US")} MB free in ${folder}.`;
  if (free < LITTLE_MB)
    return problem(name, `${text} Uploads and backups need ${LITTLE_MB} MB: free up space.`);
  return free < LOW_MB ? note(name, `${text} Free up space soon.`) : ok(name, text);
}

/** docs/deploy.md says what the site needs. */
export function memoryLine(bytes: number): Line {
  const size = Math.round(bytes / MB);
  const text = `${size.toLocaleString("en-US")} MB.`;
  // A machine with 512 MB reports somewhat less.
  if (size < 450) return problem("Memory", `${text} The site needs 512 MB.`);
  return size < 900
    ? note("Memory", `${text} That's enough to run the site, but not to build it (1 GB).`)
    : ok("Memory", text);
}

export type DatabaseFacts = {
  version: string;
  user: string;
  isOwner: boolean;
  isSuperuser: boolean;
  mayCreateRoles: boolean;
  /** roles of public pages and of editors that the site can take */
  roles: string[];
  pending: number;
  isNewer: boolean;
};

/** @param wanted the roles that limit public pages and editors */
export function databaseLines(facts: DatabaseFacts, wanted: readonly string[]): Line[] {
  const { version, user, isOwner, isSuperuser, mayCreateRoles, roles, pending, isNewer } = facts;
  const lacking = wanted.filter((role) => !roles.includes(role));
  return [
    ok("Database", `PostgreSQL ${version}.`),
    !isOwner
      ? problem(
          "Database rights",
          `${user} doesn't own the site's tables, so updates will fail. Make it their owner.`,
        )
      : isSuperuser
        ? note(
            "Database rights",
            `${user} is a superuser, which the site doesn't need. Use an ordinary role that owns the database.`,
          )
        : ok("Database rights", `${user} owns the site's tables.`),
    lacking.length === 0
      ? ok("Database roles", wanted.join(", "))
      : mayCreateRoles
        ? note("Database roles", `${lacking.join(", ")} will be created at the next start.`)
        : note(
            "Database roles",
            `Without ${lacking.join(" and ")}, pages use the site's own role. As an administrator: create role … nologin; grant … to ${user}`,
          ),
    isNewer
      ? problem(
          "Updates",
          "A newer version has updated this database. Start that version, or restore a backup from this one.",
        )
      : pending
        ? note(
            "Updates",
            `The next start updates the database (${counted(pending, "migration")}), after a backup.`,
          )
        : ok("Updates", "The database is up to date."),
  ];
}
