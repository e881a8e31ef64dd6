/** The team's table of avoided harm and cost, as fields of the team's form (docs/product.md, "Avoided harm and cost"). */
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Input } from '@chakra-ui/react/input';
import { Plus, Trash2 } from 'lucide-react';
import { type AvoidedHarm, avoidedHarmLimits } from 'language/domain/team/avoided-harm';
import { limits, severities, type Severity } from 'language/domain/values/codes';
import { Fragment } from 'react';
import { severityLabel } from '../../clinical/code-labels.ts';
import { FieldGroup } from '../../components/forms/field-group.tsx';
import { FormField } from '../../components/forms/form-field.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';

const numbers = ['percent', 'cost'] as const;
interface Draft {
  isOpen: boolean;
  source: string;
  currency: string;
  rows: Partial<Record<Severity, Record<(typeof numbers)[number], string>>>;
}

/** As the text of a flat form. */
export const avoidedHarmDraft = ({ source, currency, rows }: AvoidedHarm): string =>
  JSON.stringify({
    isOpen: rows.length > 0,
    source,
    currency,
    rows: Object.fromEntries(
      rows.map(({ severity, percent, cost }) => [
        severity,
        { percent: String(percent), cost: cost === 0 ? '' : String(cost) },
      ]),
    ),
  } satisfies Draft);
const draftIn = (text: string): Draft => JSON.parse(text) as Draft;
/** A severity without a percentage has no row. */
export function avoidedHarmIn(text: string): { source: string; currency: string; rows: AvoidedHarm['rows'][number][] } {
  const { source, currency, rows } = draftIn(text);
  return {
    source,
    currency,
    rows: severities.flatMap(({ code }) => {
      const { percent = '', cost = '' } = rows[code] ?? {};
      return percent === '' ? [] : [{ severity: code, percent: Number(percent), cost: Number(cost) }];
    }),
  };
}

interface Props {
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

export function AvoidedHarmFields({ value, error, onChange }: Props) {
  const t = useTranslation();
  const draft = draftIn(value);
  const change = (patch: Partial<Draft>) => onChange(JSON.stringify({ ...draft, ...patch }));
  return (
    <FieldGroup legend={t('avoidedHarm.title')} hint={t('avoidedHarm.hint')}>
      {draft.isOpen ? (
        <>
          <Box
            display="grid"
            gap="2"
            gridTemplateColumns={{ base: '1fr 5.5rem 7rem', md: 'minmax(0, 24rem) 10rem 10rem' }}
            alignItems="center"
            fontSize="sm"
            marginBlockEnd="3"
          >
            {(['severity', ...numbers] as const).map((name) => (
              <Box key={name} fontSize="xs" color="fg.muted" alignSelf="end" aria-hidden>
                {t(`avoidedHarm.${name}`)}
              </Box>
            ))}
            {severities.map(({ code }) => (
              <Fragment key={code}>
                <span>
                  <b>{code}</b> {severityLabel(code)}
                </span>
                {numbers.map((name) => (
                  <Input
                    key={name}
                    size="sm"
                    aria-label={t(`avoidedHarm.${name}Of`, { severity: code })}
                    type="number"
                    inputMode="decimal"
                    min={0}
                    max={avoidedHarmLimits[name]}
                    step="any"
                    value={draft.rows[code]?.[name] ?? ''}
                    onChange={({ target }) => {
                      const row = { percent: '', cost: '', ...draft.rows[code], [name]: target.value };
                      change({ rows: { ...draft.rows, [code]: row } });
                    }}
                  />
                ))}
              </Fragment>
            ))}
          </Box>
          <Box display="grid" gap="3" gridTemplateColumns={{ base: '1fr', md: '1fr 8rem' }}>
            <FormField label={t('avoidedHarm.source')} required>
              <Input
                dir="auto"
                maxLength={limits.reason}
                value={draft.source}
                onChange={({ target }) => change({ source: target.value })}
              />
            </FormField>
            <FormField label={t('avoidedHarm.currency')}>
              <Input
                dir="auto"
                maxLength={avoidedHarmLimits.currency}
                value={draft.currency}
                onChange={({ target }) => change({ currency: target.value })}
              />
            </FormField>
          </Box>
        </>
      ) : null}
      {error === undefined ? null : (
        <Box role="alert" color="fg.error" fontSize="xs" fontWeight="medium" marginBlockStart="1">
          {error}
        </Box>
      )}
      <Button
        size="sm"
        variant="outline"
        marginBlockStart="2"
        onClick={() => change({ isOpen: !draft.isOpen, source: '', currency: '', rows: {} })}
      >
        {draft.isOpen ? <Trash2 size={15} aria-hidden /> : <Plus size={15} aria-hidden />}
        {t(draft.isOpen ? 'avoidedHarm.remove' : 'avoidedHarm.add')}
      </Button>
    </FieldGroup>
  );
}
