// The small inline programs of tracking (SPEC 7), as text: the page's policy lets exactly this text run, by its hash.

/**
 * An element that a script makes, in its order: a script by default, with its program where it has no `src`; a style
 * sheet with its rules; a link; a frame or a pixel, which goes into the body.
 */
export type Step = {
  tag?: "style" | "link" | "iframe" | "img";
  attribs: Record<string, string>;
  code?: string;
  isInBody?: boolean;
};

/** A value as a program can hold it inside of HTML. */
const toSource = (value: unknown) => JSON.stringify(value).replaceAll("<", "\\u003c");

/**
 * Starts scripts one after the other, as a page does that holds them itself: what follows a script with an address
 * waits for it, unless that is `async`, `defer` or a module; the latter two wait for the page. The policy of a page
 * without nonces lets external scripts run only where a program that it knows starts them.
 */
export const starter = (steps: Step[]) =>
  `(function(steps){var i=0;(function next(){var step=steps[i++],a,s,name,late;if(!step)return;a=step.attribs;s=document.createElement(step.tag||"script");s.async=false;for(name in a)s.setAttribute(name,a[name]);if(step.code!=null)s.textContent=step.code;late=step.isInBody||"defer"in a||a.type==="module"&&!("async"in a);function add(){(step.isInBody?document.body:document.head).appendChild(s)}if(late&&document.readyState==="loading")document.addEventListener("DOMContentLoaded",add);else{if(a.src&&!late&&!("async"in a)){s.onload=s.onerror=next;add();return}add()}next()})()})(${toSource(steps)})`;

/** The same once the visitor accepts, or at once where that was before; until then nothing of it is fetched or run. */
export const startWhenAccepted = (steps: Step[]) =>
  `(function(run){siteConsent.isGiven?run():siteConsent.waiting.push(run)})(function(){${starter(steps)}})`;

/** Where the visitor's choice is kept in the browser: `granted` or `denied`. */
const CHOICE_KEY = "consent";
const SIGNALS = ["ad_storage", "ad_user_data", "ad_personalization", "analytics_storage"];

const signals = (value: string) => toSource(Object.fromEntries(SIGNALS.map((signal) => [signal, value])));

/**
 * Google's Consent Mode, before any tag: everything is denied unless the visitor has accepted before. `siteConsent`
 * tells the site's other programs, and starts those that wait when the visitor accepts.
 */
export const consentDefaults = `window.dataLayer=window.dataLayer||[];function gtag(){dataLayer.push(arguments)}var siteConsent={isGiven:false,waiting:[]};gtag("consent","default",${signals("denied")});try{if(localStorage.getItem("${CHOICE_KEY}")==="granted"){siteConsent.isGiven=true;gtag("consent","update",${signals("granted")})}}catch(e){}`;

/**
 * Shows the banner until a choice is made, stores and tells the choice, and lets it be changed. A browser that sends
 * Global Privacy Control has declined already, as the privacy policy promises: it is not asked, unless its visitor opens
 * the cookie settings.
 */
export const consentBanner = `(function(){var banner=document.querySelector("[data-consent]"),opener,choice;try{choice=localStorage.getItem("${CHOICE_KEY}")}catch(e){}banner.hidden=choice==="granted"||choice==="denied"||navigator.globalPrivacyControl===true;document.addEventListener("click",function(event){var button=event.target.closest("[data-consent-open],[data-consent-choice]");if(!button)return;choice=button.getAttribute("data-consent-choice");if(!choice){opener=button;banner.hidden=false;banner.focus();return}try{localStorage.setItem("${CHOICE_KEY}",choice)}catch(e){}siteConsent.isGiven=choice==="granted";gtag("consent","update",siteConsent.isGiven?${signals("granted")}:${signals("denied")});banner.hidden=true;(opener||document.getElementById("main")).focus({preventScroll:true});if(siteConsent.isGiven)siteConsent.waiting.splice(0).forEach(function(run){run()})})})()`;

/**
 * Tells the tags what the visit came to (decision 0035.36), while the visitor's consent holds: `generate_lead` and
 * `newsletter_signup` when the server has answered that all went well, `contact_click` for links that dial or mail.
 * Which form, page and service, never who. A form that was sent before the site's own script came has its answer in
 * the page; reloaded, that is no second success.
 * @param isForGtag whether gtag.js is on the page; a tag manager beside it hears of its events too, so each is sent
 *   once and one way
 */
export const conversions = (isForGtag: boolean) =>
  `(function(){function tell(name,details){if(!siteConsent.isGiven)return;try{if(localStorage.getItem("${CHOICE_KEY}")==="denied")return}catch(e){}details.page=location.pathname;${
    isForGtag ? 'gtag("event",name,details)' : "details.event=name;dataLayer.push(details)"
  }}function answered(form,sent){if(!form||!form.querySelector("[data-toast=good]"))return;var details={form:form.dataset.form},services=sent?sent.getAll("service").concat(sent.getAll("services")).join(", "):"";if(services)details.service=services;tell(details.form==="newsletter"?"newsletter_signup":"generate_lead",details)}addEventListener("answered",function(event){answered(event.target,event.detail)});document.addEventListener("DOMContentLoaded",function(){var visit=performance.getEntriesByType("navigation")[0],toast=document.querySelector("form[data-form]>[data-toast=good]");if(toast&&visit&&visit.type==="navigate")answered(toast.parentNode)});document.addEventListener("click",function(event){var link=event.target.closest("a[href^='tel:'],a[href^='mailto:']");if(link)tell("contact_click",{method:link.protocol==="tel:"?"phone":"email"})})})()`;

/** Tells Google Analytics of the page. @param id checked: `G-…`, `UA-…` or `AW-…` */
export const analyticsConfig = (id: string) => `gtag("js",new Date());gtag("config",${toSource(id)});`;

/** What the loader of Google Tag Manager says before it loads. */
export const tagManagerStart = `dataLayer.push({"gtm.start":new Date().getTime(),event:"gtm.js"});`;
