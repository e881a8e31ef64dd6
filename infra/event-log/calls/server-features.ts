/**
 * ServerFeatures/GetSupportedMethods: the client asks once a connection, and takes the batch append when it is named
 * here.
 */
import features from '@eventstore/db-client/generated/serverfeatures_pb.js';
import type shared from '@eventstore/db-client/generated/shared_pb.js';
import type { handleUnaryCall } from '@grpc/grpc-js';

/** The version whose behaviour this server keeps to. */
const VERSION = '24.10.0';
const methods = ['read', 'append', 'batchappend', 'delete', 'tombstone'];

export const serverFeaturesCall: handleUnaryCall<shared.Empty, features.SupportedMethods> = (_call, answer) => {
  const supported = methods.map((method) =>
    new features.SupportedMethod().setServiceName('event_store.client.streams.streams').setMethodName(method),
  );
  answer(null, new features.SupportedMethods().setEventStoreServerVersion(VERSION).setMethodsList(supported));
};
