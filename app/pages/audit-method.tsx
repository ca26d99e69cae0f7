// Explains how audits work: every rule, its weight and source, and how to block the crawler (decision 0051).
import { ruleWords } from "../copy/site/audit-rules.ts";
import { fill } from "../copy/site/fill.ts";
import { checkerAgent, checkerName } from "../features/audit/agent.ts";
import { GROUPS, RULE_IDS, RULES, ruleOf } from "../features/audit/result.ts";
import { pageMeta } from "../features/page-seo/meta.ts";
import { breadcrumbData } from "../features/page-seo/structured-data.ts";
import type { Texts } from "../features/website-content/texts.server.ts";
import { ClosingCall } from "../ui/site/closing-call.tsx";
import { PageHero } from "../ui/site/page-hero.tsx";
import { RichTextView } from "../ui/site/rich-text-view.tsx";
import { SectionHead } from "../ui/site/section-head.tsx";
import type { Route } from "./+types/audit-method";
import { loadFrame } from "./frame.server.ts";

export const loader = ({ context }: Route.LoaderArgs) => loadFrame(context, "audit-method", "/audit-method");

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return pageMeta(undefined);
  const { head, texts } = loaderData;
  return pageMeta(head, breadcrumbData(loaderData, [{ label: texts.hero.badge, path: "/audit-method" }]));
}

export default function AuditMethod({ loaderData }: Route.ComponentProps) {
  const { texts, settings, siteUrl } = loaderData;
  const { hero, score, limits, agent, cta } = texts;
  return (
    <>
      <PageHero texts={hero} className="" />
      <section className="section section--white">
        <div className="wrap">
          <div className="two">
            <div>
              <h2 className="h3">{score.title}</h2>
              <RichTextView html={score.html} className="prose" />
            </div>
            <div className="method__side">
              <div>
                <h2 className="h3">{limits.title}</h2>
                <ul className="report__limits">
                  {limits.items.map((item) => (
                    <li key={item}>{item}</li>
                  ))}
                </ul>
              </div>
              <div>
                <h2 className="h3">{agent.title}</h2>
                <p>{agent.text}</p>
                <pre className="method__code">{checkerAgent(settings.site_title, siteUrl)}</pre>
                <p>{agent.block_text}</p>
                <pre className="method__code">{`User-agent: ${checkerName(settings.site_title)}\nDisallow: /`}</pre>
              </div>
            </div>
          </div>
        </div>
      </section>
      <Rules texts={texts} />
      <ClosingCall {...cta} isPlain className="section closing" />
    </>
  );
}

function Rules({ texts: { rules, groups } }: { texts: Texts<"audit-method"> }) {
  return (
    <section className="section">
      <div className="wrap">
        <SectionHead title={rules.title} intro={rules.intro} />
        {GROUPS.map((group) => (
          <section key={group} className="method__group">
            <h3 className="h3">{groups[group]}</h3>
            <ul className="method__rules">
              {RULE_IDS.filter((id) => RULES[id].group === group).map((id) => {
                const { weight, source, isGate } = ruleOf(id);
                return (
                  <li key={id} id={id}>
                    <b>{ruleWords[id].name}</b>
                    <span className="tags">
                      <span className="badge">{weight ? fill(rules.weight, { weight }) : rules.note}</span>
                      {isGate && <span className="badge badge--warn">{rules.gate}</span>}
                    </span>
                    <p>{ruleWords[id].todo}</p>
                    <a href={source} rel="noopener">
                      {rules.source}: {new URL(source).hostname}
                    </a>
                  </li>
                );
              })}
            </ul>
          </section>
        ))}
      </div>
    </section>
  );
}
