import { Fragment, type ReactNode } from 'react';
import type { MessageId, MessageValue } from '../../platform/language/language.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { ClinicalText } from './clinical-text.tsx';

/** A character of the private use area stands for the element while the message is formatted. */
const FIRST_SIGN = 0xe000;
/** With the isolates that the message has around a value: an element is isolated by itself. */
const SIGN = /\u2068?([\uE000-\uE00F])\u2069?/;

/**
 * A message with elements at the places of some values: a link or a name within a sentence, in the order of the
 * language.
 * @param elements at most 16, by the name of the value
 */
export function RichMessage({
  id,
  values,
  elements,
}: {
  id: MessageId;
  values?: Readonly<Record<string, MessageValue>> | undefined;
  elements: Readonly<Record<string, ReactNode>>;
}) {
  const t = useTranslation();
  const names = Object.keys(elements);
  const signs = Object.fromEntries(names.map((name, at) => [name, String.fromCharCode(FIRST_SIGN + at)]));
  const pieces = t(id, { ...values, ...signs }).split(SIGN);
  return pieces.map((piece, at) => {
    // Every second piece is a sign.
    const name = at % 2 === 1 ? names[piece.charCodeAt(0) - FIRST_SIGN] : undefined;
    return name === undefined ? (
      <ClinicalText key={at}>{piece}</ClinicalText>
    ) : (
      <Fragment key={name}>{elements[name]}</Fragment>
    );
  });
}
