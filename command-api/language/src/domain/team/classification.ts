/** How a team classifies errors beside its own types (docs/product.md, "Classification"). */
export interface TeamClassification {
  /** PCNE codes are chosen and reported. */
  readonly pcne: boolean;
  /** The report of medicines by ATC code is listed. */
  readonly atc: boolean;
}

/** Until the team's admin sets it. */
export const noClassification: TeamClassification = { pcne: false, atc: false };
