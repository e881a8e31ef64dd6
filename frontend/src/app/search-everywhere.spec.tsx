import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { TeamsPatient } from 'language/contract/today';
import { expect, test } from 'vitest';
import { team } from '../testing/hospital.ts';
import { mona, serve, visit } from '../testing/screen.tsx';
import './frame.tsx';
import './signed-in-bar.tsx';
import '../features/search-everywhere/search-dialog.tsx';
import '../routes/about/about.tsx';

const patient = (_id: string, over: Partial<TeamsPatient> = {}): TeamsPatient => ({
  _id,
  firstName: _id,
  middleName: '',
  lastName: '',
  fourthName: '',
  birthdate: '1960-02-29',
  medicalRecordNumber: '',
  sex: '',
  team: 't1',
  teamName: 'Adult ICU',
  admission: null,
  room: '',
  bed: '',
  ...over,
});
const drug = { _id: 'd1.0', label: 'Norvasc 5 mg', drug: 'd1', drugLabel: 'Amlodipine', drugTags: [] };

function open(patients: (q: string) => object | Promise<object>) {
  const sent = serve({
    'GET /api/teams': [team],
    'GET /api/drugs': [drug],
    'GET /api/search': ({ search }) => patients(search['q'] ?? ''),
  });
  const page = visit('/about', { as: mona });
  // The key K of an Arabic keyboard.
  const press = () => fireEvent.keyDown(document.body, { key: 'ن', code: 'KeyK', ctrlKey: true });
  const searches = () => sent.filter(({ call }) => call === 'GET /api/search').map(({ search }) => search['q']);
  return { ...page, press, searches };
}

test('Ctrl+K finds patients, drugs and screens; arrows choose, and Enter opens the chart of the current stay', async () => {
  const { user, router, press } = open(() => ({
    patients: [patient('Nora'), patient('Norhan', { admission: 'a7', bed: '12' })],
  }));
  await screen.findByRole('main');
  press();
  const field = await screen.findByRole('combobox', { name: 'Search everywhere' });
  await waitFor(() => expect(field).toHaveFocus());
  await user.keyboard('nor');
  const patients = within(await screen.findByRole('group', { name: 'Patients' }));
  expect(patients.getAllByRole('option').map((one) => one.getAttribute('href'))).toEqual([
    '/patient/Nora',
    '/admissions/a7',
  ]);
  expect(screen.getByRole('option', { name: /Norvasc.*Amlodipine/ })).toHaveAttribute('href', '/drugs/d1.0');
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}');
  expect(screen.getByRole('option', { name: /Norhan/ })).toHaveAttribute('aria-selected', 'true');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(router.state.location.pathname).toBe('/admissions/a7'));
  expect(screen.queryByRole('combobox', { name: 'Search everywhere' })).not.toBeInTheDocument();
});

test('Enter opens no chart before the answer for what is typed has been seen', async () => {
  let answer = (_: object): void => undefined;
  const { user, router, searches } = open((q) =>
    q === 'no' ? { patients: [patient('Nora')] } : new Promise<object>((resolve) => void (answer = resolve)),
  );
  await user.click(await screen.findByRole('button', { name: 'Search patients, drugs and screens' }));
  await user.type(await screen.findByRole('combobox', { name: 'Search everywhere' }), 'no');
  await screen.findByRole('option', { name: /Nora/ });
  await user.keyboard('rh{Enter}');
  await waitFor(() => expect(searches()).toEqual(['no', 'norh']));
  await user.keyboard('{Enter}');
  expect(router.state.location.pathname).toBe('/about');
  answer({ patients: [patient('Norhan')] });
  await screen.findByRole('option', { name: /Norhan/ });
  expect(screen.queryByRole('option', { name: /Nora/ })).not.toBeInTheDocument();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(router.state.location.pathname).toBe('/patient/Norhan'));
});

test('a screen is found by its word in the other language', async () => {
  const { user, press } = open(() => ({ patients: [] }));
  await screen.findByRole('main');
  press();
  await user.type(await screen.findByRole('combobox', { name: 'Search everywhere' }), 'تسليم الوردية');
  expect(await screen.findByRole('option', { name: 'Handover' })).toHaveAttribute('href', '/handover/t1');
});
