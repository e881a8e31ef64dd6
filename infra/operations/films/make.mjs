/**
 * Makes the demonstration films of the sample courses: a title card for each lecture of `query-api/data/courses.json`.
 * Run `node infra/operations/films/make.mjs` after a title has changed. It needs Chromium and ffmpeg with libx264, which the
 * product does not need. The films are H.264 in MP4 without sound, which every browser plays. Their index comes first,
 * so that a player can begin before the download ends.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const SECONDS = 8;
const [WIDTH, HEIGHT] = [960, 540];
/** The progress bar, in pixels of the card. */
const BAR = { x: 72, y: 456, width: WIDTH - 144, height: 6 };

const root = new URL('../../../', import.meta.url);
const { courses } = JSON.parse(readFileSync(new URL('query-api/data/courses.json', root), 'utf8'));
const into = fileURLToPath(new URL('frontend/public/films/', root));

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const card = (course, lecture, place) => `<!doctype html><meta charset="utf-8"><style>
  body { margin: 0; width: ${WIDTH}px; height: ${HEIGHT}px; box-sizing: border-box; padding: 64px 72px; }
  body { font-family: "DejaVu Sans", sans-serif; color: #e6fffa; background: #0d3b40; }
  small { display: inline-block; border-radius: 99px; padding: 6px 16px; font-size: 17px; font-weight: 700; }
  small { color: #0d3b40; background: #f2c14e; }
  h2 { margin: 40px 0 8px; font-size: 21px; font-weight: 400; color: #a7d8d3; }
  h1 { margin: 0; font-size: 44px; line-height: 1.25; text-wrap: balance; }
  p { position: absolute; left: 72px; top: 480px; margin: 0; font-size: 17px; color: #a7d8d3; }
</style><small>Demonstration film</small>
<h2>${escaped(course.title)} · lecture ${place} of ${course.lectures.length}</h2><h1>${escaped(lecture.title)}</h1>
<p>The owner of this installation adds the lecture itself.</p>`;

mkdirSync(into, { recursive: true });
const scratch = mkdtempSync(join(tmpdir(), 'films-'));
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
const page = await browser.newPage({ viewport: { width: WIDTH, height: HEIGHT } });
for (const course of courses) {
  for (const [index, lecture] of course.lectures.entries()) {
    const picture = join(scratch, `${lecture._id}.png`);
    await page.setContent(card(course, lecture, index + 1));
    await page.screenshot({ path: picture });
    const { x, y, width, height } = BAR;
    const bar = (colour) => ['-f', 'lavfi', '-i', `color=${colour}:s=${width}x${height}:r=12:d=${SECONDS}`];
    execFileSync(
      'ffmpeg',
      [
        '-y',
        '-v',
        'error',
        '-loop',
        '1',
        '-framerate',
        '12',
        '-t',
        String(SECONDS),
        '-i',
        picture,
        ...bar('0x1d5a60'),
        ...bar('0xf2c14e'),
        // The bar is uncovered from left to right.
        '-filter_complex',
        [
          `[0][2]overlay=${x}:${y}[whole]`,
          `[whole][1]overlay=x='${x}+t/${SECONDS}*${width}':y=${y}[bare]`,
          `[bare]drawbox=x=${x + width}:y=${y}:w=${WIDTH}:h=${height}:color=0x0d3b40:t=fill`,
        ].join(';'),
        '-c:v',
        'libx264',
        '-profile:v',
        'main',
        '-preset',
        'veryslow',
        '-tune',
        'animation',
        '-crf',
        '27',
        '-pix_fmt',
        'yuv420p',
        '-g',
        '96',
        '-movflags',
        '+faststart',
        '-an',
        '-map_metadata',
        '-1',
        '-fflags',
        '+bitexact',
        '-metadata',
        `title=${lecture.title} (demonstration film)`,
        join(into, `${lecture._id}.mp4`),
      ],
      { stdio: 'inherit' },
    );
  }
}
await browser.close();
rmSync(scratch, { recursive: true });
