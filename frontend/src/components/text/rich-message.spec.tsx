import { render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { chooseLanguage } from '../../platform/language/language.ts';
import { RichMessage } from './rich-message.tsx';

afterEach(() => chooseLanguage('en'));

const text = (node: HTMLElement): string => node.textContent ?? '';

test('an element is at the place of its value', () => {
  const { container } = render(
    <RichMessage
      id="access.openedChartAdmitted"
      values={{ date: '2026-03-02' }}
      elements={{ patient: <a href="/patient">Mona Adel</a> }}
    />,
  );
  expect(text(container)).toBe('Opened the chart of Mona Adel, admitted 2026-03-02');
  expect(container.querySelector('a')?.textContent).toBe('Mona Adel');
});

test('several elements keep the order of the message', () => {
  const { container } = render(
    <RichMessage id="audit.fromTo" elements={{ is: <b>D</b>, was: <s>C</s>, what: 'Severity' }} />,
  );
  expect(text(container)).toBe('Severity C → D');
});

test('in a language from right to left an element has no isolates beside it: it is isolated by itself', async () => {
  await chooseLanguage('ar');
  const { container } = render(<RichMessage id="app.userMenu" elements={{ name: <bdi>Mona</bdi> }} />);
  expect(container.querySelector('bdi')?.textContent).toBe('Mona');
  expect(text(container)).not.toMatch(/[\u2068\u2069\uE000]/);
});
