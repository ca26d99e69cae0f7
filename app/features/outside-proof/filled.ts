import { unmarkedWords } from "../../platform/text/edit-mark.ts";

type Linked = { name: string; href: string };

/** What others say about the business, as the owner filled it in. Every list may be empty. */
export type ProofTexts = {
  title: string;
  ratings: readonly { source: string; rating: string; reviews: string; href: string }[];
  logos_label: string;
  logos: readonly { image: string; name: string }[];
  press_label: string;
  press: readonly Linked[];
  certifications_label: string;
  certifications: readonly Linked[];
};

const isFilled = (text: string) => unmarkedWords(text).trim() !== "";

/** Returns the proof without empty items, or null if nothing is left to show. */
export function filledProof(texts: ProofTexts): ProofTexts | null {
  const named = ({ name }: Linked) => isFilled(name);
  const filled = {
    ...texts,
    ratings: texts.ratings.filter(({ source, rating }) => isFilled(source) && isFilled(rating)),
    logos: texts.logos.filter(({ image, name }) => image !== "" || isFilled(name)),
    press: texts.press.filter(named),
    certifications: texts.certifications.filter(named),
  };
  const { ratings, logos, press, certifications } = filled;
  return [ratings, logos, press, certifications].some((list) => list.length > 0) ? filled : null;
}
