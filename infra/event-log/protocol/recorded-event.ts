/** Events on their way out. */
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { LoggedEvent } from '../store/event.ts';
import { streamIdentifier, uuidMessage } from './identity.ts';

const TICKS_PER_MS = 10_000n;

/** @param structuredIds whether the client asked for ids in two halves instead of text */
export function eventMessage(event: LoggedEvent, structuredIds: boolean): streams.ReadResp {
  const position = event.position.toString();
  const recorded = new streams.ReadResp.ReadEvent.RecordedEvent()
    .setId(uuidMessage(event.id, structuredIds))
    .setStreamIdentifier(streamIdentifier(event.stream))
    .setStreamRevision(event.revision.toString())
    .setCommitPosition(position)
    .setPreparePosition(position)
    .setData(event.data)
    .setCustomMetadata(event.metadata);
  recorded
    .getMetadataMap()
    .set('type', event.type)
    .set('content-type', event.isJson ? 'application/json' : 'application/octet-stream')
    .set('created', (BigInt(event.created.getTime()) * TICKS_PER_MS).toString());
  return new streams.ReadResp().setEvent(new streams.ReadResp.ReadEvent().setEvent(recorded).setCommitPosition(position));
}

export const streamNotFoundMessage = (stream: string): streams.ReadResp =>
  new streams.ReadResp().setStreamNotFound(new streams.ReadResp.StreamNotFound().setStreamIdentifier(streamIdentifier(stream)));

export const confirmationMessage = (subscriptionId: string): streams.ReadResp =>
  new streams.ReadResp().setConfirmation(new streams.ReadResp.SubscriptionConfirmation().setSubscriptionId(subscriptionId));

export const checkpointMessage = (position: bigint): streams.ReadResp =>
  new streams.ReadResp().setCheckpoint(new streams.ReadResp.Checkpoint().setCommitPosition(position.toString()).setPreparePosition(position.toString()));

export const caughtUpMessage = (): streams.ReadResp => new streams.ReadResp().setCaughtUp(new streams.ReadResp.CaughtUp());
export const fellBehindMessage = (): streams.ReadResp => new streams.ReadResp().setFellBehind(new streams.ReadResp.FellBehind());
