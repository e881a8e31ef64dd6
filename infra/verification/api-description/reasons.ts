/** The reasons of refusals as a JSON Schema, from the catalogue of the answers: each with its code and sentence. */
import { catalogue } from 'language/domain/reasons/catalogue';
import { type Row, placeholdersIn } from 'language/domain/reasons/sentence';
import { statusOf } from 'language/contract/problems';
import type { JsonSchema } from './entities.ts';

export const reasonSchema: JsonSchema = {
  type: 'string',
  description: `Why something was refused: stable, and one a sentence. The description of each is its \`message\`,
with the names of its \`values\` in braces (\`x-values\`: their kinds; a \`date\` is YYYY-MM-DD, a \`field\` the name
of a field, a parameter or a header).`,
  oneOf: Object.entries<Row>(catalogue).map(([reason, { code, sentence, singular }]) => {
    const values = placeholdersIn(sentence);
    const text = sentence.replaceAll(/\{(\w+):\w+\}/g, '{$1}');
    return {
      const: reason,
      title: `${statusOf[code]} ${code}`,
      description: singular === undefined ? text : `${text} (1: ${singular})`,
      ...(values.length > 0 && { 'x-values': Object.fromEntries(values.map(({ name, kind }) => [name, kind])) }),
    };
  }),
};
