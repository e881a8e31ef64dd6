import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '../testing/component.tsx';
import { TemplateText } from './template-text.tsx';

const text = (html: string) => <TemplateText label="Text" html={html} defaultHtml={html} onIdle={() => undefined} />;

test('a template with a value of a patient is warned about, with what would be taken out', async () => {
  show(text('<p>CrCl 25 mL/min: 500 mg</p>'));
  expect(screen.getByRole('status')).toHaveTextContent(/values of one patient.*CrCl ___ mL\/min: 500 mg/);
});

test('a template with marks is not warned about, and a button puts a mark into it', async () => {
  const { user } = show(text('<p>CrCl {crcl}: 500 mg</p>'));
  expect(screen.getByRole('status')).toHaveTextContent(/^Marks such as \{crcl\}/);
  await user.click(await screen.findByRole('button', { name: '{weight}: weight, with its day' }));
  expect(screen.getByRole('textbox', { name: 'Text' })).toHaveTextContent('{weight}');
});
