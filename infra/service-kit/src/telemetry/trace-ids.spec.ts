import { expect, test } from 'vitest';
import {
  appendSpanId,
  parseTraceparent,
  projectionSpanId,
  streamTypeOf,
  traceIdOf,
  traceparentOf,
} from './trace-ids.ts';

const commandId = '7d0e2c1c-8a55-5f35-9d35-0c1e0a6c8a11';

test("a command's trace has its id", () => {
  expect(traceIdOf(commandId)).toBe('7d0e2c1c8a555f359d350c1e0a6c8a11');
});

test('each process finds the same span of an append, another one for another stream', () => {
  expect(appendSpanId(commandId, 'admission-1')).toMatch(/^[0-9a-f]{16}$/);
  expect(appendSpanId(commandId, 'admission-1')).toBe(appendSpanId(commandId, 'admission-1'));
  const others = [
    appendSpanId(commandId, 'patient-1'),
    projectionSpanId(commandId, 'admission-1', 'clinical'),
    projectionSpanId(commandId, 'admission-1', 'audit'),
  ];
  expect(new Set([appendSpanId(commandId, 'admission-1'), ...others]).size).toBe(4);
});

test('a header is read as it was written, and anything else is none', () => {
  const ids = { traceId: traceIdOf(commandId), spanId: appendSpanId(commandId, 'admission-1') };
  expect(parseTraceparent(traceparentOf(ids))).toEqual(ids);
  for (const text of [undefined, '', 'nonsense', '00-short-ids-01', `00-${'Z'.repeat(32)}-${'0'.repeat(16)}-01`])
    expect(parseTraceparent(text)).toBeUndefined();
});

test('a stream has a type, which is no id', () => {
  expect(['admission-a-b-c', 'access-t-2026-01', 'catalogue'].map(streamTypeOf)).toEqual([
    'admission',
    'access',
    'catalogue',
  ]);
});
