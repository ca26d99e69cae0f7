// Inline scripts for tracking (SPEC 7). The Content-Security-Policy allows them by hash.

/**
 * An element to create: a script (default, with `code` or `src`), a style sheet, a link, or a frame or pixel
 * in the body.
 */
export type Step = {
  tag?: "style" | "link" | "iframe" | "img";
  attribs: Record<string, string>;
  code?: string;
  isInBody?: boolean;
};

/** Returns a JavaScript literal that's safe inside HTML. */
const toSource = (value: unknown) => JSON.stringify(value).replaceAll("<", "\\u003c");

/**
 * Returns a script that loads elements in order. Code after an external script waits for it, unless that
 * script is `async`, `defer` or a module. `defer` scripts and modules wait for the page. Needed because a
 * policy without nonces only allows external scripts that an allowed script loads.
 */
export const starter = (steps: Step[]) =>
  `(function(steps){var i=0;(function next(){var step=steps[i++],a,s,name,late;if(!step)return;a=step.attribs;s=document.createElement(step.tag||"script");s.async=false;for(name in a)s.setAttribute(name,a[name]);if(step.code!=null)s.textContent=step.code;late=step.isInBody||"defer"in a||a.type==="module"&&!("async"in a);function add(){(step.isInBody?document.body:document.head).appendChild(s)}if(late&&document.readyState==="loading")document.addEventListener("DOMContentLoaded",add);else{if(a.src&&!late&&!("async"in a)){s.onload=s.onerror=next;add();return}add()}next()})()})(${toSource(steps)})`;

/** Returns a script like `starter`'s that waits for consent. Nothing is fetched before that. */
export const startWhenAccepted = (steps: Step[]) =>
  `(function(run){siteConsent.isGiven?run():siteConsent.waiting.push(run)})(function(){${starter(steps)}})`;

/** localStorage key; the value is `granted` or `denied`. */
const CHOICE_KEY = "consent";
const SIGNALS = ["ad_storage", "ad_user_data", "ad_personalization", "analytics_storage"];

const signals = (value: string) => toSource(Object.fromEntries(SIGNALS.map((signal) => [signal, value])));

/**
 * Sets up Google's Consent Mode before any tag: everything is denied without earlier consent. `siteConsent`
 * tells other scripts about the choice and queues scripts that need consent.
 */
export const consentDefaults = `window.dataLayer=window.dataLayer||[];function gtag(){dataLayer.push(arguments)}var siteConsent={isGiven:false,waiting:[]};gtag("consent","default",${signals("denied")});try{if(localStorage.getItem("${CHOICE_KEY}")==="granted"){siteConsent.isGiven=true;gtag("consent","update",${signals("granted")})}}catch(e){}`;

/**
 * Shows the consent banner until the visitor chooses, then stores and announces the choice. Global Privacy
 * Control counts as declining (privacy policy), so the banner then only opens from the cookie settings.
 */
export const consentBanner = `(function(){var banner=document.querySelector("[data-consent]"),opener,choice;try{choice=localStorage.getItem("${CHOICE_KEY}")}catch(e){}banner.hidden=choice==="granted"||choice==="denied"||navigator.globalPrivacyControl===true;document.addEventListener("click",function(event){var button=event.target.closest("[data-consent-open],[data-consent-choice]");if(!button)return;choice=button.getAttribute("data-consent-choice");if(!choice){opener=button;banner.hidden=false;banner.focus();return}try{localStorage.setItem("${CHOICE_KEY}",choice)}catch(e){}siteConsent.isGiven=choice==="granted";gtag("consent","update",siteConsent.isGiven?${signals("granted")}:${signals("denied")});banner.hidden=true;(opener||document.getElementById("main")).focus({preventScroll:true});if(siteConsent.isGiven)siteConsent.waiting.splice(0).forEach(function(run){run()})})})()`;

/**
 * Reports conversions to tags (decision 0035.36) while consent lasts. `generate_lead` and `newsletter_signup`
 * require the server's confirmation; `contact_click` covers phone and email links. Events contain no personal
 * data. If a form was posted without the site's script, the reply page reports the conversion, but not again
 * on reload.
 * @param isForGtag whether the page has gtag.js; a tag manager receives gtag.js events too, so each event is sent
 * through only one of the two
 */
export const conversions = (isForGtag: boolean) =>
  `(function(){function tell(name,details){if(!siteConsent.isGiven)return;try{if(localStorage.getItem("${CHOICE_KEY}")==="denied")return}catch(e){}details.page=location.pathname;${
    isForGtag ? 'gtag("event",name,details)' : "details.event=name;dataLayer.push(details)"
  }}function answered(form,sent){if(!form||!form.querySelector("[data-toast=good]"))return;var details={form:form.dataset.form},services=sent?sent.getAll("service").concat(sent.getAll("services")).join(", "):"";if(services)details.service=services;tell(details.form==="newsletter"?"newsletter_signup":"generate_lead",details)}addEventListener("answered",function(event){answered(event.target,event.detail)});document.addEventListener("DOMContentLoaded",function(){var visit=performance.getEntriesByType("navigation")[0],toast=document.querySelector("form[data-form] [data-toast=good]");if(toast&&visit&&visit.type==="navigate")answered(toast.closest("form"))});document.addEventListener("click",function(event){var link=event.target.closest("a[href^='tel:'],a[href^='mailto:']");if(link)tell("contact_click",{method:link.protocol==="tel:"?"phone":"email"})})})()`;

/**
 * Returns the script that configures Google Analytics.
 * @param id validated: `G-…`, `UA-…` or `AW-…`
 */
export const analyticsConfig = (id: string) => `gtag("js",new Date());gtag("config",${toSource(id)});`;

/** Google Tag Manager expects this event before its loader runs. */
export const tagManagerStart = `dataLayer.push({"gtm.start":new Date().getTime(),event:"gtm.js"});`;
