import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Textarea } from '@chakra-ui/react/textarea';
import type { DrugErr } from 'language/contract/entities';
import { limits, type PhysicianAnswer } from 'language/domain/values/codes';
import { Check, Eye, PencilLine, X } from 'lucide-react';
import { useState } from 'react';
import { ErrorAlert } from '../../components/screen-states.tsx';
import { FormField } from '../../components/forms/form-field.tsx';
import { notify } from '../../components/toasts/toaster.tsx';
import { FlatDraft, useFlatForm } from '../../editing/flat-form.tsx';
import { createCommandSender, usePendingCommands } from '../../outbox/outbox.ts';
import { type PendingCommand, QueuedError } from '../../outbox/pending-command.ts';
import { PendingItem } from '../../outbox/pending-item.tsx';
import { ApiError } from '../../platform/http/api.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { drafts } from '../../platform/storage/draft-storage.ts';
import { useSessionUser } from '../../platform/session/session.ts';
import { editorOf, sendAnswer, type SaidAnswer, type ShownEntry, takeBack } from './api.ts';

/** The time for "Undo", in milliseconds. */
const UNDO_MS = 8_000;
const empty = { text: '' };

interface Props {
  entry: ShownEntry;
  review: string;
  /** The address of the screen that shows it. */
  where: string;
  refusalReasons: readonly string[];
  /** The entry after an answer; undefined: the answer waits in the outbox. */
  onAnswered: (entry: DrugErr | undefined) => void;
}

const isAnswer = ({ of }: PendingCommand): boolean => of.startsWith(editorOf(''));

/**
 * The physician's four answers. "Accept" and "Seen" take one touch, a refusal with a reason of the team takes two. A change
 * and a refusal open a small form below.
 */
export function AnswerControls({ entry, review, where, refusalReasons, onAnswered }: Props) {
  const t = useTranslation();
  const user = useSessionUser()?._id ?? '';
  const [sender] = useState(() => createCommandSender());
  const [open, setOpen] = useState<'changed' | 'refused'>();
  const [sending, setSending] = useState<PhysicianAnswer>();
  const [error, setError] = useState<ApiError>();
  const waiting = usePendingCommands(isAnswer).find((item) => item.of === editorOf(entry._id));
  const form = useFlatForm(empty, entry.version);
  const text = form.draft.text.trim();
  const what = t('asked.answerOf', { drug: entry.errDrugLabel });
  const of = { entry, review, what, where };

  const send = async (said: SaidAnswer): Promise<void> => {
    setSending(said.answer);
    setError(undefined);
    try {
      const answered = await sendAnswer(sender, of, said);
      drafts.settle({ user, of: editorOf(entry._id) });
      form.take(empty, answered?.version ?? entry.version);
      setOpen(undefined);
      onAnswered(answered);
      if (said.answer === 'seen') notify.saved(t('asked.done.seen'));
      else if (answered)
        notify.withLink(
          t(`asked.done.${said.answer}`),
          {
            label: t('asked.undo'),
            onClick: () =>
              void takeBack({ ...of, entry: answered }).then(onAnswered, (refused: unknown) => {
                if (!(refused instanceof QueuedError)) setError(ApiError.from(refused));
              }),
          },
          UNDO_MS,
        );
    } catch (thrown) {
      if (thrown instanceof QueuedError) onAnswered(undefined);
      else setError(ApiError.from(thrown));
    } finally {
      setSending(undefined);
    }
  };
  const choices = [
    { answer: 'accepted', Icon: Check },
    { answer: 'changed', Icon: PencilLine },
    { answer: 'refused', Icon: X },
    { answer: 'seen', Icon: Eye },
  ] as const;
  // While the buttons wait for the answer, they stay.
  if (waiting && sending === undefined) return <PendingItem item={waiting} />;
  return (
    <Box data-print="hide">
      <Box
        role="group"
        aria-label={t('asked.answerOf', { drug: entry.errDrugLabel })}
        display="grid"
        gridTemplateColumns={{ base: '1fr 1fr', md: 'repeat(4, auto)' }}
        justifyContent={{ md: 'start' }}
        gap="2"
      >
        {choices.map(({ answer, Icon }) => {
          const hasForm = answer === 'changed' || answer === 'refused';
          return (
            <Button
              key={answer}
              minHeight="11"
              paddingInline="3"
              variant={answer === 'accepted' ? 'solid' : 'outline'}
              colorPalette={answer === 'accepted' ? 'brand' : 'gray'}
              whiteSpace="normal"
              lineHeight="1.2"
              aria-expanded={hasForm ? open === answer : undefined}
              loading={sending === answer && !hasForm}
              disabled={sending !== undefined}
              onClick={() =>
                hasForm ? setOpen(open === answer ? undefined : answer) : void send({ answer, text: '', reason: '' })
              }
            >
              <Icon size={18} aria-hidden />
              {t(`asked.answers.${answer}`)}
            </Button>
          );
        })}
      </Box>
      <ErrorAlert error={error ?? null} onDismiss={() => setError(undefined)} />
      {open ? (
        <Box
          as="form"
          marginBlockStart="3"
          display="grid"
          gap="3"
          onSubmit={(event: React.FormEvent) => {
            event.preventDefault();
            void send({ answer: open, text, reason: '' });
          }}
        >
          <FlatDraft form={form} of={editorOf(entry._id)} what={what} isNew />
          {open === 'refused' && refusalReasons.length > 0 ? (
            <Box role="group" aria-label={t('asked.reason')} display="flex" flexWrap="wrap" gap="2">
              {refusalReasons.map((reason) => (
                <Button
                  key={reason}
                  type="button"
                  minHeight="11"
                  height="auto"
                  paddingBlock="1.5"
                  whiteSpace="normal"
                  textAlign="start"
                  variant="outline"
                  disabled={sending !== undefined}
                  onClick={() => void send({ answer: open, text, reason })}
                >
                  <bdi dir="auto">{reason}</bdi>
                </Button>
              ))}
            </Box>
          ) : null}
          <FormField label={t(open === 'changed' ? 'asked.change' : 'asked.why')} required={open === 'changed'}>
            <Textarea
              dir="auto"
              rows={2}
              maxLength={limits.answerText}
              value={form.draft.text}
              onChange={(event) => form.change({ text: event.target.value })}
            />
          </FormField>
          <Box display="flex" gap="2">
            <Button type="submit" minHeight="11" loading={sending === open} disabled={text === ''}>
              {t(open === 'changed' ? 'asked.sendChange' : 'asked.answers.refused')}
            </Button>
            <Button type="button" minHeight="11" variant="ghost" onClick={() => setOpen(undefined)}>
              {t('handover.cancel')}
            </Button>
          </Box>
        </Box>
      ) : null}
    </Box>
  );
}
