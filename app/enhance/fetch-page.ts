/** Fetches and parses a page of the site, even an error page. */
export const fetchPage = async (address: string, init?: RequestInit): Promise<Document> =>
  new DOMParser().parseFromString(await (await fetch(address, init)).text(), "text/html");
