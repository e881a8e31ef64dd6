/** Every form of the screens: a minute and a half. The ordinary run looks at one of each kind. */
import { test } from 'vitest';
import { forgetsWhenDiscarded, forgetsWhenSaved, forms, keepsAndOffers, shortForms } from '../testing/draft-forms.ts';

test.each([...forms, ...shortForms])(
  '$form: typed text is kept as a draft, offered at the next opening, and never filled in by itself',
  keepsAndOffers,
);
test.each([...forms, ...shortForms])('$form: a saved draft is not offered again', forgetsWhenSaved);
test.each(forms)('$form: a draft that was discarded on leaving is not offered again', forgetsWhenDiscarded);
