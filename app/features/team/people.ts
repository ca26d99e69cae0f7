import { BUILT_IN_PORTRAIT } from "../../copy/business.ts";
import { team } from "../../copy/site/team.ts";
import { unmarkedWords } from "../../platform/text/edit-mark.ts";
import { slugify } from "../../platform/text/slug.ts";

/** `image` is empty without a photo; `id` is the anchor on the Team page. */
export type Person = { id: string; name: string; position: string; biography: string; image: string };

type Written = Omit<Person, "id">;
type TeamTexts = { leadership: Written; members: { items: readonly Written[] } };

/** Returns everyone in display order, leader first. */
export function listPeople({ leadership, members }: TeamTexts): Person[] {
  const ids = new Set<string>();
  return [withOwnBiography(leadership), ...members.items].map((person, i) => {
    const named = slugify(person.name.normalize("NFKD"));
    const id = named && !ids.has(named) ? named : `person-${i + 1}`;
    ids.add(id);
    const { name, position, biography, image } = person;
    return { id, name, position, biography, image: image === BUILT_IN_PORTRAIT ? "" : image };
  });
}

/** The sample biography only fits the sample leader. */
function withOwnBiography(leader: Written): Written {
  const isSample = leader.biography === team.leadership.biography;
  return isSample && leader.name !== team.leadership.name ? { ...leader, biography: "" } : leader;
}

/** Returns an author from the Team page; null for other authors and the site itself. */
export const findPerson = (people: readonly Person[], author: string): Person | null =>
  people.find(({ name }) => looseName(name) === looseName(author)) ?? null;

const looseName = (name: string) => unmarkedWords(name).trim().toLowerCase();

/** Returns the path of a person's anchor on the Team page. */
export const personPath = ({ id }: Pick<Person, "id">) => `/team#${id}`;
