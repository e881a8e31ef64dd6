/** Errors of a start that the person who started the program can correct: they are shown as a sentence. */

/** The exit code for wrong settings (EX_CONFIG of sysexits.h). A restart does not help. */
export const SETTINGS_MISTAKE = 78;
/** The exit code for a command line that is not understood (EX_USAGE). */
export const NOT_UNDERSTOOD = 64;

/** The program cannot use its port, its data folder or its database. */
export class CannotStart extends Error {
  override readonly name = 'CannotStart';
}

/** A process ended before it was ready. @param code its exit code, null when `signal` ended it */
export class DidNotStart extends Error {
  override readonly name = 'DidNotStart';
  readonly code: number | null;
  constructor(name: string, code: number | null, signal?: NodeJS.Signals | null) {
    const ended = signal ? `${name} did not start: ${signal} has ended it.` : `${name} did not start.`;
    super(code === SETTINGS_MISTAKE ? `${name} cannot use its settings.` : ended);
    this.code = code;
  }
}
