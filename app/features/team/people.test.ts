import { expect, test } from "vitest";
import { BUILT_IN_PORTRAIT } from "../../copy/business.ts";
import { team } from "../../copy/site/team.ts";
import { findPerson, listPeople } from "./people.ts";

const written = (name: string, biography = "") => ({ name, position: "SEO", biography, image: "" });

test("everyone gets a unique anchor, built from the name if possible", () => {
  const names = ["Ada Byron", "Hana Villaseñor", "Ada Byron", "李小龍"].map((name) => written(name));
  const people = listPeople({ leadership: written("Bob O’Neil-Reed"), members: { items: names } });
  expect(people.map(({ id }) => id)).toEqual([
    ...["bob-oneil-reed", "ada-byron", "hana-villasenor", "person-4", "person-5"],
  ]);
});

test("a renamed leader doesn't get the sample biography", () => {
  const { leadership, members } = team;
  const of = (name: string) => listPeople({ leadership: { ...leadership, name }, members })[0]!;
  expect(of(leadership.name)).toMatchObject({ biography: leadership.biography, image: "" });
  expect(leadership.image).toBe(BUILT_IN_PORTRAIT);
  expect(of("Ada Byron").biography).toBe("");
});

test("an author is found by full name, ignoring case", () => {
  const people = listPeople(team);
  expect(findPerson(people, " priya LINDQVIST")?.id).toBe("priya-lindqvist");
  expect(findPerson(people, "SEO Pro Zone")).toBeNull();
});
