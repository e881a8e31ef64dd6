/** Services of the protocol that this server does not have: each call is answered with UNIMPLEMENTED and a sentence. */
import { status, type sendUnaryData, type ServiceDefinition, type UntypedServiceImplementation } from '@grpc/grpc-js';
import { failure } from '../protocol/failures.ts';
import type { ServerCall } from './server-call.ts';

/** @param what the end of the sentence "The embedded event log does not …" */
export function unimplemented(service: ServiceDefinition, what: string): UntypedServiceImplementation {
  const refuse = (call: ServerCall, answer?: sendUnaryData<unknown>): void => {
    const refused = failure(status.UNIMPLEMENTED, `The embedded event log does not ${what}`);
    if (answer) answer(refused);
    else call.emit('error', refused);
  };
  return Object.fromEntries(Object.keys(service).map((name) => [name, refuse]));
}
