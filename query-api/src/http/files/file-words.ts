/** The words of exported files, in the language that the team has chosen: the files of `query-api/locales`. */
import { type Response, type Severity, severities, responses } from 'language/domain/values/codes';
import type { Pool } from 'pg';
import { readWords, type Say } from 'service-kit/language/words';

const words = readWords(new URL('../../../locales/', import.meta.url));

export interface FileWords {
  readonly say: Say;
  /** Empty for an error that is not graded. */
  severity(code: Severity | null): string;
  response(code: Response | null): string;
}

/** @param language BCP 47; English if there are no words in it */
export function fileWords(language: string): FileWords {
  const say = words.in(language);
  // A file has many thousands of them.
  const ofSeverity = new Map<Severity, string>(severities.map(({ code }) => [code, say(`severity.${code}`)]));
  const ofResponse = new Map<Response, string>(responses.map(({ code }) => [code, say(`response.${code}`)]));
  const pending = say('response.pending');
  return {
    say,
    severity: (code) => (code === null ? '' : (ofSeverity.get(code) ?? '')),
    response: (code) => (code === null ? pending : (ofResponse.get(code) ?? '')),
  };
}

export async function fileWordsOf(db: Pool, teamId: string): Promise<FileWords> {
  const { rows } = await db.query<{ export_language: string }>('select export_language from team where team_id = $1', [
    teamId,
  ]);
  return fileWords(rows[0]?.export_language ?? 'en');
}
