/** All words in English, for specs. */
import { loadAllMessages } from '../platform/language/language.ts';

await loadAllMessages();
