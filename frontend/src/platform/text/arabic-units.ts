/**
 * The Arabic units of clinical text. They have to be known: a number before any other Arabic word may belong to the
 * Latin word before it.
 */

const units = new Set(
  (
    'ميكروجرام ميكروغرام مكجم مكغ ملجم ملغم ملغ مجم مغ كيلوجرام كيلو كجم كغم كغ جرام غرام جم غم ملليلتر مليلتر ملل مللي ملي مل لتر سم مم وحده وحدات مليمول ' +
    'ساعه ساعات دقيقه دقائق ثانيه ثواني يوم يوما ايام اسبوع اسابيع شهر اشهر شهور سنه سنوات صباحا مساء ' +
    'مره مرات قرص اقراص كبسوله كبسولات امبول امبولات فيال نقطه نقط نقاط بخه بخات جرعه جرعات كيس اكياس درجه نبضه'
  ).split(' '),
);

/** In any of the spellings in use, with vowel marks or without. */
export const isArabicUnit = (word: string): boolean =>
  units.has(
    word
      .replaceAll(/[\u064B-\u0652ـ]/g, '')
      .replaceAll(/[أإآ]/g, 'ا')
      .replace(/ة$/, 'ه'),
  );
