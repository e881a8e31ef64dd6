import type { Texts } from './flat-form.ts';
import type { FlatSave } from './flat-save.ts';
import { Conflict } from '../conflict/conflict.tsx';
import type { ComparedValue } from '../../components/text/compared-value.tsx';
import { ErrorAlert } from '../../components/error-alert.tsx';

interface Props<Fields extends Texts> {
  saving: FlatSave<Fields>;
  /** The names of the fields. A field without a name is shown by another one (a drug's label by the drug). */
  labels: Readonly<{ [Field in keyof Fields]?: string }>;
  /** How a field's text is shown. Left out: as it is. */
  shown?: (field: keyof Fields, text: string) => ComparedValue;
}

/** What came of a save: a conflict as was, yours and theirs; any other refusal as its message. */
export function FormConflict<Fields extends Texts>({ saving, labels, shown = (_, text) => ({ text }) }: Props<Fields>) {
  const { toDecide, error } = saving;
  if (!toDecide) return <ErrorAlert error={error} />;
  const { by, at, was, yours, theirs, fields, hasTypedSince } = toDecide;
  const said = (field: keyof Fields, of: Fields) => shown(field, of[field] ?? '');
  return (
    <Conflict
      by={by}
      at={at}
      hasTypedSince={hasTypedSince}
      differences={fields.flatMap((field) => {
        const label = labels[field];
        return label === undefined
          ? []
          : [
              {
                field: label,
                ...(was ? { was: said(field, was) } : {}),
                yours: said(field, yours),
                theirs: said(field, theirs),
              },
            ];
      })}
      onKeepMine={saving.keepMine}
      onTakeTheirs={saving.takeTheirs}
      onGoOn={saving.goOn}
    />
  );
}
