import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { isNoError } from 'language/domain/values/codes';
import { useState, type RefObject } from 'react';
import { errorTypeLabel } from '../../clinical/code-labels.ts';
import { SearchSelect, type FindNextField } from '../../components/forms/search-select.tsx';
import { ClinicalName } from '../../components/text/clinical-text.tsx';
import { touch } from '../../components/theme/system.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import type { Choice } from '../../platform/text/search.ts';
import type { EntryDraft } from './entry-draft.ts';
import { recentTypes, rememberType } from './recent-types.ts';

interface Props extends Pick<EntryDraft, 'errType' | 'errTypeLabel'> {
  choices: readonly Choice[] | undefined;
  inputRef: RefObject<HTMLInputElement | null>;
  error: string | undefined;
  disabled: boolean;
  onPick: (choice: Choice) => FindNextField | void;
}

/** The error type, searched by typing. On touch screens "No error" and the last chosen types are one press away. */
export function ErrorTypeField({ errType, errTypeLabel, choices, inputRef, error, disabled, onPick }: Props) {
  const t = useTranslation();
  /** Counts the presses: the field reads its choice when it is mounted. */
  const [round, setRound] = useState(0);
  /** They keep their places while the form is open. */
  const [recent] = useState(recentTypes);
  const quick = [
    ...(choices ?? []).filter(({ id }) => isNoError(id)),
    ...recent.flatMap((id) => choices?.find((choice) => choice.id === id) ?? []),
  ];
  const pick = (choice: Choice): FindNextField | void => {
    if (!isNoError(choice.id)) rememberType(choice.id);
    return onPick(choice);
  };
  return (
    <Box minWidth="0">
      <SearchSelect
        key={round}
        label={t('entry.type')}
        inputRef={inputRef}
        choices={choices}
        defaultChoice={errType === '' ? undefined : { id: errType, label: errTypeLabel }}
        noneText={t('entry.typeNone')}
        moreText={(shown, all) => t('entry.more', { shown, all })}
        error={error}
        disabled={disabled}
        onPick={pick}
      />
      {quick.length > 0 ? (
        <Box
          role="group"
          aria-label={t('entry.typesQuick')}
          flexWrap="wrap"
          gap="1.5"
          marginBlockStart="1.5"
          css={{ display: 'none', [touch]: { display: 'flex' } }}
        >
          {quick.map((choice) => (
            <Button
              key={choice.id}
              size="xs"
              variant={choice.id === errType ? 'solid' : 'outline'}
              aria-pressed={choice.id === errType}
              disabled={disabled}
              onClick={() => {
                const find = pick(choice);
                setRound(round + 1);
                if (find) find()?.focus();
              }}
            >
              <ClinicalName>{errorTypeLabel(choice.id, choice.label)}</ClinicalName>
            </Button>
          ))}
        </Box>
      ) : null}
    </Box>
  );
}
