/** Reserved names. The metadata of a stream are events of its metastream; the newest one counts. */

/** The whole log. No stream can have this name. */
export const ALL = '$all';
export const METADATA_TYPE = '$metadata';
export const TOMBSTONE_TYPE = '$streamDeleted';
/** A link: an event whose data names another event as `revision@stream`. */
export const LINK_TYPE = '$>';

export const isMetastream = (stream: string): boolean => stream.startsWith('$$');
export const metastreamOf = (stream: string): string => `$$${stream}`;
/** @param metastream such that `isMetastream` */
export const originalOf = (metastream: string): string => metastream.slice(2);
