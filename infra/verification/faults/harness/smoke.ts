/** The run that shows a fault of every ordinary class many times: `npm run faults`, and the suite. */
export const smoke = {
  /** The edits go on for so long: start and checks come to it. */
  seconds: 172,
  /** At least 130 in this time. */
  perMinute: 50,
  clients: 8,
  /** Live connections, those of the clients included. */
  sockets: 50,
  admissions: 4,
  /** Between two edits, and while a person types, at most: most of the time is left to the product and the faults. */
  thinkSeconds: 0.02,
  typingSeconds: 0.02,
  /** A page saves several things at once too. With one, a client does nothing while a fault holds its command. */
  editsAtOnce: 2,
  /** A slow machine edits on for them. */
  leastCommands: 5_000,
} as const;

/** The smoke must reach so many. */
export const smokeTargets = { faults: 130, commands: smoke.leastCommands } as const;
