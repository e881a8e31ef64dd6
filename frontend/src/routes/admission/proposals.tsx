/** The findings of a chart with what the chart does with them: a finding becomes an entry of the own review of today. */
import type { AdmissionDetails, Review } from 'language/contract/entities';
import type { ShownFinding } from 'language/contract/live';
import { notify } from '../../components/toasts/toaster.tsx';
import { scrollToItem, type Tab } from '../../features/admission/admission-location.ts';
import { saveProposedEntry } from '../../features/entries/entry-editor.tsx';
import { FindingsCounter, FindingsSection, type TakeOver } from '../../features/findings/findings-section.tsx';
import { startTaking } from '../../features/findings/taken-findings.ts';
import { translate } from '../../platform/language/language.ts';
import { cacheDecision } from '../../sync/reads/findings.ts';

interface Props {
  admission: AdmissionDetails;
  canEdit: boolean;
  /** The own review of today, in which a finding becomes an entry. */
  review: Review | undefined;
  onOpenReview: (id: string) => void;
  onBegin: () => void;
  onShown: (findings: readonly ShownFinding[]) => void;
  isLate: boolean;
}

export function Proposals({ review, onOpenReview, ...props }: Props) {
  return <FindingsSection {...props} onTakeOver={review && ((...taken) => takeOver(review, onOpenReview, ...taken))} />;
}

function takeOver(review: Review, onOpenReview: Props['onOpenReview'], ...[entry, finding]: Parameters<TakeOver>) {
  onOpenReview(review._id);
  const editor = saveProposedEntry(review, entry, finding);
  const end = startTaking(finding);
  const at = new Date().toISOString();
  editor.on('added', ({ saved }) => {
    const { admission, userId, userName } = review;
    const decision = { kind: 'taken', until: null, reason: '', entryId: saved._id, userId, userName, at } as const;
    void cacheDecision({
      ...finding,
      ...decision,
      admission,
      stream: `admission-${admission}`,
      revision: saved.version + 1,
    }).then(end);
    notify.saved(translate('entry.toast.added'), 2_500);
  });
  editor.subscribe({ complete: () => editor.getSnapshot().matches('closed') && end() });
}

export function ProposalsCounter({ admission, goTo }: { admission: AdmissionDetails; goTo: (tab: Tab) => void }) {
  return (
    <FindingsCounter
      admission={admission}
      onOpen={() => {
        goTo('reviews');
        scrollToItem('findings', { block: 'start', focus: '.new, .line' });
      }}
    />
  );
}
