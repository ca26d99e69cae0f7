/** Asks for a page of the site and reads it; an error page is a page too. */
export const fetchPage = async (address: string, init?: RequestInit): Promise<Document> =>
  new DOMParser().parseFromString(await (await fetch(address, init)).text(), "text/html");
