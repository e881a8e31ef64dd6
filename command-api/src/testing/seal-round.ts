/** For specs only: seals the events that the log holds by now. */
export { sealRound } from '../processes/seal-writer.ts';
