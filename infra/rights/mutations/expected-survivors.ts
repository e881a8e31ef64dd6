/**
 * Checks that no test can see, because a second one gives the same answer, with the reason why they stay. The run fails
 * if one is killed after all, and if its text is no longer in the source.
 */
export interface ExpectedSurvivor {
  readonly file: string;
  /** A text that the file holds exactly once, and that holds `check` exactly once. */
  readonly place: string;
  /** The text that the run takes out. */
  readonly check: string;
  readonly reason: string;
}

export const expectedSurvivors: readonly ExpectedSurvivor[] = [];
