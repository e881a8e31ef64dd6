/** The units of measurements: codes of UCUM (https://ucum.org), their sizes, and how people write them. */
import { foldLetters } from '../values/folding.ts';

/** `nitrogen` is the mass of the nitrogen in urea. `charge` is the amount of electric charges. */
export type Dimension = 'mass' | 'nitrogen' | 'amount' | 'charge' | 'activity' | 'length' | 'temperature' | 'number';
interface Atom {
  readonly dimension: Dimension;
  /** The size as a power of ten, so that conversions within a dimension are exact. */
  readonly power: number;
  /** Other ways to write it. */
  readonly written: string;
}

const atoms = {
  kg: { dimension: 'mass', power: 3, written: 'kgs kilo كجم كغم كغ كيلو كيلوجرام كيلوغرام' },
  g: { dimension: 'mass', power: 0, written: 'gm gms gram grams جم غم جرام غرام' },
  mg: { dimension: 'mass', power: -3, written: 'مجم ملجم ملغم ملغ مغ' },
  ug: { dimension: 'mass', power: -6, written: 'mcg مكجم مكغ ميكروجرام ميكروغرام' },
  ng: { dimension: 'mass', power: -9, written: 'نانوجرام نانوغرام' },
  'mg{N}': { dimension: 'nitrogen', power: -3, written: '' },
  mmol: { dimension: 'amount', power: -3, written: 'مليمول ملليمول ملمول' },
  umol: { dimension: 'amount', power: -6, written: 'mcmol micromol ميكرومول' },
  nmol: { dimension: 'amount', power: -9, written: 'نانومول' },
  meq: { dimension: 'charge', power: -3, written: '' },
  U: { dimension: 'activity', power: 0, written: 'iu unit units وحدة' },
  m: { dimension: 'length', power: 0, written: 'متر' },
  cm: { dimension: 'length', power: -2, written: 'cms سم سنتيمتر' },
  Cel: { dimension: 'temperature', power: 0, written: 'c °c ºc ° celsius °م درجة مئوية' },
  '[degF]': { dimension: 'temperature', power: 0, written: 'f °f ºf' },
  '{INR}': { dimension: 'number', power: 0, written: 'inr' },
  '10*3': { dimension: 'number', power: 3, written: 'k thousand ألف' },
  '10*9': { dimension: 'number', power: 9, written: '' },
  '': { dimension: 'number', power: 0, written: 'cells' },
} as const satisfies Record<string, Atom>;

/** Powers of ten of a litre. A cubic millimetre is a microlitre. */
const volumes = {
  L: { power: 0, written: 'لتر' },
  dL: { power: -1, written: '100ml دل ديسيلتر' },
  mL: { power: -3, written: 'مل' },
  uL: { power: -6, written: 'mcl mm3 cmm مم3' },
} as const;
type Volume = keyof typeof volumes;

/** A code of UCUM that is an atom, or an atom in a volume. */
export type UnitCode = Exclude<keyof typeof atoms, ''> | `${keyof typeof atoms}/${Volume}`;

/** Small letters and ASCII digits without signs of multiplication: `×10^3` is `103`, `µg` is `ug`. */
const foldUnit = (text: string): string =>
  foldLetters(text)
    .replaceAll('μ', 'u')
    .replaceAll(/[\s*^×·]/g, '')
    .replace(/^x(?=10)/, '')
    .replace(/%$/, '/dl');

const byWriting = <Name extends string>(table: Readonly<Record<Name, { readonly written: string }>>) =>
  new Map(
    (Object.keys(table) as Name[]).flatMap((name) =>
      [name, ...table[name].written.split(' ').filter((text) => text !== '')].map(
        (text) => [foldUnit(text), name] as const,
      ),
    ),
  );
const atomOf = byWriting(atoms);
const volumeOf = byWriting(volumes);

/** The code of a unit as people write it (`mg/dl`, `µmol/L`, `كجم`, `mg%`); undefined where it is none of ours. */
export function unitCodeOf(text: string): UnitCode | undefined {
  const [first = '', second, ...others] = foldUnit(text).split('/');
  const atom = atomOf.get(first);
  if (atom === undefined || others.length > 0) return undefined;
  if (second === undefined) return atom === '' ? undefined : atom;
  const volume = volumeOf.get(second);
  return volume === undefined ? undefined : `${atom}/${volume}`;
}

/** The dimension of a unit without its volume, and the power of ten of its size in grams, moles, metres and litres. */
export function sizeOf(code: UnitCode): Pick<Atom, 'dimension' | 'power'> {
  const [atom, volume] = code.split('/') as [keyof typeof atoms, Volume | undefined];
  const { dimension, power } = atoms[atom];
  return { dimension, power: power - (volume === undefined ? 0 : volumes[volume].power) };
}
