/**
 * Google's well-known messages, from the copy of google-protobuf that the client's generated code uses. npm may install
 * several copies, and their messages must not be mixed.
 */
import { createRequire } from 'node:module';
import type anyPb from 'google-protobuf/google/protobuf/any_pb.js';
import type emptyPb from 'google-protobuf/google/protobuf/empty_pb.js';

const fromClient = createRequire(
  createRequire(import.meta.url).resolve('@eventstore/db-client/generated/streams_pb.js'),
);

export const { Any } = fromClient('google-protobuf/google/protobuf/any_pb.js') as typeof anyPb;
export const { Empty } = fromClient('google-protobuf/google/protobuf/empty_pb.js') as typeof emptyPb;
