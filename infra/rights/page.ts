/** The table as a page for people. */
import { families, roleNames, roles, type Row } from './table.ts';

const heading = `# Rights

Who may do what: every call of the product, for each role, with the status that it is answered with. Made of \`table.ts\`, which is written by
hand from the specification; \`rights.int.spec.ts\` asks the running product each cell of it over HTTP and Socket.IO. A route without a row
fails \`table.spec.ts\`, as does a row without a route. After a change of the table: \`npx vitest run --project unit infra/rights -u\`.

**200** it is done · **201** it is made · **400** it cannot be asked so · **401** nobody is signed in (\`Not authorized, token failed\`) · **403** not allowed ·
**404** does not exist, or not for this person: the answers are the same to the letter · **409** allowed, and impossible as things stand.
On a live connection, 401 is a connection refused, and 404 the answer \`Not found\`.

What was refused has written nothing. A member is either a clinical pharmacist or a physician: there is no member without a role, and each of
the two stands for whoever lacks the other's rights.

`;

const who = roleNames.map((role) => `- **${roles[role].name}**: ${roles[role].who}.`).join('\n');
const columns = `
- **Ended session**: with a token that was signed out, has expired, or never was.
- **Another team's header**: sent by whoever may do it otherwise, with the \`team\` header of another team. A dash: it is no team's call, and the header says nothing.
`;

const header = ['What', 'Call', ...roleNames.map((role) => roles[role].name), 'Ended session', "Another team's header"];

export function page(): string {
  return (
    heading +
    who +
    columns +
    families
      .map(
        ({ title, rows }) =>
          `\n## ${title}\n\n${[lineOf(header), lineOf(header.map(() => '---')), ...rows.map(cells)].join('\n')}\n${reasons(rows)}`,
      )
      .join('')
  );
}

const lineOf = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

const cells = ({ words, method, path, expected, ended, otherTeam }: Row): string =>
  lineOf([
    words,
    `\`${method} ${path}\``,
    ...roleNames.map((role) => String(expected[role])),
    String(ended),
    otherTeam === undefined ? '–' : String(otherTeam),
  ]);

function reasons(rows: readonly Row[]): string {
  const decided = rows.flatMap(({ words, why }) => (why === undefined ? [] : [`- *${words}*: ${why}`]));
  return decided.length === 0 ? '' : `\n${decided.join('\n')}\n`;
}
