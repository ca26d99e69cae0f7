import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Price } from "./price.tsx";

const html = (price: string) => renderToStaticMarkup(<Price price={price} />);

test.each([
  ["$1,299/month", "$1,299<small>/month</small>"],
  ["from $1999/month", "<small>from </small>$1999<small>/month</small>"],
  ["$997", "$997"],
  ["On request", "On request"],
  ["2 plans from $5", "2 plans from $5"],
])("words around a price's amount are small, and other text is unchanged: %s", (price, inner) => {
  expect(html(price)).toBe(`<p class="price">${inner}</p>`);
});
