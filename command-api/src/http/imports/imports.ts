/** Import of tables (docs/product.md, "Import of tables"): a file is read, and its rows come back as commands. */
import type { Context } from 'koa';
import * as importCalls from 'language/contract/calls/imports';
import { ImportRows, KeepImportSource, ReadTable } from 'language/contract/bodies/imports';
import { type ColumnDates, importLimits, type ImportKind, type TableFile } from 'language/contract/imports';
import { refusal } from 'language/domain/reasons/refusal';
import { callerOf, forbidden, HttpProblem } from 'service-kit/http/http-problem';
import { limitPerUser } from 'service-kit/concurrency/semaphore';
import { validInput } from 'service-kit/http/validate-input';
import { columnsByHeading } from '../../imports/headings.ts';
import { ordersIn } from '../../imports/dates.ts';
import { importEach } from '../../imports/import-rows.ts';
import { readTable } from '../../imports/read-table.ts';
import { command, type CommandRequest, type CommandRoute } from '../command-route.ts';
import { createFileMemory, filesOf } from '../images/uploaded-files.ts';
import { actorInTeam, requireAdminAccount } from '../rights.ts';

/** @throws HttpProblem 403, 404 as for a command of this kind */
async function requireImporter(
  who: Pick<CommandRequest<unknown>, 'dependencies' | 'caller' | 'teamHeader'>,
  { team, kind }: { readonly team: string; readonly kind: ImportKind },
): Promise<string> {
  if (kind === 'drugs') {
    await requireAdminAccount(who);
    return '';
  }
  if (!(await actorInTeam(who, team)).canEdit) throw forbidden();
  return team;
}

const memory = createFileMemory(4 * importLimits.file);
const fewOfOnePerson = limitPerUser(2, refusal('own-uploads-under-way'));

/** The file is in memory while it is read, and nowhere after that. */
export const importFileRoutes = [
  {
    call: importCalls.readTable,
    input: ReadTable,
    answer: (dependencies) => async (ctx: Context) => {
      const caller = callerOf(ctx);
      const asked = validInput(ReadTable, ctx.query);
      const who = { dependencies, caller, teamHeader: ctx.get('team') || undefined };
      const team = await dependencies.logRestarts.repeated(() => requireImporter(who, asked));
      const table = await fewOfOnePerson(caller.userId, async () => {
        const tooLarge = refusal('table-file-too-large', { megabytes: importLimits.file / 1024 / 1024 });
        for await (const bytes of filesOf(ctx.req, {
          field: 'file',
          files: 1,
          bytes: importLimits.file,
          memory,
          tooLarge,
        }))
          return readTable(bytes, asked);
        throw new HttpProblem(refusal('no-table-sent'), { field: 'file' });
      });
      const dates: Record<string, ColumnDates> = {};
      for (const [column] of table.headings.entries()) {
        const cells = table.rows.map(({ row, cells }) => ({ row, text: cells[column] ?? '' }));
        const found = ordersIn(cells, dependencies.today());
        if (found) dates[column] = found;
      }
      ctx.body = {
        ...table,
        columns: columnsByHeading(asked.kind, table.headings),
        dates,
        sources: await dependencies.importSources.list(team, asked.kind),
      } satisfies TableFile;
      ctx.status = 201;
    },
  },
] satisfies readonly CommandRoute[];

export const importRoutes = [
  command(importCalls.importRows, {
    body: ImportRows,
    async answer(request) {
      await requireImporter(request, request.body);
      return { rows: await importEach(request, request.dependencies.today()) };
    },
  }),
  command(importCalls.keepImportSource, {
    body: KeepImportSource,
    async answer(request) {
      const { importSources, requireRoom } = request.dependencies;
      const { kind, name, headings, dateOrders } = request.body;
      const team = await requireImporter(request, request.body);
      if (Object.keys(headings).length === 0) await importSources.remove(team, kind, name);
      else {
        await requireRoom();
        await importSources.keep(team, kind, { name, headings, dateOrders } as Parameters<
          typeof importSources.keep
        >[2]);
      }
      return { sources: await importSources.list(team, kind) };
    },
  }),
];
