import { test } from 'vitest';
import { specificationOf } from '../testing/specification.ts';
import { by, people } from '../testing/people.ts';
import { noClassification } from './classification.ts';
import { setClassification } from './decide-classification.ts';
import { evolve, initial } from './state.ts';
import { created } from './team.testdata.ts';

const given = specificationOf({ initial, evolve });
const classification = { ...noClassification, pcne: true };

test("the team's admin sets the classification, once", () => {
  given(created)
    .when(setClassification, by(people.teamAdmin, { teamId: 't', classification }))
    .then({ type: 'TeamClassificationSet', data: classification });
  given(created)
    .when(setClassification, by(people.teamAdmin, { teamId: 't', classification: noClassification }))
    .thenNothing();
  given(created)
    .when(setClassification, by(people.teammate, { teamId: 't', classification }))
    .thenRejected('forbidden', 'Not allowed');
});
