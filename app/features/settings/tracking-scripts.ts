// The small inline programs of tracking (SPEC 7), as text: the page's policy lets exactly this text run, by its hash.

/** A script that another one starts: its attributes, and its program where it has no `src`. */
export type Step = { attribs: Record<string, string>; code?: string };

/** A value as a program can hold it inside of HTML. */
const toSource = (value: unknown) => JSON.stringify(value).replaceAll("<", "\\u003c");

/**
 * Starts scripts one after the other, as a page does that holds them itself: what follows a script with an address
 * waits for it, unless that is `async`, `defer` or a module; the latter two wait for the page. The policy of a page
 * without nonces lets external scripts run only where a program that it knows starts them.
 */
export const starter = (steps: Step[]) =>
  `(function(steps){var i=0;(function next(){var step=steps[i++],a,s,name,late;if(!step)return;a=step.attribs;s=document.createElement("script");s.async=false;for(name in a)s.setAttribute(name,a[name]);if(step.code!=null)s.text=step.code;late="defer"in a||a.type==="module"&&!("async"in a);function add(){document.head.appendChild(s)}if(late&&document.readyState==="loading")document.addEventListener("DOMContentLoaded",add);else{if(a.src&&!late&&!("async"in a)){s.onload=s.onerror=next;add();return}add()}next()})()})(${toSource(steps)})`;

/** Where the visitor's choice is kept in the browser: `granted` or `denied`. */
const CHOICE_KEY = "consent";
const SIGNALS = ["ad_storage", "ad_user_data", "ad_personalization", "analytics_storage"];

const signals = (value: string) => toSource(Object.fromEntries(SIGNALS.map((signal) => [signal, value])));

/** Google's Consent Mode, before any tag: everything is denied unless the visitor has accepted before. */
export const consentDefaults = `window.dataLayer=window.dataLayer||[];function gtag(){dataLayer.push(arguments)}gtag("consent","default",${signals("denied")});try{if(localStorage.getItem("${CHOICE_KEY}")==="granted")gtag("consent","update",${signals("granted")})}catch(e){}`;

/** Shows the banner until a choice is made, stores and tells the choice, and lets it be changed. */
export const consentBanner = `(function(){var banner=document.querySelector("[data-consent]"),opener,choice;try{choice=localStorage.getItem("${CHOICE_KEY}")}catch(e){}banner.hidden=choice==="granted"||choice==="denied";document.addEventListener("click",function(event){var button=event.target.closest("[data-consent-open],[data-consent-choice]");if(!button)return;choice=button.getAttribute("data-consent-choice");if(!choice){opener=button;banner.hidden=false;banner.focus();return}try{localStorage.setItem("${CHOICE_KEY}",choice)}catch(e){}gtag("consent","update",choice==="granted"?${signals("granted")}:${signals("denied")});banner.hidden=true;(opener||document.getElementById("main")).focus({preventScroll:true})})})()`;

/** Tells Google Analytics of the page. @param id checked: `G-…`, `UA-…` or `AW-…` */
export const analyticsConfig = (id: string) => `gtag("js",new Date());gtag("config",${toSource(id)});`;

/** What the loader of Google Tag Manager says before it loads. */
export const tagManagerStart = `dataLayer.push({"gtm.start":new Date().getTime(),event:"gtm.js"});`;
