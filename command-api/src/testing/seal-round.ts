/** For specs only: seals what the log holds by now. */
export { sealRound } from '../processes/seal-writer.ts';
