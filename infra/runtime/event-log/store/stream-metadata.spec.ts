import { describe, expect, test } from 'vitest';
import { DELETED } from './event.ts';
import { DELETING_METADATA, isDeleted, NO_METADATA, recreatedFrom, streamMetadataOf } from './stream-metadata.ts';

const metadataOf = (json: string, isJson = true) => streamMetadataOf({ data: Buffer.from(json), isJson });

describe('stream metadata say', () => {
  test('the number, the age and the first of the visible events', () => {
    expect(metadataOf('{"$maxCount":3,"$maxAge":2,"$tb":7,"own":{"$tb":1}}')).toEqual({
      maxCount: 3n,
      maxAge: 2_000,
      truncateBefore: 7n,
    });
  });

  test('that the stream is deleted, by the largest revision and no other', () => {
    expect(isDeleted(streamMetadataOf({ data: DELETING_METADATA, isJson: true }))).toBe(true);
    expect(metadataOf(`{"$tb":${DELETED}}`).truncateBefore).toBe(DELETED);
    expect(metadataOf(`{"$tb":${DELETED + 1n}}`)).toEqual(NO_METADATA);
    expect(metadataOf(`{"$tb":${DELETED - 1n},"note":"${DELETED}"}`).truncateBefore).toBe(DELETED - 1n);
  });

  test.each([
    '',
    'no json',
    '[]',
    '"text"',
    '{"$maxCount":"3"}',
    '{"$maxCount":1.5}',
    '{"$tb":1e30}',
    '{"$maxCount":3,"$maxAge":null}',
    '{"$maxCount":3.0}',
    '{"$maxCount":03}',
    '{"$maxCount":3,"$cacheControl":"1"}',
    '{"$maxCount":3,"$acl":{"$r":3}}',
    '{"$maxCount":3,"$acl":{"$x":"all"}}',
    '{"$maxCount":3,"$maxAge":922337203686}',
  ])('nothing by %s', (json) => {
    expect(metadataOf(json)).toEqual(NO_METADATA);
  });

  test('the same with members that are stored and not used', () => {
    expect(
      metadataOf('{"$maxCount":3,"$cacheControl":5,"$tmp":false,"$acl":{"$r":"$all","$w":["$ops","a"]},"own":1.5}')
        .maxCount,
    ).toBe(3n);
  });

  test('nothing by numbers below one, and nothing as bytes', () => {
    expect(metadataOf('{"$maxCount":0,"$maxAge":-1,"$tb":-1}')).toEqual(NO_METADATA);
    expect(metadataOf('{"$maxCount":3}', false)).toEqual(NO_METADATA);
  });
});

test('the other metadata of a stream stay when it is written again', () => {
  expect(
    Buffer.from(recreatedFrom(Buffer.from('{"$tb":9223372036854775807,"$maxCount":5,"own":"ملاحظة"}'), 4n)!).toString(),
  ).toBe('{"$tb":4,"$maxCount":5,"own":"ملاحظة"}');
  for (const none of ['no json', '[1]', 'null', '7', '"text"'])
    expect(recreatedFrom(Buffer.from(none), 4n)).toBeUndefined();
});

test('the other metadata keep all digits and letters', () => {
  const kept = (members: string): void =>
    expect(Buffer.from(recreatedFrom(Buffer.from(`{${members},"$tb":9}`), 9007199254740993n)!).toString()).toBe(
      `{${members},"$tb":9007199254740993}`,
    );
  kept('"own":9007199254740993,"list":[-12345678901234567890,1.50,2E+3,{"$tb":3}]');
  kept('"text":"1.50 \\"2\\" \\\\","__proto__":{"4":null}');
});
