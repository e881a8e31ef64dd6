/** The run that shows a fault of every class many times: `npm run faults`, and the suite. */
export const smoke = {
  /** The edits go on for so long: start and checks come to it. */
  seconds: 172,
  /** The run must reach so many faults and commands. A slow machine edits on for the commands. */
  leastFaults: 130,
  leastCommands: 4_000,
} as const;
