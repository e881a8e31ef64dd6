/** The medication whose form is open on this page, and who else edits it. A hint, no lock. */
import { Box } from '@chakra-ui/react/box';
import { useEffect } from 'react';
import { createStore, useStore } from 'zustand';
import { formatList } from '../../platform/language/format.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { useOtherPeople } from '../../sync/live/live-connection.ts';

const edited = createStore<string | undefined>(() => undefined);

/** The id of the medication in the open form. The chart tells the others. */
export const useEditedMedication = (): string | undefined => useStore(edited);

/** In the form: who else edits the medication, said while the person types. */
export function OtherEditors({ medication, admission, user }: { medication: string; admission: string; user: string }) {
  const t = useTranslation();
  useEffect(() => {
    edited.setState(medication, true);
    return () => edited.setState(undefined, true);
  }, [medication]);
  const names = useOtherPeople(admission, user).editingAt(`medication:${medication}`);
  return (
    <Box role="status" fontSize="xs" color="amber.fg">
      {names.length === 0 ? null : t('medication.form.editing', { names: formatList(names), count: names.length })}
    </Box>
  );
}
