import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { sources, violations } from './imports.mjs';

const found = (path: string, text: string): number => violations([{ path, text }]).length;

test.each([
  ['command-api/language/src/domain/team/decide.ts', "import { Pool } from 'pg';"],
  ['command-api/language/src/domain/team/decide.ts', "import { readFile } from 'node:fs/promises';"],
  ['command-api/language/src/domain/team/decide.ts', "import { handle } from '../../handle.ts';"],
  ['command-api/language/src/contract/bodies/users.ts', "import Koa from 'koa';"],
  ['frontend/src/features/reviews/api.ts', "import { createSessions } from 'service-kit/security/sessions';"],
  ['frontend/src/features/reviews/api.ts', "import { decide } from 'language/domain/admission/decide';"],
  ['frontend/src/features/reviews/api.ts', "import { NoteEditor } from '../notes/NoteEditor.tsx';"],
  ['frontend/src/sync/live/live-connection.ts', "import { list } from '../../features/reviews/api.ts';"],
  ['frontend/src/components/page.tsx', "export { list } from '../features/reviews/api.ts';"],
  ['frontend/src/platform/session.ts', "import type { Live } from '../sync/live/live-connection.ts';"],
  ['query-api/src/http/admissions/reviews.ts', "import { project } from 'projections/read-models/clinical/project';"],
  [
    'query-api/src/http/admissions/reviews.ts',
    "import { project } from '../../../../projections/src/catch-up/worker.ts';",
  ],
  ['query-api/src/http/admissions/reviews.ts', "import { startTestEnvironment } from 'projections/testing';"],
  ['projections/src/catch-up/worker.ts', "import { rooms } from 'query-api/live';"],
  ['projections/src/catch-up/worker.ts', "const { handle } = await import('command-api/handle');"],
  ['projections/src/catch-up/worker.ts', "type Handle = import('command-api/handle').Handle;"],
  ['projections/src/catch-up/worker.ts', "const text = `\n`; export * from 'command-api/handle';"],
  ['projections/src/catch-up/worker.ts', "import {\n  START,\n  END,\n} from '@eventstore/db-client';"],
  ['query-api/src/main.ts', "import '@eventstore/db-client';"],
  ['command-api/src/main.ts', "import { startPostgres } from 'infra/runtime/start/postgres';"],
  ['command-api/src/main.ts', "import { startRedis } from 'service-kit/testing/redis';"],
  ['query-api/src/main.ts', "import { createCommandApi } from 'command-api/http/app';"],
  ['query-api/src/http/reads.int.spec.ts', "import { routes } from 'command-api/http/app';"],
  ['infra/service-kit/src/http/api-app.ts', "import { routes } from 'command-api/http/app';"],
  ['infra/service-kit/src/http/api-app.ts', "import { READ_SCHEMA } from 'projections/schema/version';"],
  ['infra/service-kit/src/http/api-app.ts', "import { start } from '../../../start/launcher.ts';"],
  ['infra/runtime/start/launcher.ts', "import { createLogger } from '../../service-kit/src/process/logger.ts';"],
])('%s may not: %s', (path, text) => expect(found(path, text)).toBe(1));

test.each([
  [
    'command-api/language/src/domain/team/decide.ts',
    "import * as z from 'zod';\nimport { Rejection } from '../command.ts';",
  ],
  ['command-api/language/src/domain/team/decide.spec.ts', "import fc from 'fast-check';"],
  ['infra/service-kit/src/event-log/eventstoredb.ts', "import { EventStoreDBClient } from '@eventstore/db-client';"],
  [
    'frontend/src/features/reviews/api.ts',
    "import type { Review } from 'language/contract/entities';\n" +
      "import { severities } from 'language/domain/values/codes';",
  ],
  [
    'frontend/src/features/reviews/ReviewList.tsx',
    "import { list } from './api.ts';\nimport { Page } from '../../components/page.tsx';",
  ],
  [
    'query-api/src/http/admissions/reviews.ts',
    "import { READ_SCHEMA } from 'projections/schema/version';\n// import { x } from 'infra/x';",
  ],
  ['query-api/src/http/reports/reports.int.spec.ts', "import { startTestEnvironment } from 'projections/testing';"],
  ['projections/src/catch-up/worker.ts', "import { LogUnavailable } from 'service-kit/event-log/port';"],
  ['projections/src/worker.int.spec.ts', "import { startRedis } from 'service-kit/testing/redis';"],
  ['infra/verification/bench/images/main.ts', "import { readPicture } from 'command-api/images/picture';"],
])('%s may: %s', (path, text) => expect(violations([{ path, text }])).toEqual([]));

test('a file that cannot be parsed fails the check', () => {
  expect(() => violations([{ path: 'query-api/src/main.ts', text: 'import {' }])).toThrow('query-api/src/main.ts');
});

test('every file of every package is read', () => {
  const files = sources(fileURLToPath(new URL('../../..', import.meta.url)));
  expect(files.length).toBeGreaterThan(1_200);
  const folders = new Set(files.map(({ path }) => path.split('/src/')[0]));
  expect([...folders]).toEqual(
    expect.arrayContaining(['command-api', 'projections', 'query-api', 'frontend', 'infra/service-kit']),
  );
});
