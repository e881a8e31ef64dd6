/**
 * The spellings that must match, and those that must not: each line of `match` is spellings of one thing, each line
 * of `differ` things that are different in pairs. Arabic names of one word are in `arabic-names.testdata.ts`.
 */
interface Table {
  readonly match: readonly (readonly string[])[];
  readonly differ: readonly (readonly string[])[];
}

/** The strict key. */
export const names: Table = {
  match: [
    ['Abdelrahman', 'abdel rahman', 'Abd El-Rahman', 'Abd Al Rahman', 'Abdul Rahman', 'ABDURRAHMAN', 'Abdel‑Rahman'],
    ['Elsayed', 'El Sayed', 'El-Sayed', 'Al Sayed', 'alsayed', 'Elsayyid'],
    ['Mohamed', 'Mohammed', 'Mohamad', 'Muhammad', 'Mohammad', 'MOHAMED\u200f', 'Móhamed'],
    ['Ahmed', 'Ahmad'],
    ['Abdallah', 'Abdullah', 'Abdulla', 'Abd Allah'],
    ['Youssef', 'Yousef', 'Yusuf', 'Yousif'],
    ['Mahmoud', 'Mahmood', 'Mahmud'],
    ['Hussein', 'Hussain', 'Hussien'],
    ['Nour Eldin', 'Nour El-Din', 'Noureldin', 'Nur Aldeen', 'Nour El Dine'],
    ['Abou Bakr', 'AbouBakr', 'Abu Bakr'],
    ['Samir', 'Sameer'],
    ['Mostafa', 'Mustafa'],
    ['Ibrahim', 'Ebrahim'],
    ['Aly', 'Ali'],
    ["Mo'men", 'Momen'],
    ['Gamal', 'Jamal'],
    ['Said', 'Saeed'],
    ['Khaled', 'Khalid'],
    ['بنت نورا', 'بنت/نورا', 'بنت / نورا', 'بنت: نورا', 'بنت- نورا', '\u200fبنت نوراء'],
    ['ابن نورا', 'إبن/نورا'],
    ['طفل هدى', 'طفل/هدي'],
    ['طفلة هدى', 'طفله / هدى'],
    ['مولودة هدى', 'مولوده/هدى'],
    ['Baby of Nora', 'B/O Nora', 'b/o: nora', 'B.O. Noura', 'Baby Nora', 'BABY OF/NORA'],
    ['Baby girl of Nora', 'baby girl Nora'],
    ['جاد الرب', 'جادالرب'],
    ['عبد رب النبي', 'عبدرب النبى', 'عبد ربالنبي'],
    ['نور الهدى', 'نورالهدي'],
    ['زين العابدين', 'زينالعابدين'],
    ['علی', 'على', 'علي', 'ﻋﻠﻲ'],
  ],
  differ: [
    ['Mohamed', 'Mahmoud', 'Hamed', 'Hamada'],
    ['Samir', 'Samira', 'Samer', 'Samar'],
    ['Omar', 'Amr', 'Ammar', 'Amir'],
    ['Hassan', 'Hussein', 'Hosny'],
    ['Mona', 'Mina', 'Amina', 'Amin'],
    ['Said', 'Sayed', 'Saad'],
    ['Salah', 'Saleh', 'Saleha'],
    ['Ali', 'Alaa', 'Alia'],
    ['Nada', 'Nadia', 'Nader'],
    ['Elsayed', 'Sayed', 'Said'],
    ['Abdelrahman', 'Abdelrahim', 'Abdelkarim'],
    ['Karim', 'Karima', 'Kamal'],
    ['بنت نورا', 'ابن نورا', 'نورا', 'بنت نور'],
    ['Baby of Nora', 'Nora', 'Baby of Norhan', 'Baby girl of Nora', 'Baby boy of Nora'],
    ['بنت نورا 1', 'بنت نورا 2', 'بنت نورا'],
    ['جاد الرب', 'جاد الحق'],
  ],
};

/** The loose key, for near matches with the same birth date. */
export const nearNames: Table = {
  match: [
    ['Fatma', 'Fatima', 'Fatmah', 'Fatema'],
    ['Mohamed', 'Muhammed', 'Mohammad', 'Mohmed'],
    ['Elsayed', 'Sayed', 'Alsayed'],
    ['Tarek', 'Tariq', 'Tareq'],
    ['Abdelrahman', 'Abd Elrehman', 'Abdulrehman'],
    ['Ramadan', 'Ramadhan'],
    ['بنت نورا', 'طفلة نورا', 'مولودة/نورة', 'ابن نورا'],
    ['Baby of Nora', 'B/O Noura', 'Newborn Nora', 'Baby girl Nora'],
  ],
  differ: [
    ['Mohamed', 'Mahmoud'],
    ['Hassan', 'Hussein'],
    ['Omar', 'Amr'],
    ['بنت نورا', 'بنت منى'],
    ['Baby of Nora', 'Baby of Mona'],
  ],
};

export const recordNumbers: Table = {
  match: [
    ['ICU-0451', 'icu-0451', 'ICU 0451', 'icu0451', 'ICU/451', 'ICU‑0451', '\u202dICU-0451\u202c'],
    ['0012345', '12345', '٠٠١٢٣٤٥', '۱۲۳۴۵', '00 12345', '１２３４５'],
    ['12-77', '1277', '١٢/٧٧', '0012-77'],
    ['م-٠١٢', 'م 12'],
    ['12E5', '12e5'],
  ],
  differ: [
    ['12', '120', '112', '1', '2'],
    ['12E5', '125', '1200000'],
    ['ICU-451', 'CCU-451', '451'],
    ['1-23', '12-3'],
    ['1203', '123'],
    ['302A', '302B'],
    ['0', '00451'],
  ],
};

export const places: Table = {
  match: [
    ['3', '٣', '۳', '03', 'Bed 3', 'Bed-3', 'bed3', 'سرير ٣', 'سرير رقم 3', 'Bed no. 3', 'BED\u00a03'],
    ['302A', '302 A', '302-a', '٣٠٢A', '302\u200eA', 'Room 302A'],
    ['0412', '412', 'غرفة ٤١٢', 'room 412'],
    ['A-4', 'a4', 'A 04', 'a/٤'],
    ['1-2', '1/2', '١ - ٢', '1.2'],
    ['أ', 'ا'],
    ['ICU 3', 'icu-3', 'ICU3'],
    ['Bed', 'bed'],
  ],
  differ: [
    ['12', '120', '102', '1', '2', '1-2', '21'],
    ['302A', '302B', '302', '3-02A'],
    ['A4', 'A40', 'B4', '4'],
    ['3', '3+', 'X3'],
    ['ICU 3', 'CCU 3', 'ICU 13', 'ICU 1 3'],
    ['0', '10', '100'],
    ['يمين', 'يسار'],
  ],
};

export const drugs: Table = {
  match: [
    ['Clexane 40 mg', 'clexane 40mg', 'CLEXANE® 40 mg', 'clexane ٤٠mg', 'Clexane\u200e 40  mg', 'clexane-40 mg'],
    ['Marevan 0.5 mg', 'marevan ٠٫٥ mg', 'marevan 0,5mg', 'marevan .5 mg', 'Marevan۰٫۵mg'],
    ['Heparin 5000 IU', 'heparin 5,000 iu', 'heparin ٥٬٠٠٠ IU'],
    ['Ceftriaxône 1 g', 'ceftriaxone 1G'],
    ['أوجمنتين', 'اوجمنتین', 'أُوجمنتين™'],
    ['کلکسان', 'كلكسان'],
    ['Glucose 5 %', 'glucose 5%'],
  ],
  differ: [
    ['Marevan 0.5', 'Marevan 5', 'Marevan 05.5'],
    ['Clexane 40', 'Clexane 400', 'Clexane 4'],
    ['2.5', '25', '2 5'],
    ['1.000', '1000'],
    ['Ceclor', 'Ceporex'],
    ['Glucose 5%', 'Glucose 5'],
  ],
};

/** A drug in Latin and in Arabic letters. */
export const drugSounds: Table = {
  match: [
    ['Tazocin', 'تازوسين'],
    ['Clexane', 'كلكسان', 'كليكسان'],
    ['Augmentin', 'أوجمنتين', 'اوجمنتين', 'أوغمنتين'],
    ['Paracetamol', 'باراسيتامول', 'پاراسیتامول'],
    ['Vancomycin', 'فانكوميسين', 'ڤانكوميسين'],
    ['Ceftriaxone', 'سيفترياكسون'],
    ['Heparin', 'هيبارين'],
    ['Chloride', 'كلوريد'],
    ['Phenytoin', 'فينيتوين'],
    ['Xarelto', 'زاريلتو'],
    ['Lasix', 'لازكس', 'لازيكس'],
    ['Dexamethasone', 'ديكساميثازون'],
    ['Glucose', 'جلوكوز'],
  ],
  differ: [
    ['Tazocin', 'تارجوسيد'],
    ['Heparin', 'انوكسابارين'],
    ['Lasix', 'Losec', 'Lanoxin'],
    ['Marevan', 'ميرونيم'],
  ],
};
