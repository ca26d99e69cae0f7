import { isSameHost } from "../../app/features/page-checks/judges.ts";
import { fail, left, pass, unchecked, warn } from "../../app/features/page-checks/rule.ts";
import { type Judge, outcomeOf } from "./seen.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** Warns if a certificate has less than 14 days or a fifth of its lifetime left, whichever is shorter. */
const RENEWED_DAYS = 14;
const RENEWED_PART = 0.2;
const HOPS_GOOD = 1;

const isLasting = (status: number) => status === 301 || status === 308;

const reach: Judge = ({ home, page }) => {
  if (page) return pass();
  const { answer, failure, tlsProblem } = home;
  if (failure === "no-dns") return fail({ problem: "no-dns" });
  if (failure === "loop") return fail({ problem: "loop" });
  if (failure === "tls" && tlsProblem !== "chain" && tlsProblem !== "alert") return fail({ problem: "tls" });
  const outcome = outcomeOf(home);
  if (outcome === "good") return pass();
  return outcome === "gone" ? fail({ status: answer!.status }) : left(outcome);
};

const https: Judge = ({ home, page, now }) => {
  const { answer, failure, tlsProblem } = home;
  if (failure === "tls") {
    if (tlsProblem === "alert") return unchecked("protected");
    return tlsProblem === "chain" ? warn({ problem: "chain" }) : fail({ problem: tlsProblem ?? "invalid" });
  }
  const isPlain = page?.url.protocol === "http:";
  if (isPlain && (failure === "unreachable" || answer)) return fail({ problem: "none" });
  if (!answer?.certificate) return page ? left(outcomeOf(home)) : unchecked("page");
  const { from, until } = answer.certificate;
  const days = Math.floor((until.getTime() - now.getTime()) / DAY_MS);
  const lifetime = (until.getTime() - from.getTime()) / DAY_MS;
  const value = { until: until.toISOString().slice(0, 10), days };
  return days < Math.min(RENEWED_DAYS, lifetime * RENEWED_PART) ? warn(value) : pass(value);
};

const toHttps: Judge = ({ http, page }) => {
  if (!page) return unchecked("page");
  if (page.url.protocol === "http:") return fail();
  const outcome = outcomeOf(http);
  if (!http?.answer) return left(outcome);
  if (!http.url.startsWith("https:")) return outcome === "good" ? fail() : left(outcome);
  const temporary = http.redirects.find(({ status }) => !isLasting(status));
  return temporary ? warn({ status: temporary.status }) : pass();
};

const oneHost: Judge = ({ twin, page, home }) => {
  if (!page) return unchecked("page");
  if (!twin) return null;
  const { host } = page.url;
  if (twin.visit?.failure === "no-dns") return pass({ host });
  const end = URL.parse(twin.visit?.url ?? "")?.host ?? "";
  // The other host may redirect to the first URL, which redirects elsewhere.
  const start = new URL(home.redirects[0]?.from ?? home.url).host;
  if (twin.visit?.redirects.length && end === start) return pass({ host, other: twin.host });
  const outcome = outcomeOf(twin.visit);
  if (outcome !== "good") return left(outcome);
  if (end === host) return pass({ host, other: twin.host === host ? start : twin.host });
  return isSameHost(end, host) ? warn({ host, other: twin.host }) : unchecked("answer");
};

const hops: Judge = ({ home, http, page }) => {
  if (home.failure === "loop") return fail();
  if (!page) return unchecked("page");
  // Without https, http led to the page.
  const { length } = home.answer ? home.redirects : (http?.redirects ?? []);
  const value = { hops: length, to: page.url.href };
  return length <= HOPS_GOOD ? pass(value) : warn(value);
};

const missingPage: Judge = ({ missing, page }) => {
  if (!page) return unchecked("page");
  if (missing.isForbidden) return unchecked("robots");
  const { visit } = missing;
  const outcome = outcomeOf(visit);
  if (!visit?.answer) return left(outcome);
  const { status } = visit.answer;
  if (status === 404 || status === 410) return pass({ status });
  if (outcome === "gone") return warn({ status });
  if (outcome !== "good") return left(outcome);
  return visit.redirects.length ? warn({ to: visit.url }) : fail();
};

export const reachRules = {
  reach,
  https,
  "to-https": toHttps,
  "one-host": oneHost,
  hops,
  "missing-page": missingPage,
};
