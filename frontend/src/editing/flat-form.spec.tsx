import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { isFlatDraft, useFlatForm } from './flat-form.tsx';

const open = () =>
  renderHook(({ name, version }) => useFlatForm({ name, title: '' }, version), {
    initialProps: { name: 'Mona', version: 1 },
  });

test('only fields that differ are changed, and a value typed back is no change', () => {
  const { result } = open();
  act(() => result.current.change({ name: 'Muna' }));
  expect(result.current).toMatchObject({ isDirty: true, changed: { name: 'Muna' }, base: { version: 1 } });
  act(() => result.current.change({ name: 'Mona' }));
  expect(result.current).toMatchObject({ isDirty: false, changed: {} });
});
test('a newer version replaces what was only read, and never what was typed', () => {
  const { result, rerender } = open();
  rerender({ name: 'Mona A.', version: 2 });
  expect(result.current).toMatchObject({ draft: { name: 'Mona A.' }, base: { version: 2 } });
  act(() => result.current.change({ title: 'Dr' }));
  rerender({ name: 'Mona B.', version: 3 });
  expect(result.current).toMatchObject({
    draft: { name: 'Mona A.', title: 'Dr' },
    base: { version: 2 },
    changed: { title: 'Dr' },
  });
});
test('a draft of before a field existed is usable, and the form takes that field from what is saved', () => {
  const stored: unknown = { was: { name: 'Mona' }, changed: { name: 'Muna' } };
  if (!isFlatDraft({ name: '', title: '' })(stored)) throw new Error('The draft is refused');
  const { result } = renderHook(() => useFlatForm({ name: 'Mona A.', title: 'Dr' }, 2, { draft: stored, version: 1 }));
  const expected = { draft: { name: 'Muna', title: 'Dr' }, changed: { name: 'Muna' }, base: { version: 1 } };
  expect(result.current).toMatchObject(expected);
  act(() => result.current.take({ name: 'Mona B.', title: 'Prof' }, 3));
  act(() => result.current.restore(stored, 1));
  expect(result.current).toMatchObject({ ...expected, draft: { name: 'Muna', title: 'Prof' } });
});
