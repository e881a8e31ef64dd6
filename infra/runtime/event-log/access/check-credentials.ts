/**
 * Refuses each call that does not bring the user's name and password, before anything of it is read. One call is open,
 * as with EventStoreDB: the client asks without credentials which calls the server has.
 */
import featuresGrpc from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import { createHash, timingSafeEqual } from 'node:crypto';
import { ServerInterceptingCall, status, type Metadata, type ServerInterceptor } from '@grpc/grpc-js';
import type { LogCredentials } from './log-credentials.ts';

const REFUSED = {
  code: status.UNAUTHENTICATED,
  details: 'The event log needs the name and password that its data folder holds',
} as const;

const OPEN = featuresGrpc.ServerFeaturesService.getSupportedMethods.path;

export function checkCredentials({ user, password }: LogCredentials): ServerInterceptor {
  const expected = digest(`Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`);
  const isAllowed = (metadata: Metadata): boolean => {
    const [given, ...more] = metadata.get('authorization');
    return typeof given === 'string' && more.length === 0 && timingSafeEqual(digest(given), expected);
  };
  return (method, call) =>
    method.path === OPEN
      ? new ServerInterceptingCall(call)
      : new ServerInterceptingCall(call, {
          start: (next) =>
            next({
              onReceiveMetadata(metadata, pass) {
                if (isAllowed(metadata)) pass(metadata);
                else call.sendStatus(REFUSED);
              },
            }),
        });
}

/** Digests have one length, which the comparison in constant time needs. */
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
