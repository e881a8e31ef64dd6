import { expect, test } from 'vitest';
import { recorded } from '../testing/specification.ts';
import type { UserEvent } from './events.ts';
import { touchedBy } from './touched.ts';

const events: UserEvent[] = [
  {
    type: 'UserProfileChanged',
    data: { firstName: '', lastName: '', phone: '', phoneNormalised: '', title: '', about: '' },
  },
  { type: 'RecommendationWritten', data: { recommendationId: 'mona.1', recommenderId: 'omar', recommendation: '' } },
  { type: 'RecommendationPublished', data: { recommendationId: 'mona.1' } },
  { type: 'UserErrorTemplateDeleted', data: { templateId: 't1' } },
];

test('every event of a person touches that person only', () => {
  for (const event of recorded(events)) expect(touchedBy('mona', event)).toEqual(['user:mona']);
});
