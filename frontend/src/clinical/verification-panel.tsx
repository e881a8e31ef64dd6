/** Checks that a history was not altered, and exports the file for a check elsewhere. */
import * as historyCalls from 'language/contract/calls/history';
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { useMutation } from '@tanstack/react-query';
import type { Verification } from 'language/contract/history';
import { CircleCheck, Download, ShieldCheck, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { download } from '../platform/browser.ts';
import { lastError } from '../sync/commands.ts';
import { Disclosure } from '../components/disclosure.tsx';
import { formatInstant } from '../platform/time/instants.ts';
import { ClinicalText } from '../components/text/clinical-text.tsx';
import { ErrorAlert } from '../components/screen-states.tsx';
import { useTranslation } from '../platform/language/use-translation.ts';
import { api } from '../sync/client.ts';

/** The calls that verify and export a stream. */
const calls = {
  admissions: [historyCalls.verifyAdmission, historyCalls.exportAdmission],
  patients: [historyCalls.verifyPatient, historyCalls.exportPatient],
  teams: [historyCalls.verifyTeam, historyCalls.exportTeam],
  drugs: [historyCalls.verifyDrug, historyCalls.exportDrug],
} as const;

/** A stream whose history can be verified. */
interface VerifiableHistory {
  kind: keyof typeof calls;
  id: string;
}
const verifyHistory = ({ kind, id }: VerifiableHistory): Promise<Verification> =>
  api(calls[kind][0], { params: { id } });
const exportHistory = ({ kind, id }: VerifiableHistory): Promise<Blob> => api(calls[kind][1], { params: { id } });
const styles = {
  display: 'grid',
  gap: '3',
  '& code': {
    display: 'block',
    fontSize: 'xs',
    bg: 'bg.muted',
    borderRadius: 'l1',
    padding: '2',
    overflowWrap: 'anywhere',
    userSelect: 'all',
  },
  '& .found': {
    display: 'flex',
    gap: '2',
    alignItems: 'flex-start',
    borderWidth: '1px',
    borderRadius: 'l2',
    padding: '3',
  },
  '& .found > svg': { flexShrink: 0, marginBlockStart: '2px' },
  '& .found[data-intact=true]': { bg: 'brand.subtle', borderColor: 'brand.border' },
  '& .found[data-intact=unproven]': { bg: 'amber.subtle', borderColor: 'amber.border' },
  '& .found[data-intact=false]': { bg: 'bg.error', borderColor: 'border.error', color: 'fg.error' },
};

export function VerificationPanel(of: VerifiableHistory) {
  const t = useTranslation();
  const check = useMutation<Verification>({ mutationFn: () => verifyHistory(of) });
  const file = `${of.kind.slice(0, -1)}-${of.id}.ndjson`;
  const fetched = useMutation({ mutationFn: async () => download(await exportHistory(of), file) });
  const failed = lastError(check, fetched);
  return (
    <Box css={styles}>
      <Box color="fg.muted" maxWidth="70ch">
        {t('timeTravel.proof.lead')}
      </Box>
      <Box display="flex" flexWrap="wrap" gap="2">
        <Button
          size="sm"
          variant="outline"
          loading={check.isPending}
          loadingText={t('timeTravel.proof.verifying')}
          onClick={() => check.mutate()}
        >
          <ShieldCheck size={16} aria-hidden />
          {t('timeTravel.proof.verify')}
        </Button>
        <Button size="sm" variant="outline" loading={fetched.isPending} onClick={() => fetched.mutate()}>
          <Download size={16} aria-hidden />
          {t('timeTravel.proof.export')}
        </Button>
      </Box>
      <ErrorAlert error={failed} onRetry={failed === check.error ? () => check.mutate() : () => fetched.mutate()} />
      <div role="status">{check.data ? <VerificationResult found={check.data} /> : null}</div>
      <div>
        <Box fontSize="xs" color="fg.muted">
          {t('timeTravel.proof.offline')}
        </Box>
        <code dir="ltr">{`node verify-export.mjs ${file}${check.data ? ` --key ${check.data.publicKey}` : ''}`}</code>
      </div>
    </Box>
  );
}

export function VerificationDisclosure({ label, ...of }: VerifiableHistory & { label: string }) {
  const [open, setOpen] = useState(false);
  return (
    <Disclosure label={label} open={open} onToggle={setOpen}>
      <VerificationPanel {...of} />
    </Disclosure>
  );
}

function VerificationResult({
  found: { intact, checked, sealed, anchors, broken, unsealed },
}: {
  found: Verification;
}) {
  const t = useTranslation();
  return (
    <div className="found" data-intact={unsealed ? 'unproven' : intact}>
      {intact && !unsealed ? <CircleCheck size={18} aria-hidden /> : <TriangleAlert size={18} aria-hidden />}
      <div>
        <strong>
          {broken
            ? t(`timeTravel.proof.brokenAs.${broken.what ?? 'unknown'}`, { number: broken.revision + 1 })
            : unsealed
              ? t('timeTravel.proof.notSealed')
              : t('timeTravel.proof.intact', { checked })}
        </strong>
        {broken ? (
          <div>
            {broken.reason}. {t('timeTravel.proof.before', { checked })}
          </div>
        ) : unsealed ? (
          <div>
            <ClinicalText>
              {t('timeTravel.proof.unsealed', { number: unsealed.revision + 1, at: formatInstant(unsealed.since) })}
            </ClinicalText>{' '}
            {t('timeTravel.proof.sealedOf', { sealed, checked })}
          </div>
        ) : (
          <div>
            {t(sealed === checked ? 'timeTravel.proof.sealed' : 'timeTravel.proof.someSealed', { sealed, anchors })}
          </div>
        )}
      </div>
    </div>
  );
}
