/**
 * Names with a meaning. A stream's metadata lie as events in a stream of their own, its metastream, whose newest event
 * counts.
 */

/** The whole log; no stream can have this name. */
export const ALL = '$all';
export const METADATA_TYPE = '$metadata';
export const TOMBSTONE_TYPE = '$streamDeleted';
/** An event whose data name another one: `revision@stream`. */
export const LINK_TYPE = '$>';

export const isMetastream = (stream: string): boolean => stream.startsWith('$$');
export const metastreamOf = (stream: string): string => `$$${stream}`;
/** @param metastream such that `isMetastream` */
export const originalOf = (metastream: string): string => metastream.slice(2);
