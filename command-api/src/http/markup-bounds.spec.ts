import { describe, expect, test } from 'vitest';
import { HttpProblem } from 'service-kit/http/http-problem';
import { boundedMarkup } from './markup-bounds.ts';
import { sanitise } from './sanitise.ts';

const times = (count: number, part: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => part(n)).join('');
const refusalOf = (html: string): unknown => {
  try {
    boundedMarkup(html);
    return undefined;
  } catch (error) {
    return error;
  }
};

describe('a text that would block the server is refused before a document is built', () => {
  test.each([
    [
      'formatting left open, and reopened in each paragraph',
      times(2_000, (n) => `<b id=${n}><i id=${n}>`) + times(2_000, () => '<p>x'),
    ],
    [
      'the same behind what only looks like a closing tag',
      times(40, (n) => `<b id=${n}><!--</b>-->`) + times(2_000, () => '<p>x'),
    ],
    ['the same in an attribute', times(40, (n) => `<b id=${n}><u title="</u></b>"></u>`) + times(2_000, () => '<p>x')],
    [
      'formatting that ends with its paragraph, and is reopened in the next',
      times(2_000, (n) => `<p><b id=${n}>x</p>`),
    ],
    ['elements in each other without end', times(15_000, () => '<div>')],
    ['lists in each other without end', times(5_000, () => '<ul><li>')],
    ['closing tags that make elements', `x${times(20_000, () => '</p>')}`],
    ['comments', times(20_000, () => '<!>')],
    ['strange elements beside each other', times(1_500, () => '<x>y</x>')],
    ['comments in a long text', times(500, () => '<!---->') + times(4_000, () => '<u>x</u>y')],
    ['many pieces in a strange element', `<x>${times(4_000, () => '<br>x')}</x>`],
    ['many pieces in a template', `<template>${times(4_000, () => '<x>y')}</template>`],
    ['a tag of thousands of attributes', `<p ${times(20_000, (n) => `a${n} `)}>x</p>`],
    ['a body that is given more and more of them', times(1_000, (n) => `<body a${n}>`)],
    ['drawings in each other', times(5_000, () => '<svg><g>')],
    ['tables in each other', times(3_000, () => '<table><td>')],
  ])('%s', (_, html) => {
    const refusal = refusalOf(html);
    expect(refusal).toBeInstanceOf(HttpProblem);
    expect(refusal).toMatchObject({
      problem: { code: 'invalid', message: expect.stringMatching(/^This text .+ to be saved/) },
    });
    expect(() => sanitise(html)).toThrow(HttpProblem);
  });
});

describe('texts that people write are accepted', () => {
  test.each([
    [
      'as deep as the editor goes',
      '<ol><li data-list="bullet" class="ql-indent-8"><a href="https://example.org">' +
        '<strong><em><u><s><span class="ql-x">INR</span></s></u></em></strong></a></li></ol>',
    ],
    ['a paragraph that is pasted from elsewhere, in its tables', `${times(4, () => '<table><tbody><tr><td><div>')}INR`],
    [
      'a list of a thousand lines, each with formatting',
      `<ol>${times(
        1_000,
        (n) =>
          '<li data-list="ordered" class="ql-align-right ql-direction-rtl">' +
          `<strong>Na ${n}</strong> <em>mmol/l</em></li>`,
      )}</ol>`,
    ],
    [
      'a page of another program, with elements that are not kept',
      times(300, (n) => `<div class="line"><b>Na</b> ${n} <font>mmol/l</font></div>`),
    ],
    ['100 KB of one paragraph', `<p>${'a b '.repeat(25_000)}&amp;</p>`],
  ])('%s', (_, html) => expect(refusalOf(html)).toBeUndefined());
});

test('an unclosed marker is searched once, not from each of its beginnings', () => {
  // From each of its beginnings it would take half a minute.
  const unended = '<span class="ql-ui"'.repeat(20_000);
  expect(sanitise(unended)).toBe('');
});
