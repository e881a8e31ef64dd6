import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { system } from './theme/system.ts';
import { Accordion, AccordionItem, toggled } from './accordion.tsx';

function List() {
  const [open, setOpen] = useState<string[]>(['b']);
  return (
    <ChakraProvider value={system}>
      <Accordion>
        {['a', 'b', 'c'].map((id) => (
          <AccordionItem
            key={id}
            data-item={id}
            head={<span>Head {id}</span>}
            open={open.includes(id)}
            onToggle={() => setOpen(toggled(open, id))}
          >
            <p>Inside {id}</p>
          </AccordionItem>
        ))}
      </Accordion>
    </ChakraProvider>
  );
}
const head = (id: string) => screen.getByRole('button', { name: `Head ${id}` });

test('each item opens and closes under its own heading; a closed body is not mounted', async () => {
  const user = userEvent.setup();
  render(<List />);
  expect(screen.getAllByRole('heading', { level: 3 })).toHaveLength(3);
  expect(screen.getByRole('region', { name: 'Head b' })).toHaveTextContent('Inside b');
  expect(head('b')).toHaveAttribute('aria-controls', screen.getByRole('region').id);
  expect(screen.queryByText('Inside a')).not.toBeInTheDocument();
  await user.click(head('a'));
  expect(screen.getByText('Inside a')).toBeInTheDocument();
  expect(head('a')).toHaveAttribute('aria-expanded', 'true');
  await user.click(head('b'));
  expect(screen.queryByText('Inside b')).not.toBeInTheDocument();
  expect(head('b')).toHaveAttribute('aria-expanded', 'false');
  expect(document.querySelector('[data-item=c]')).toContainElement(head('c'));
  expect([...document.querySelectorAll('[data-item]')].map((item) => item.getAttribute('data-state'))).toEqual([
    'open',
    'closed',
    'closed',
  ]);
});

test('arrows, Home and End move the focus between the heads and stop at the ends', async () => {
  const user = userEvent.setup();
  render(<List />);
  head('a').focus();
  await user.keyboard('{ArrowDown}');
  expect(head('b')).toHaveFocus();
  await user.keyboard('{End}');
  expect(head('c')).toHaveFocus();
  await user.keyboard('{ArrowDown}');
  expect(head('c')).toHaveFocus();
  await user.keyboard('{Home}');
  expect(head('a')).toHaveFocus();
  await user.keyboard('{ArrowUp}{Enter}');
  expect(head('a')).toHaveFocus();
  expect(screen.getByText('Inside a')).toBeInTheDocument();
});
