/** The table as the page `docs/rights.md`. */
import { fhirResourceTypes } from 'language/domain/values/codes';
import { hospitalCommands } from 'language/domain/values/hospital-interface';
import { families, roleNames, roles, type Row } from './table.ts';

const heading = `# Rights

Each call of the product, with the status of its answer for each role. This page is generated from
\`infra/verification/rights/table.ts\`: change the table, then run \`npx vitest run --project unit infra/verification/rights -u\`. A test asks the
running product for each cell ([how](../infra/verification/rights/README.md)).

- **200** done, **201** made.
- **400** the request is invalid.
- **401** not signed in (\`Not authorized, token failed\`). On a live connection: the connection is refused.
- **403** not allowed.
- **404** does not exist, or not for this person. The two answers are identical. On a live connection: \`Not found\`.
- **409** allowed, but impossible in the current state.

A refused call writes nothing.

## Roles

`;

const who = roleNames.map((role) => `- **${roles[role].name}**: ${roles[role].who}.`).join('\n');
const columns = `

Two more columns:

- **Ended session**: with a token that was signed out, has expired, or never existed.
- **Another team's header**: a role that may do it otherwise sends the \`team\` header of another team. A dash: the call
  concerns no team, and the header has no effect.

In a team that requires a second factor, members without one, its admin too, get **403** (\`second-factor-required\`) for
each call about the team, in place of the status below. A test asks for each.
`;

const header = ['What', 'Call', ...roleNames.map((role) => roles[role].name), 'Ended session', "Another team's header"];

const lineOf = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

export function page(): string {
  return (
    heading +
    who +
    columns +
    families
      .map(
        ({ title, rows }) =>
          `\n## ${title}\n\n` +
          `${[lineOf(header), lineOf(header.map(() => '---')), ...rows.map(cells)].join('\n')}\n${reasons(rows)}`,
      )
      .join('') +
    hospital +
    systems
  );
}

const readOf: Readonly<Record<(typeof fhirResourceTypes)[number], string>> = {
  Patient: 'patients of the teams, and those with an admission in them',
  Encounter: 'admissions of the teams',
  MedicationStatement: 'admissions of the teams',
  AllergyIntolerance: 'patients of the teams',
  Observation: 'admissions of the teams',
  DetectedIssue: 'admissions of the teams',
  Provenance: 'admissions and patients of the teams',
};

const hospital = `
## Hospital interface

The actor of what the hospital's other systems report ([interfaces](interfaces.md#hl7-v2-messages)). It has no account, no session
and no call. It may give these commands alone, in the teams alone that the mapping names. Each other command is refused.

| Command | |
| --- | --- |
${Object.entries(hospitalCommands)
  .map(([name, words]) => lineOf([`\`${name}\``, words]))
  .join('\n')}
`;

const systems = `
## Systems that read by FHIR

With \`FHIR=on\` ([interfaces](interfaces.md#fhir)). A system has no account, no session and no call of the tables above; a session opens
no address of FHIR. Its token names teams and kinds of resources, never more than its entry in \`FHIR_CLIENTS\`; without the entry
the token is **401**. Everything else of FHIR is **405**.

| Read | Of | Otherwise |
| --- | --- | --- |
${fhirResourceTypes.map((type) => lineOf([`\`GET /fhir/${type}\`, \`GET /fhir/${type}/{id}\``, readOf[type], 'Without the scope **403**; of another team **404**, and not found by a search'])).join('\n')}
| \`POST /fhir/token\` | each system of \`FHIR_CLIENTS\` with its secret | **401**; a wider scope **400** |
| \`GET /fhir/metadata\` | everybody | |
`;

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
