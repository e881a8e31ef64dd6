import { expect, test } from 'vitest';
import { measure } from './budgets.mjs';

const kilo = {
  'react.js': 90,
  'index.js': 20,
  'landing.js': 5,
  'field.js': 10,
  'query.js': 12,
  'frame.js': 3,
  'dates.js': 4,
  'team.js': 7,
  'admission.js': 30,
  'badge.js': 1,
  'toast.js': 2,
  'editor.js': 60,
  'chart.js': 150,
  'a.css': 2,
  'b.css': 1,
} as Record<string, number>;
const manifest = {
  'index.html': {
    file: 'index.js',
    imports: ['_react.js'],
    dynamicImports: [
      'src/app/frame.tsx',
      'src/routes/account/landing.tsx',
      'src/routes/team/team.tsx',
      'src/routes/admission/admission.tsx',
    ],
  },
  '_react.js': { file: 'react.js' },
  '_field.js': { file: 'field.js', imports: ['_react.js'] },
  '_query.js': { file: 'query.js', imports: ['_react.js'] },
  '_dates.js': { file: 'dates.js' },
  'src/routes/account/landing.tsx': { file: 'landing.js', imports: ['index.html', '_field.js'] },
  'src/app/frame.tsx': { file: 'frame.js', imports: ['_query.js'] },
  'src/routes/team/team.tsx': {
    file: 'team.js',
    imports: ['index.html', '_query.js', '_dates.js', '_field.js'],
    css: ['a.css'],
  },
  'src/routes/admission/admission.tsx': {
    file: 'admission.js',
    imports: ['index.html', '_query.js'],
    dynamicImports: ['src/components/rich-text/rich-text-editor.tsx'],
  },
  'src/app/live-badge.tsx': { file: 'badge.js' },
  'src/components/toasts/toast-host.tsx': { file: 'toast.js', imports: ['_field.js'] },
  'src/routes/team/team-tab.tsx': { file: 'chart.js', imports: ['src/routes/team/team.tsx'] },
  'src/components/rich-text/rich-text-editor.tsx': {
    file: 'editor.js',
    imports: ['_react.js', '_dates.js'],
    css: ['a.css', 'b.css'],
  },
  'src/components/bar-chart/bar-chart-drawing.tsx': { file: 'chart.js', imports: ['_react.js'] },
};
const found = (manifested: Parameters<typeof measure>[0] = manifest) =>
  Object.fromEntries(
    measure(manifested, (file) => (kilo[file] ?? 0) * 1000).map(({ what, kilobytes }) => [what, kilobytes]),
  );

test('a screen has the weight of its own and shared chunks beyond the first load and the frame', () => {
  expect(found()).toEqual({
    'first load: entry and login': 125,
    'frame of the screens with data': 15,
    'screen admission': 30,
    'screen team': 11,
    'an admission as it opens, all of it': 168,
    editor: 64,
    chart: 150,
    'styles, all of them': 3,
  });
});
test('a chunk that moves into the first load counts there', () => {
  const eager = { ...manifest, 'index.html': { ...manifest['index.html'], imports: ['_react.js', '_query.js'] } };
  expect(found(eager)).toMatchObject({ 'first load: entry and login': 137, 'frame of the screens with data': 3 });
});
test('the words of a language are measured by their parts', () => {
  const words = { 'virtual:messages/ar/rest': { file: 'badge.js', src: 'virtual:messages/ar/rest' } };
  expect(found({ ...manifest, ...words })).toMatchObject({ 'words ar/rest': kilo['badge.js'] });
});
test('a build without one of the parts fails', () => {
  const { 'src/app/frame.tsx': _, ...without } = manifest;
  expect(() => found(without)).toThrow('The build has no src/app/frame.tsx');
});
