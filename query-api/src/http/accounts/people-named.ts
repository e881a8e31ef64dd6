/** Accounts by a part of a name in any spelling, or by e-mail, for the admin account. */
import { foldName } from 'language/domain/values/arabic';
import { withoutUnseen } from 'language/domain/values/folding';
import type { Pool } from 'pg';

interface PersonRow {
  user_id: string;
  first_name: string;
  last_name: string;
  email: string;
}

/**
 * The ids of the people. A name is compared by its key: an installation has some thousand accounts at most.
 * @param hasEmail whether an e-mail is the one of the text; both are in lower case
 */
export async function peopleNamed(
  db: Pick<Pool, 'query'>,
  typed: string,
  hasEmail: (email: string, text: string) => boolean,
): Promise<string[]> {
  const text = withoutUnseen(typed).trim().toLowerCase();
  const key = foldName(text);
  const { rows } = await db.query<PersonRow>('select user_id, first_name, last_name, email from app_user');
  return rows.flatMap(({ user_id: id, first_name: first, last_name: last, email }) => {
    const name = `${first} ${last}`;
    const isWritten = name.toLowerCase().includes(text) || hasEmail(email.toLowerCase(), text);
    return isWritten || (key !== '' && foldName(name).includes(key)) ? [id] : [];
  });
}
