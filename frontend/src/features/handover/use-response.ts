import { useMutation } from '@tanstack/react-query';
import type { DrugErr, Team } from 'language/contract/entities';
import type { Response } from 'language/domain/values/codes';
import { useState } from 'react';
import { policy } from '../../clinical/policy.ts';
import type { ApiError } from '../../platform/http/api.ts';
import { createIdempotencyKeys } from '../../platform/http/idempotency-key.ts';
import { recordResponse, type ShownEntry, takeOver } from './api.ts';

/** A response, `null` for pending again, or to take the entry over. */
export type ResponseChoice = Response | null | 'takeOver';

interface Subject {
  /** With the author of its review. */
  entry: ShownEntry & { userId: string };
  team: Team | undefined;
  /** The signed-in person. */
  user: string | undefined;
  onAnswer?: (entry: DrugErr, choice: ResponseChoice) => void;
}

/** The rights of a person on the response to an entry, and the command that records it or takes the entry over. */
export function useResponse({ entry, team, user, onAnswer }: Subject) {
  const [idempotencyKeys] = useState(createIdempotencyKeys);
  const send = useMutation<DrugErr, ApiError, ResponseChoice>({
    mutationFn: (choice) =>
      choice === 'takeOver' ? takeOver(idempotencyKeys, entry) : recordResponse(idempotencyKeys, entry, choice),
    ...(onAnswer && { onSuccess: onAnswer }),
    retry: false,
  });
  const isKnown = user !== undefined && team !== undefined;
  return {
    send,
    canRespond: isKnown && policy.recordResponse({ _id: user }, team, entry),
    canTakeOver: isKnown && entry.errRes === null && policy.takeOver({ _id: user }, team, entry),
  };
}
