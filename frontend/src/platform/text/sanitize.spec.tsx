import { expect, test } from 'vitest';
import { isBlank, nodesForReading, sanitize } from './sanitize.ts';

test('HTML of Quill passes unchanged', () => {
  const html =
    '<p>Warfarin <strong>5 mg</strong></p><ol><li data-list="bullet" class="ql-indent-1">INR daily</li></ol>' +
    '<p class="ql-align-right ql-direction-rtl">يراجع غدا</p>';
  expect(sanitize(html)).toBe(html);
});

test('scripts, handlers, images, styles and unsafe links are removed', () => {
  expect(sanitize('<p onclick="x()">a<script>alert(1)</script><img src=x onerror=alert(1)></p>')).toBe('<p>a</p>');
  expect(sanitize('<p style="position:fixed" id="root" data-x="1">b</p>')).toBe('<p>b</p>');
  expect(sanitize('<a href="javascript:alert(1)">c</a>')).not.toContain('javascript');
  expect(
    sanitize('<iframe src="https://example.org"></iframe><svg><a xlink:href="javascript:1">d</a></svg>'),
  ).not.toMatch(/iframe|svg|javascript/);
});

test('classes other than alignment, direction and indent are removed', () => {
  expect(sanitize('<p class="chakra-button ql-align-center ql-hidden">a</p>')).toBe('<p class="ql-align-center">a</p>');
  expect(sanitize('<p class="overlay">a</p>')).toBe('<p>a</p>');
});

test('links open in a new tab without a referrer', () => {
  const shown = document.createElement('div');
  shown.append(nodesForReading('<a href="https://example.org/a">a</a>'));
  expect(shown.innerHTML).toBe('<a href="https://example.org/a" rel="noopener noreferrer" target="_blank">a</a>');
  expect(sanitize('<a href="https://example.org/a" target="_blank">a</a>')).toBe(
    '<a href="https://example.org/a">a</a>',
  );
});

test('an empty editor is blank, a single word is not', () => {
  expect(isBlank('<p><br></p>')).toBe(true);
  expect(isBlank('')).toBe(true);
  expect(isBlank('<p>&nbsp; </p>')).toBe(true);
  expect(isBlank('<p>INR</p>')).toBe(false);
});

test('plain text separates the words of neighbouring paragraphs', () => {});
