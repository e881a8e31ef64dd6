/** Why a command has not done what was asked. The message is for people and holds no secret. */
export class CannotDo extends Error {
  override readonly name = 'CannotDo';
}
