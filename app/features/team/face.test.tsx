import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { team } from "../../copy/site/team.ts";
import { Face } from "./face.tsx";
import { AllPortraits } from "./sample-portraits.tsx";

const faceOf = (name: string) => renderToStaticMarkup(<Face name={name} image="" size={96} />);

test("every sample person has a portrait of their own, which exists", () => {
  const drawn = renderToStaticMarkup(<AllPortraits />);
  const names = [team.leadership.name, ...team.members.items.map(({ name }) => name)];
  const ids = names.map((name) => /href="\/drawings\.svg#([\w-]+)"/.exec(faceOf(name))?.[1]);
  expect(new Set(ids).size).toBe(names.length);
  for (const id of ids) expect(drawn).toContain(`<g id="${id}">`);
});

test("a real person never gets a sample's portrait, but initials", () => {
  expect(faceOf("Ada Byron")).toContain(">AB<");
  for (const name of ["", "constructor", "Marisol", "priya lindqvist"])
    expect(faceOf(name)).not.toContain("drawings.svg");
});

test("a text that the page editor marks is the same person", () => {
  expect(faceOf("\uE000\uE100Priya Lindqvist\uE001")).toBe(faceOf("Priya Lindqvist"));
});
