/** Text of a thing that was deleted or closed while a person was typing. Loaded when that happens. */
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Copy } from 'lucide-react';
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { usePendingCommands, withdraw } from '../outbox/outbox.ts';
import type { PendingCommand } from '../outbox/pending-command.ts';
import { copyText } from '../platform/browser.ts';
import { paths } from '../platform/paths.ts';
import { sessionKey } from '../platform/session/session.ts';
import { drafts } from '../platform/storage/draft-storage.ts';
import { queryClient, removeInaccessibleQueries } from '../sync/cache/query-client.ts';
import type { QueryKey } from '../sync/cache/query-keys.ts';
import { ApiError } from '../platform/http/api.ts';
import { plainLineOf } from '../platform/text/plain-text.ts';
import { useUnsaved } from '../platform/storage/unsaved-changes.ts';
import { ClinicalName } from '../components/text/clinical-text.tsx';
import { translate } from '../platform/language/language.ts';
import { useTranslation } from '../platform/language/use-translation.ts';
import { RichTextView } from '../components/rich-text/rich-text-view.tsx';
import { useWindowTitle } from '../components/page.tsx';

const isAnything = (value: unknown): value is unknown => value !== undefined;

/** `html` or `text` under a label. Empty fields are left out. */
export interface TypedField {
  label: string;
  html?: string;
  text?: string;
}
export interface TypedText {
  key: string;
  what: string;
  fields: readonly TypedField[];
}

/** The draft of a flat form: the changed fields where the draft has them, else all filled fields. */
function formDraftText(key: string, fields: Readonly<Record<string, unknown>>): TypedText {
  const changed = typeof fields['changed'] === 'object' && fields['changed'] !== null ? fields['changed'] : fields;
  const named = Object.entries(changed).filter(
    ([field, text]) => typeof text === 'string' && text !== '' && field !== 'drug',
  );
  return {
    key,
    what: translate('closed.form'),
    fields: named.map(([field, text]) => ({
      label: labelOf(field),
      [isMarkup(String(text)) ? 'html' : 'text']: String(text),
    })),
  };
}
/** The editor's text begins with a block. */
const isMarkup = (text: string): boolean => /^<(p|h[23]|ul|ol|blockquote)[ >]/.test(text);
/** `stopDate` becomes "Stop date". */
const labelOf = (field: string): string =>
  (field.charAt(0).toUpperCase() + field.slice(1)).replaceAll(
    /(?<=[a-z])[A-Z]/g,
    (letter) => ` ${letter.toLowerCase()}`,
  );

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** The draft of a flat form. @param of the whole key of the draft */
export const readFormDraftText = (of: string, draft: unknown): TypedText | undefined =>
  isRecord(draft) ? formDraftText(of, draft) : undefined;

const said = ({ what, fields }: TypedText): string =>
  [
    what,
    ...fields.map(
      ({ label, html, text: plain }) => `${label}: ${html === undefined ? (plain ?? '') : plainLineOf(html)}`,
    ),
  ].join('\n');

/** Typed text that cannot be saved where it was typed: to read, to copy, and where possible to use elsewhere. */
export function LeftText({
  typed,
  onCopied,
  children,
}: {
  typed: TypedText;
  onCopied?: () => void;
  children?: ReactNode;
}) {
  const t = useTranslation();
  const [isCopied, setIsCopied] = useState<boolean>();
  const copy = async () => {
    const done = await copyText(said(typed));
    setIsCopied(done);
    if (done) onCopied?.();
  };
  return (
    <Box
      as="section"
      aria-label={typed.what}
      bg="bg.panel"
      borderWidth="1px"
      borderRadius="l2"
      padding="3"
      marginBlockEnd="2"
      data-left-text
    >
      <Box fontWeight="semibold" fontSize="sm" marginBlockEnd="1">
        <ClinicalName>{typed.what}</ClinicalName>
      </Box>
      <Box
        as="dl"
        css={{
          '& dt': { fontSize: 'xs', color: 'fg.muted' },
          '& dd': { margin: 0, overflowWrap: 'anywhere', marginBlockEnd: '1' },
        }}
      >
        {typed.fields.map(({ label, html, text: plain }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{html === undefined ? <ClinicalName>{plain ?? ''}</ClinicalName> : <RichTextView html={html} />}</dd>
          </div>
        ))}
      </Box>
      <Box display="flex" flexWrap="wrap" alignItems="center" gap="2" marginBlockStart="2">
        <Button size="sm" onClick={() => void copy()}>
          <Copy size={14} aria-hidden />
          {t('closed.copy')}
        </Button>
        {children}
        <Box role="status" fontSize="sm">
          {isCopied === undefined ? '' : isCopied ? t('closed.copied') : t('closed.notCopied')}
        </Box>
      </Box>
    </Box>
  );
}

export interface UnsavedTextItem {
  typed: TypedText;
  /** The place where it can be used instead. */
  again: { as: 'review' | 'note' | 'entry'; run: () => void } | undefined;
  discard: () => void;
}
/** The texts that were typed in deleted things. */
export function UnsavedTexts({ left }: { left: readonly UnsavedTextItem[] }) {
  const t = useTranslation();
  return (
    <Box
      role="group"
      aria-label={t('closed.gone')}
      bg="amber.subtle"
      borderWidth="1px"
      borderColor="amber.border"
      borderRadius="l2"
      padding="3"
      marginBlock="3"
      data-print="hide"
    >
      <Box role="status" fontWeight="semibold" marginBlockEnd="2">
        {t('closed.gone')}
      </Box>
      {left.map(({ typed, again, discard }) => (
        <LeftText key={typed.key} typed={typed}>
          {again ? (
            <Button size="sm" variant="outline" onClick={again.run}>
              {t(`closed.again.${again.as}`)}
            </Button>
          ) : null}
          <Button size="sm" variant="ghost" onClick={discard}>
            {t('closed.discard')}
          </Button>
        </LeftText>
      ))}
    </Box>
  );
}

/**
 * A screen that is closed to this person: it was deleted, or they left its team. It shows only what they typed: drafts and
 * unsent commands. A text goes when the person discards it, or has copied it and leaves; not when the page is locked, loaded
 * again or closed, nor with the session.
 * @param within how the keys of the screen's drafts begin; always the same list
 * @param textOf reads a draft, or the state of an unsent command's editor; undefined when it has no text. By default it
 *   reads the draft of a flat form
 */
export function AccessLost({
  user,
  within,
  textOf = readFormDraftText,
  refused,
  pastChart,
}: {
  user: string;
  within: readonly string[];
  textOf?: (of: string, draft: unknown) => TypedText | undefined;
  /** The key of the read that was refused. */
  refused?: QueryKey;
  /** The address of the chart as it was, for a team that has transferred the patient. */
  pastChart?: string;
}) {
  const t = useTranslation();
  // Read before the data of closed charts is removed.
  const [refusal] = useState(() =>
    refused === undefined ? undefined : ApiError.from(queryClient.getQueryState(refused)?.error),
  );
  const isTransferred = refusal?.reason === 'chart-transferred';
  const team = refusal?.transferredBy;
  const title = isTransferred ? t('transfer.goneTitle') : t('closed.closed');
  useWindowTitle(title);
  const [left, setLeft] = useState(() =>
    within
      .flatMap((begin) => drafts.list(user, begin).map((rest) => begin + rest))
      .flatMap((of) => textOf(of, drafts.load({ user, of }, isAnything)?.value) ?? []),
  );
  const unsent = usePendingCommands(
    useCallback(({ of }: PendingCommand) => within.some((begin) => of.startsWith(begin)), [within]),
  );
  const [copied, setCopied] = useState<readonly string[]>([]);
  useUnsaved(left.some(({ key }) => !copied.includes(key)) ? t('closed.typed') : undefined);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  useEffect(() => removeInaccessibleQueries(), []);
  useEffect(() => {
    const releases = left.map(({ key }) =>
      drafts.register(
        { user, of: key },
        {
          hasUnsavedText: () => true,
          onSettled: () => setLeft((all) => all.filter((one) => one.key !== key)),
        },
      ),
    );
    return () => {
      for (const release of releases) release();
    };
  }, [user, left]);
  const latestCopied = useRef(copied);
  useEffect(() => {
    latestCopied.current = copied;
  });
  useEffect(
    () => () => {
      if (sessionKey() !== undefined) for (const of of latestCopied.current) drafts.remove({ user, of });
    },
    [user],
  );
  const items = [
    ...left.map((typed) => ({ typed, discard: () => drafts.settle({ user, of: typed.key }) })),
    ...unsent.flatMap(({ key, of, draft }) => {
      const typed = textOf(of, draft);
      return typed ? [{ typed: { ...typed, key }, discard: () => void withdraw(key) }] : [];
    }),
  ];
  return (
    <Box maxWidth="44rem" marginInline="auto" paddingBlock="6">
      <Box asChild fontSize="xl" fontWeight="semibold">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
      </Box>
      <Box color="fg.muted" marginBlock="2">
        {isTransferred ? t('transfer.goneBody') : t('closed.why')}
      </Box>
      {items.length > 0 ? (
        <>
          <Box marginBlockStart="4" marginBlockEnd="2">
            {t('closed.yours')}
          </Box>
          {items.map(({ typed, discard }) => (
            <LeftText key={typed.key} typed={typed} onCopied={() => setCopied((all) => [...all, typed.key])}>
              <Button size="sm" variant="ghost" onClick={discard}>
                {t('closed.discard')}
              </Button>
            </LeftText>
          ))}
        </>
      ) : null}
      {isTransferred && pastChart !== undefined ? (
        <Button asChild marginBlockStart="3" marginInlineEnd="2">
          <Link to={pastChart}>{t('transfer.chartThen')}</Link>
        </Button>
      ) : null}
      {team === undefined ? null : (
        <Button
          asChild
          variant={pastChart === undefined ? 'solid' : 'outline'}
          marginBlockStart="3"
          marginInlineEnd="2"
        >
          <Link to={paths.transfers.href(team)}>{t('transfer.transferred')}</Link>
        </Button>
      )}
      <Button asChild variant="outline" marginBlockStart="3">
        <Link to={paths.home.href()}>{t('closed.home')}</Link>
      </Button>
    </Box>
  );
}
