// The small inline scripts for tracking (SPEC 7), as text: the page's policy allows exactly this text, by its hash.

/**
 * An element that a script creates, in order: a script by default, with its code if it has no `src`; a style sheet with
 * its rules; a link; or a frame or pixel, which goes into the body.
 */
export type Step = {
  tag?: "style" | "link" | "iframe" | "img";
  attribs: Record<string, string>;
  code?: string;
  isInBody?: boolean;
};

/** Returns a value as a JavaScript literal that is safe inside HTML. */
const toSource = (value: unknown) => JSON.stringify(value).replaceAll("<", "\\u003c");

/**
 * Returns a script that starts other scripts in sequence, as if they were in the page: what follows an external script
 * waits for it, unless that is `async`, `defer` or a module; the latter two wait for the page. A policy without nonces
 * only allows external scripts that are started by a known script.
 */
export const starter = (steps: Step[]) =>
  `(function(steps){var i=0;(function next(){var step=steps[i++],a,s,name,late;if(!step)return;a=step.attribs;s=document.createElement(step.tag||"script");s.async=false;for(name in a)s.setAttribute(name,a[name]);if(step.code!=null)s.textContent=step.code;late=step.isInBody||"defer"in a||a.type==="module"&&!("async"in a);function add(){(step.isInBody?document.body:document.head).appendChild(s)}if(late&&document.readyState==="loading")document.addEventListener("DOMContentLoaded",add);else{if(a.src&&!late&&!("async"in a)){s.onload=s.onerror=next;add();return}add()}next()})()})(${toSource(steps)})`;

/**
 * Does the same as `starter`, but waits for the visitor to accept, or runs right away if they already have. Until
 * then, none of it is fetched or run.
 */
export const startWhenAccepted = (steps: Step[]) =>
  `(function(run){siteConsent.isGiven?run():siteConsent.waiting.push(run)})(function(){${starter(steps)}})`;

/** The localStorage key for the visitor's choice: `granted` or `denied`. */
const CHOICE_KEY = "consent";
const SIGNALS = ["ad_storage", "ad_user_data", "ad_personalization", "analytics_storage"];

const signals = (value: string) => toSource(Object.fromEntries(SIGNALS.map((signal) => [signal, value])));

/**
 * Google's Consent Mode, before any tag: denies everything unless the visitor has already accepted. `siteConsent`
 * informs the site's other scripts and holds the ones that start when the visitor accepts.
 */
export const consentDefaults = `window.dataLayer=window.dataLayer||[];function gtag(){dataLayer.push(arguments)}var siteConsent={isGiven:false,waiting:[]};gtag("consent","default",${signals("denied")});try{if(localStorage.getItem("${CHOICE_KEY}")==="granted"){siteConsent.isGiven=true;gtag("consent","update",${signals("granted")})}}catch(e){}`;

/**
 * Shows the banner until the visitor chooses, then stores and announces the choice and allows changing it. A browser
 * that sends Global Privacy Control has already declined, as the privacy policy promises: its visitor isn't asked
 * unless they open the cookie settings.
 */
export const consentBanner = `(function(){var banner=document.querySelector("[data-consent]"),opener,choice;try{choice=localStorage.getItem("${CHOICE_KEY}")}catch(e){}banner.hidden=choice==="granted"||choice==="denied"||navigator.globalPrivacyControl===true;document.addEventListener("click",function(event){var button=event.target.closest("[data-consent-open],[data-consent-choice]");if(!button)return;choice=button.getAttribute("data-consent-choice");if(!choice){opener=button;banner.hidden=false;banner.focus();return}try{localStorage.setItem("${CHOICE_KEY}",choice)}catch(e){}siteConsent.isGiven=choice==="granted";gtag("consent","update",siteConsent.isGiven?${signals("granted")}:${signals("denied")});banner.hidden=true;(opener||document.getElementById("main")).focus({preventScroll:true});if(siteConsent.isGiven)siteConsent.waiting.splice(0).forEach(function(run){run()})})})()`;

/**
 * Reports conversions to the tags (decision 0035.36) while the visitor's consent lasts: `generate_lead` and
 * `newsletter_signup` once the server has confirmed success, `contact_click` for phone and email links. Events name the
 * form, page and service, never the person. If a form was sent before the site's own script loaded, the page contains
 * the answer; reloading that page doesn't count as another conversion.
 * @param isForGtag whether gtag.js is on the page; a tag manager on the same page sees its events too, so each is sent
 *   only once, in one way
 */
export const conversions = (isForGtag: boolean) =>
  `(function(){function tell(name,details){if(!siteConsent.isGiven)return;try{if(localStorage.getItem("${CHOICE_KEY}")==="denied")return}catch(e){}details.page=location.pathname;${
    isForGtag ? 'gtag("event",name,details)' : "details.event=name;dataLayer.push(details)"
  }}function answered(form,sent){if(!form||!form.querySelector("[data-toast=good]"))return;var details={form:form.dataset.form},services=sent?sent.getAll("service").concat(sent.getAll("services")).join(", "):"";if(services)details.service=services;tell(details.form==="newsletter"?"newsletter_signup":"generate_lead",details)}addEventListener("answered",function(event){answered(event.target,event.detail)});document.addEventListener("DOMContentLoaded",function(){var visit=performance.getEntriesByType("navigation")[0],toast=document.querySelector("form[data-form] [data-toast=good]");if(toast&&visit&&visit.type==="navigate")answered(toast.closest("form"))});document.addEventListener("click",function(event){var link=event.target.closest("a[href^='tel:'],a[href^='mailto:']");if(link)tell("contact_click",{method:link.protocol==="tel:"?"phone":"email"})})})()`;

/** Returns the script that configures Google Analytics. @param id validated: `G-…`, `UA-…` or `AW-…` */
export const analyticsConfig = (id: string) => `gtag("js",new Date());gtag("config",${toSource(id)});`;

/** The event that Google Tag Manager expects before its loader runs. */
export const tagManagerStart = `dataLayer.push({"gtm.start":new Date().getTime(),event:"gtm.js"});`;
