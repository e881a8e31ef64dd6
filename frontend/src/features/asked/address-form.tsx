import { Box } from '@chakra-ui/react/box';
import * as reviewCalls from 'language/contract/calls/reviews';
import type { DrugErr } from 'language/contract/entities';
import { consultantAmong, type Physician } from 'language/domain/admission/asked-of';
import { Select } from '../../components/forms/select.tsx';
import { ErrorAlert } from '../../components/screen-states.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { useCommand } from '../../sync/commands.ts';
import { cacheReview } from '../../sync/reads/admission-lists.ts';

const ALL = 'physicians';
const DEFAULT = '';

interface Props {
  entry: DrugErr;
  review: string;
  physicians: readonly Physician[];
  consultant: string;
  onDone: () => void;
}

/** Chooses whom an error is asked of. */
export function AddressForm({ entry, review, physicians, consultant, onDone }: Props) {
  const t = useTranslation();
  const address = useCommand(reviewCalls.addressEntry, {
    onSuccess: (answer) => {
      void cacheReview(answer);
      onDone();
    },
  });
  const current = entry.asked?.address;
  const named = consultantAmong(consultant, physicians);
  const toOf = (value: string) =>
    value === DEFAULT
      ? ({ kind: 'default' } as const)
      : value === ALL
        ? ({ kind: 'physicians' } as const)
        : ({ kind: 'physician', userId: value } as const);
  return (
    <Box maxWidth="24rem" marginBlock="1">
      <Select
        aria-label={t('asked.addressOf', { drug: entry.errDrugLabel })}
        value={current ? (current.kind === 'physician' ? current.userId : ALL) : DEFAULT}
        disabled={address.isPending}
        none={named ? t('asked.byDefault', { name: named.name }) : t('asked.byDefaultAll')}
        options={[[ALL, t('asked.allPhysicians')], ...physicians.map(({ userId, name }) => [userId, name] as const)]}
        onChange={(value) =>
          address.mutate({
            params: { reviewId: review },
            body: { entryId: entry._id, to: toOf(value) },
            ifVersion: entry.version,
          })
        }
      />
      <ErrorAlert error={address.error} onDismiss={() => address.reset()} />
    </Box>
  );
}
