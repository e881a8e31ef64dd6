/** Templates that people of the demo have saved for themselves, in the language in which they write. */
import type { Catalogue } from './catalogue.ts';
import { idsOf } from './demo-charts.ts';
import type { DemoTeam } from './demo-people.ts';
import { rosters } from './demo-shifts.ts';
import type { Times } from './hospital-clock.ts';

export const arabicTemplates = [
  {
    trade: 'Meronem',
    type: 'Renal dose adjustment',
    text: 'وظائف الكلى: CrCl {crcl}، creatinine {creatinine}: تُخفض جرعة meropenem من {dose} إلى 500 mg كل 12 ساعة.',
  },
  {
    trade: 'Vancolon',
    type: 'TDM due or out of range',
    text: 'يُسحب vancomycin trough قبل الجرعة الرابعة بـ 30 دقيقة. المستهدف 15 إلى 20 mg/L.',
  },
  {
    trade: 'Controloc',
    type: 'IV-to-oral switch',
    text: 'الأدوية بالفم ممكنة: يُحوَّل pantoprazole إلى أقراص 40 mg.',
  },
  {
    trade: 'Clexane 40 mg',
    type: 'Renal dose adjustment',
    text: 'وظائف الكلى: CrCl {crcl}، وزن {weight}: تُخفض جرعة enoxaparin من {dose} إلى 20 mg مرة يوميًا.',
  },
  {
    trade: 'Tavanic',
    type: 'IV-to-oral switch',
    text: 'بدون حرارة منذ 48 ساعة مع التغذية بالفم: يُحوَّل levofloxacin إلى أقراص 750 mg.',
  },
] as const;

/** For each clinical pharmacist of the team who writes in Arabic. @param index of the team among `demoTeams` */
export async function seedTemplates(team: DemoTeam, index: number, catalogue: Catalogue, times: Times): Promise<void> {
  const ids = idsOf(catalogue);
  for (const at of rosters[index]?.writeArabic.pharmacists ?? [])
    for (const { trade, type, text } of arabicTemplates)
      await team.pharmacists[at]?.send(
        'POST',
        '/api/userErrTemps',
        `template:${team.name}:${at}:${trade}`,
        { errDrugTradeId: ids.trade(trade), errType: ids.type(type), errNote: `<p>${text}</p>` },
        times,
      );
}
