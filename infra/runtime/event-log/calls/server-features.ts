/** ServerFeatures/GetSupportedMethods: the client asks once for each connection and uses the named methods. */
import features from '@eventstore/db-client/generated/serverfeatures_pb.js';
import type shared from '@eventstore/db-client/generated/shared_pb.js';
import type { handleUnaryCall } from '@grpc/grpc-js';

/** The version of EventStoreDB whose rules this server follows. */
const VERSION = '24.10.0';
const methods = ['read', 'append', 'batchappend', 'delete', 'tombstone'];

export const serverFeaturesCall: handleUnaryCall<shared.Empty, features.SupportedMethods> = (_call, answer) => {
  const supported = methods.map((method) =>
    new features.SupportedMethod().setServiceName('event_store.client.streams.streams').setMethodName(method),
  );
  answer(null, new features.SupportedMethods().setEventStoreServerVersion(VERSION).setMethodsList(supported));
};
