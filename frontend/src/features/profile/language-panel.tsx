import * as accountCalls from 'language/contract/calls/account';
import { NativeSelect } from '@chakra-ui/react/native-select';
import { HStack } from '@chakra-ui/react/stack';
import { useLanguageChoice } from '../../components/language-choice.tsx';
import { FormField } from '../../components/forms/form-field.tsx';
import { PanelSection } from '../../components/page.tsx';
import { notify } from '../../components/toasts/toaster.tsx';
import { useCommand } from '../../sync/commands.ts';
import { chooseLanguage, currentLanguage } from '../../platform/language/language.ts';
import { useLanguage, useTranslation } from '../../platform/language/use-translation.ts';

/** The language of this device and of the account, and its digits where the language has some of its own. */
export function LanguagePanel() {
  const t = useTranslation();
  const { language, digits } = useLanguage();
  const own = new Intl.NumberFormat(language.locale).resolvedOptions().numberingSystem;
  const store = useCommand(accountCalls.chooseLanguage, {
    queue: 'language',
    onError: () => notify.failed(t('profile.languageNotKept')),
  });
  const storeChosen = (): void => {
    const chosen = currentLanguage();
    store.mutate({ body: { code: chosen.language.code, digits: chosen.digits } });
  };
  const languageChoice = useLanguageChoice(storeChosen);
  return (
    <PanelSection title={t('profile.language')} headSpace="3">
      <HStack gap="4" alignItems="start" flexWrap="wrap">
        <FormField label={t('language.choose')} hint={t('profile.languageHint')}>
          <NativeSelect.Root width="auto" size="sm">
            <NativeSelect.Field minH="44px" {...languageChoice} />
            <NativeSelect.Indicator />
          </NativeSelect.Root>
        </FormField>
        {own === 'arab' && (
          <FormField label={t('language.digits')}>
            <NativeSelect.Root width="auto" size="sm">
              <NativeSelect.Field
                minH="44px"
                value={digits}
                onChange={(event) =>
                  void chooseLanguage(language.code, event.target.value === 'arab' ? 'arab' : 'latn').then(storeChosen)
                }
              >
                <option value="latn">0123456789</option>
                <option value="arab">٠١٢٣٤٥٦٧٨٩</option>
              </NativeSelect.Field>
              <NativeSelect.Indicator />
            </NativeSelect.Root>
          </FormField>
        )}
      </HStack>
    </PanelSection>
  );
}
