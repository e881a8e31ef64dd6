/** The steps of an import in their order: what others name comes before them. */
import { sanitise } from 'command-api/http/sanitise';
import { importDrugs, importLists, importMissing, Catalogue } from './catalogue.ts';
import { importCharts, indexCharts } from './charts.ts';
import { allOf, type ImportContext } from './context.ts';
import type { Images } from './images.ts';
import { type Accounts, importStrangers, importTeams, importUsers, noteMembers, People } from './people.ts';

export async function importEverything(
  context: ImportContext,
  { images, say, ...accounts }: Accounts & { readonly images: Images; readonly say: () => void },
): Promise<void> {
  // Its document takes seconds to open, in which the process answers nothing: before the log is asked.
  sanitise('<i>');
  const catalogue = new Catalogue();
  const people = new People();
  const tags = await importLists(context, catalogue);
  await importDrugs(context, catalogue, tags);
  await importUsers(context, accounts, people, catalogue);
  const teams = await allOf(context, 'teams');
  noteMembers(people, teams);
  const index = await indexCharts(context, people, catalogue);
  await importMissing(context, catalogue);
  await importStrangers(context, accounts, people);
  const admins = await importTeams(context, people, teams);
  await importCharts(context, { people, catalogue, images, admins }, index, say);
}
