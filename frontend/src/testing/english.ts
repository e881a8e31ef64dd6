/** All words in English, for specs. */
import { loadAllWords } from '../platform/language/language.ts';

await loadAllWords();
