import { isMessageId, translate } from './language.ts';

interface Refused {
  readonly reason?: string | undefined;
  readonly values?: Readonly<Record<string, string | number>> | undefined;
}

/**
 * The sentence of a server's refusal in the language of the page, from its reason and values. The server's English
 * sentence where the page does not know the reason: the server may be newer.
 * @param sentence the server's own
 */
export function refusalText({ reason, values }: Refused, sentence: string): string {
  const id = `error.${reason}`;
  return isMessageId(id) ? translate(id, values) : sentence;
}

/** The shorter sentence beside the field that was refused. */
export function fieldRefusalText({ reason, values }: Refused, sentence: string): string {
  const id = `error.${reason}.beside`;
  return isMessageId(id) ? translate(id, values) : refusalText({ reason, values }, sentence);
}
