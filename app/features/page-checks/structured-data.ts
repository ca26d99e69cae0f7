// Reads the types and the business in a page's JSON-LD.
import { parseJson } from "../../platform/text/parse-json.ts";

export type StructuredData = {
  /** number of blocks that aren't empty */
  blocks: number;
  problem: "damaged" | "type" | null;
  /** whether a block has no `@context` */
  lacksContext: boolean;
  /** without duplicates, at most 20 */
  types: string[];
  /** the most completely described business */
  business: { type: string; name: string; hasUrl: boolean } | null;
  /** types of microdata, which isn't read any further */
  microdata: string[];
};

/** Matches schema.org's business types. */
const BUSINESS =
  /(Organization|Business|Corporation|Store|Shop|Restaurant|Dentist|Physician|Hospital|Clinic|Pharmacy|Attorney|Notary|Hotel|Motel|Hostel|Resort|Bakery|Brewery|Winery|Plumber|Electrician|Locksmith|RoofingContractor|GeneralContractor|MovingCompany|HousePainter|Agency|Agent|Salon|Spa|School|University|College|Library|Bank|CreditUnion|AccountingService|FinancialService|LegalService|ProfessionalService|AutoRepair|AutoDealer|GasStation|ChildCare|Florist|Gym|HealthClub|MedicalClinic|VeterinaryCare|NGO|Airline|Consortium|CafeOrCoffeeShop|BarOrPub|FoodEstablishment|LodgingBusiness|SelfStorage|TravelAgency|RealEstateAgent|InsuranceAgency|EmploymentAgency|Optician)$/;
const DEPTH_MAX = 5;
const NODES_MAX = 2_000;

type Node = Record<string, unknown>;
const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const typesOf = (node: Node) => [node["@type"]].flat().filter((type) => typeof type === "string");
const shortType = (type: string) => type.split(/[/#]/).at(-1)!.slice(0, 60);

/**
 * Reads JSON-LD.
 * @param blocks non-empty contents of script elements
 */
export function readData(blocks: readonly string[]): StructuredData {
  const data: StructuredData = {
    blocks: blocks.length,
    problem: null,
    lacksContext: false,
    types: [],
    business: null,
    microdata: [],
  };
  let left = NODES_MAX;
  const walk = (value: unknown, depth: number) => {
    if (depth > DEPTH_MAX || left <= 0) return;
    if (Array.isArray(value)) for (const one of value) walk(one, depth);
    if (!isNode(value)) return;
    left--;
    findBusiness(data, value);
    for (const part of Object.values(value)) walk(part, depth + 1);
  };
  for (const block of blocks) {
    const value = parseJson(block.replace(WRAP, ""));
    if (value === undefined) data.problem = "damaged";
    else {
      if (![value].flat().some((node) => isNode(node) && node["@context"])) data.lacksContext = true;
      for (const node of topNodes(value)) {
        const types = typesOf(node);
        // A node that's only a reference is described elsewhere.
        if (!types.length && Object.keys(node).some((key) => !/^@(id|context)$/.test(key)))
          data.problem ??= "type";
        for (const type of types.map(shortType))
          if (data.types.length < 20 && !data.types.includes(type)) data.types.push(type);
      }
      walk(value, 0);
    }
  }
  return data;
}

/** Some systems wrap JSON-LD in a comment. */
const WRAP = /^\s*(<!--|\/\/\s*<!\[CDATA\[|<!\[CDATA\[)|(-->|\/\/\s*\]\]>|\]\]>)\s*$/g;

function topNodes(value: unknown): Node[] {
  return [value].flat().flatMap((node) => {
    if (!isNode(node)) return [];
    const graph = node["@graph"];
    return graph === undefined ? [node] : [graph].flat().filter(isNode);
  });
}

function findBusiness(data: StructuredData, node: Node) {
  const type = typesOf(node)
    .map(shortType)
    .find((one) => BUSINESS.test(one));
  if (!type) return;
  const name = typeof node.name === "string" ? node.name.trim().slice(0, 200) : "";
  const hasUrl = Boolean(node.url);
  const worth = (one: { name: string; hasUrl: boolean }) => (one.name ? 1 : 0) + (one.hasUrl ? 1 : 0);
  if (!data.business || worth({ name, hasUrl }) > worth(data.business))
    data.business = { type, name, hasUrl };
}
