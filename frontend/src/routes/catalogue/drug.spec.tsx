import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { reads } from '../../testing/component.tsx';
import { warfarin } from '../../testing/drug-form.tsx';
import { mona } from '../../testing/hospital.ts';
import { serve, visit } from '../../testing/screen.tsx';
import './drug.tsx';

const drug = {
  ...warfarin,
  compatibility: [{ drug: 'x2', category: 'Interaction', note: 'INR rises' }],
};
const catalogue = {
  'GET /api/drugs': [{ _id: 'x2.1', label: 'Cordarone', drug: 'x2', drugLabel: 'Amiodarone', drugTags: [] }],
  'GET /api/errtypes': [{ _id: 't1', label: 'Overdose', version: 1 }],
  'GET /api/tags': [{ _id: 'g1', label: 'anticoagulant', version: 1 }],
  'GET /api/users/me': { ...mona, email: 'mona@demo.test' },
  'GET /api/teams': [{ _id: 't1', name: 'Adult ICU', members: [] }],
};

test('the page says what the catalogue has, without a form, and leads to who is on the drug', async () => {
  serve({ ...catalogue, 'GET /api/drugs/tradeId/x1.2': drug });
  visit('/drugs/x1.2', { as: mona });
  expect(await screen.findByRole('heading', { level: 1, name: 'Warfarin' })).toBeInTheDocument();
  for (const text of ['INR daily', 'Amiodarone', 'Interaction', 'INR rises', 'anticoagulant', 'Overdose', 'Child'])
    expect(await screen.findByText(reads(text))).toBeInTheDocument();
  expect(screen.getByText('Hold warfarin')).toBeInTheDocument();
  expect(screen.getByText(reads('Marevan 5 mg')).closest('li')).toHaveAttribute('aria-current', 'true');
  expect(await screen.findByRole('link', { name: 'in Adult ICU' })).toHaveAttribute(
    'href',
    '/drug-use/t1?substance=x1',
  );
  expect(screen.queryByRole('form')).not.toBeInTheDocument();
});

test('a trade label that no drug has is told', async () => {
  serve(catalogue);
  visit('/drugs/x9.9', { as: mona });
  expect(await screen.findByText('No drug has this trade label')).toBeInTheDocument();
});
