import { NativeSelect } from '@chakra-ui/react/native-select';
import { languages } from 'virtual:languages';
import { chooseLanguage } from '../platform/language/language.ts';
import { useLanguage, useTranslation } from '../platform/language/use-translation.ts';
import { notify } from './toasts/toaster.tsx';

interface Props {
  /** In the bar: with its colours, and a name of its own in place of a label. */
  isInBar?: boolean;
  /** Called when the page has the language. */
  onChosen?: () => void;
}

/** Each language in its own words. The page changes at once, and keeps what is typed. */
export function LanguageSelect({ isInBar = false, onChosen }: Props) {
  const t = useTranslation();
  const { language } = useLanguage();
  const choose = async (code: string): Promise<void> => {
    try {
      await chooseLanguage(code);
      onChosen?.();
    } catch {
      notify.failed(t('language.notLoaded'));
    }
  };
  return (
    <NativeSelect.Root width="auto" size="sm" variant={isInBar ? 'plain' : 'outline'}>
      <NativeSelect.Field
        {...(isInBar ? { 'aria-label': t('language.choose'), color: 'inherit', paddingInlineStart: '2' } : {})}
        minH="44px"
        value={language.code}
        onChange={(event) => void choose(event.target.value)}
      >
        {languages.map(({ code, name }) => (
          <option key={code} value={code} lang={code}>
            {name}
          </option>
        ))}
      </NativeSelect.Field>
      <NativeSelect.Indicator />
    </NativeSelect.Root>
  );
}
