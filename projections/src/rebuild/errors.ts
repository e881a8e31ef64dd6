/** A rebuild that ends without a switch. The screens go on with their rows. The message is for the person who ran it. */
export class CannotRebuild extends Error {
  override readonly name: string = 'CannotRebuild';
}

/** Another process rebuilds. */
export class AnotherRebuild extends CannotRebuild {
  override readonly name = 'AnotherRebuild';
  constructor() {
    super('Another rebuild is running.');
  }
}
