import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { line, page, open } from '../../testing/security-log.ts';

test('filters are asked for and kept in the address; a line leads to its person', async () => {
  const { user, asked, router } = open(page(line()), '/security-log?group=team');
  await waitFor(() => expect(asked()).toEqual([{ group: 'team' }]));
  await user.selectOptions(await screen.findByLabelText('Outcome'), 'Refused');
  await user.selectOptions(screen.getByLabelText('What'), 'Sign-ins and sessions');
  await user.type(screen.getByLabelText('Network address'), '10.0.0.7{Enter}');
  await waitFor(() => expect(asked().at(-1)).toEqual({ group: 'signIn', outcome: 'refused', address: '10.0.0.7' }));
  await user.click(screen.getByRole('button', { name: 'Only lines of Mona Farouk' }));
  await waitFor(() => expect(router.state.location.search).toContain('person=u2'));
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  await waitFor(() => expect(router.state.location.search).toBe(''));
  expect(screen.getByLabelText('Network address')).toHaveValue('');
});

test('newer lines are shown by a button, and older ones by another', async () => {
  let newest = [line()];
  const { user } = open((search) => {
    if (search['newerThan'] !== undefined) return { newer: 8 - Number(search['newerThan']) };
    return search['cursor'] === '7' ? page(line({ number: 1, device: 'curl' })) : { ...page(...newest), next: '7' };
  });
  await user.click(await screen.findByRole('button', { name: 'Older lines' }));
  await screen.findByText('curl');
  newest = [line({ number: 8, device: 'Safari' }), line()];
  await user.click(await screen.findByRole('button', { name: '1 newer line' }));
  await screen.findByText('Safari');
  await waitFor(() => expect(screen.queryByRole('button', { name: /newer/ })).toBeNull());
});
