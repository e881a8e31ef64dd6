/** The words of a part's page. It has both languages: who needs it years later is not known. */
export interface PageWords {
  readonly title: (number: number) => string;
  readonly installation: string;
  readonly date: string;
  readonly keyId: string;
  readonly set: string;
  readonly part: string;
  readonly partOf: (number: number) => string;
  readonly keep: readonly string[];
  readonly keepTitle: string;
  readonly restore: readonly string[];
  readonly restoreTitle: string;
}

/** Typed on the server. `key` is the file that it writes. */
export const RESTORE_COMMAND = 'npm run -s keys -- restore-escrow --out restored.key';

export const english: PageWords = {
  title: (number) => `Master key: part ${number} of 3`,
  installation: 'Installation',
  date: 'Made on',
  keyId: 'Key id',
  set: 'Set',
  part: 'Part',
  partOf: (number) => `${number} of 3, two are needed`,
  keepTitle: 'Keep it',
  keep: [
    'Any two of the three parts give the master key. With it and the database all patients can be read. Without it none can.',
    'Seal this page. Keep it apart from the other parts and from the backups. No one may hold two parts.',
    'A part is lost, or was seen by others: make new parts and destroy the two that are left.',
    'The master key is changed: make parts of the new key. Keep these as long as backups of before are kept.',
  ],
  restoreTitle: 'Restore the master key',
  restore: [
    'Take two parts with the same key id and set to the server.',
    'In the folder of the program run the command on this page.',
    'Type the 17 groups of each part. Capitals and spaces do not matter. The last character of each group finds typing mistakes. Instead of typing, scan the QR code.',
    'Give the key in the new file to the product as MASTER_KEY, and delete the file.',
  ],
};

export const arabic: PageWords = {
  title: (number) => `المفتاح الرئيسي: الجزء ${number} من 3`,
  installation: 'النظام',
  date: 'تاريخ الإنشاء',
  keyId: 'معرّف المفتاح',
  set: 'الدفعة',
  part: 'الجزء',
  partOf: (number) => `${number} من 3، ويلزم جزءان`,
  keepTitle: 'الحفظ',
  keep: [
    'أي جزأين من الأجزاء الثلاثة يكفيان لاستعادة المفتاح الرئيسي. به وبقاعدة البيانات يمكن قراءة بيانات كل المرضى، وبدونه لا يمكن قراءة أي منها.',
    'يرجى حفظ هذه الصفحة في ظرف مختوم، بعيدًا عن الجزأين الآخرين وعن النسخ الاحتياطية. لا يجوز أن يكون جزءان مع شخص واحد.',
    'عند فقد جزء أو اطلاع شخص آخر عليه: يرجى إنشاء أجزاء جديدة وإتلاف الجزأين الباقيين.',
    'عند تغيير المفتاح الرئيسي: يرجى إنشاء أجزاء للمفتاح الجديد، والاحتفاظ بهذه ما بقيت النسخ الاحتياطية السابقة.',
  ],
  restoreTitle: 'استعادة المفتاح الرئيسي',
  restore: [
    'يرجى إحضار جزأين لهما معرّف المفتاح نفسه والدفعة نفسها إلى الخادم.',
    'يتم تشغيل الأمر المكتوب في هذه الصفحة، من مجلد البرنامج.',
    'تُكتب المجموعات الـ17 من رموز كل جزء. لا فرق بين الحروف الكبيرة والصغيرة، ولا أهمية للمسافات. الحرف الأخير في كل مجموعة يكشف أخطاء الكتابة. ويمكن مسح رمز QR بدلًا من الكتابة.',
    'يُكتب المفتاح من الملف الجديد في الإعداد MASTER_KEY، ثم يُحذف الملف.',
  ],
};
