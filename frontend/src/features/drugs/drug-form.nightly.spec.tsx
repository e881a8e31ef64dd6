import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { languages } from 'virtual:languages';
import { chosenLanguage, showLanguage } from '../../platform/language/language.ts';
import { warfarin, open, answer } from '../../testing/drug-form.tsx';
import { refusal } from '../../testing/screen.tsx';

const showIn = (code: string) => act(() => showLanguage(chosenLanguage(languages.find((one) => one.code === code)!)));

test('templates are read-only until one is opened, and a child’s is marked', async () => {
  const { user, asked } = open(warfarin, { 'PUT /api/drugs': ({ body }) => answer(body as object) });
  const template = screen.getByRole('listitem', { name: 'Error template 1' });
  expect(template).toHaveTextContent('Hold warfarin');
  expect(template).toHaveTextContent('Child');
  await user.click(within(template).getByRole('button', { name: 'Edit: Error template 1' }));
  await user.selectOptions(within(template).getByLabelText('Error type*'), 'Allergy');
  await user.click(within(template).getByLabelText('Adult'));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(asked()).toHaveLength(1));
  expect(asked()[0]!.body).toMatchObject({
    errTemps: [{ errType: 't2', isAdult: true, label: '<p>Hold warfarin</p>' }],
  });
});

test('a tag is found by typing and removed by its own button', async () => {
  const { user, asked } = open(warfarin, { 'PUT /api/drugs': ({ body }) => answer(body as object) });
  await user.click(await screen.findByRole('button', { name: 'Remove tag anticoagulant' }));
  const field = screen.getByRole('combobox', { name: 'Add a tag' });
  await user.click(field);
  fireEvent.change(field, { target: { value: 'high' } });
  await user.click(await screen.findByRole('option', { name: /high alert/ }));
  expect(screen.getByRole('button', { name: 'Remove tag high alert' })).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(asked()).toHaveLength(1));
  expect(asked()[0]!.body).toMatchObject({ tags: ['g2'] });
});

test('a category is saved in English and shown in the language of the page, an old Arabic one as it is', async () => {
  onTestFinished(() => showIn('en'));
  await showIn('ar');
  const { user, asked } = open(
    {
      ...warfarin,
      compatibility: [
        { drug: 'x2', category: 'Incompatible', note: '' },
        { drug: 'x2', category: 'غير متوافق', note: '' },
      ],
    },
    { 'PUT /api/drugs': ({ body }) => answer(body as object) },
  );
  const [first, second] = screen.getAllByRole('combobox', { name: /^الفئة/ });
  expect([first, second]).toMatchObject([{ value: 'غير متوافق' }, { value: 'غير متوافق' }]);
  await user.clear(first!);
  await user.type(first!, 'Interaction');
  expect(first).toHaveValue('Interaction');
  await user.tab();
  expect(first).toHaveValue('تداخل دوائي');
  await user.clear(second!);
  await user.type(second!, 'متوافق');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(asked()).toHaveLength(1));
  expect(asked()[0]!.body).toMatchObject({
    compatibility: [
      { drug: 'x2', category: 'Interaction', note: '' },
      { drug: 'x2', category: 'Compatible', note: '' },
    ],
  });
});

test('a refusal is shown in place, and what was typed stays', async () => {
  const { user } = open(warfarin, {
    'PUT /api/drugs': () =>
      refusal(400, {
        message: 'Every trade label may stand only once',
        code: 'invalid',
        fields: { tradeLabels: 'Every trade label may stand only once' },
      }),
  });
  fireEvent.change(screen.getByLabelText('Tips'), { target: { value: 'Mine' } });
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Every trade label may stand only once');
  expect(screen.getByLabelText('Tips')).toHaveValue('Mine');
});
