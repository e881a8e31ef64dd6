/** For specs of the reviews of a chart: opens them, and the dialog of the chat assistant. */
import { screen, within } from '@testing-library/react';
import { onTestFinished, vi } from 'vitest';
import type { openChart } from './chart.ts';

export const inReview = (id: string) => within(document.querySelector<HTMLElement>(`[data-review="${id}"]`)!);
export const expandAll = async (user: ReturnType<typeof openChart>['user']) =>
  user.click(await screen.findByRole('checkbox', { name: 'Expand All' }));

/** The window that the browser opens, and what is done with it. */
export function chatWindow() {
  const chat = {
    opener: window as Window | null,
    location: { replace: vi.fn<(address: string) => void>() },
    close: vi.fn<() => void>(),
  };
  const open = vi.spyOn(window, 'open').mockReturnValue(chat as unknown as Window);
  onTestFinished(() => open.mockRestore());
  return { chat, open };
}
export const config = { 'GET /api/config': { chatUrl: 'https://chat.test/?ask={prompt}' } };
export async function ask(user: ReturnType<typeof openChart>['user']) {
  await user.click(await screen.findByRole('button', { name: 'Ask' }));
  return screen.findByRole('dialog', { name: 'Ask the chat assistant' });
}
