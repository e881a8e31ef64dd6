import { Box } from '@chakra-ui/react/box';
import type { PhysicianNote } from 'language/contract/entities';
import type { ReactNode } from 'react';
import type { Arrival } from '../../sync/live/arrivals.ts';
import { dayOfStay, formatDate, weekday } from '../../platform/time/dates.ts';
import { ClinicalText } from '../../components/text/clinical-text.tsx';
import { WrittenAt } from '../../clinical/written-at.tsx';
import { AccordionItem, Accordion, toggled } from '../../components/accordion.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { formatList } from '../../platform/language/format.ts';

interface Props {
  notes: readonly PhysicianNote[];
  admissionDate: string;
  open: readonly string[];
  onOpen: (ids: string[]) => void;
  /** Keyed by `note:<id>`. */
  arrivals: ReadonlyMap<string, Arrival>;
  /** Names of the people who are editing the note. */
  editingAt: (noteId: string) => readonly string[];
  /** Renders the inside of an open note. */
  renderBody: (note: PhysicianNote) => ReactNode;
}

/** The physician notes of an admission, ascending by date. */
export function NoteList({ notes, admissionDate, open, onOpen, arrivals, editingAt, renderBody }: Props) {
  const t = useTranslation();
  return (
    <Accordion>
      {notes.map((note) => {
        const day = dayOfStay(admissionDate, note.noteDate);
        const editing = editingAt(note._id);
        return (
          <AccordionItem
            key={note._id}
            data-item={`note-${note._id}`}
            data-new={arrivals.get(`note:${note._id}`)}
            open={open.includes(note._id)}
            onToggle={() => onOpen(toggled(open, note._id))}
            head={
              <Box as="span" display="flex" flexWrap="wrap" alignItems="baseline" columnGap="3" fontSize="sm">
                {day === undefined ? null : (
                  <Box as="span" fontWeight="bold" minWidth="3.6rem">
                    {t('note.day', { day })}
                  </Box>
                )}
                <Box as="span" fontWeight="semibold" className="tabular">
                  <ClinicalText>{`${weekday(note.noteDate)} ${formatDate(note.noteDate)}`}</ClinicalText>
                </Box>
                <Box as="span" color="fg.muted" fontSize="xs">
                  {t('note.by')} <bdi>{note.userName}</bdi>
                  <WrittenAt at={note.createdAt} of={note.noteDate} />
                </Box>
                {editing.length > 0 ? (
                  <Box as="span" flexBasis="100%" fontSize="xs" color="amber.fg">
                    {t(editing.length === 1 ? 'note.editing' : 'note.editingMany', { names: formatList(editing) })}
                  </Box>
                ) : null}
              </Box>
            }
          >
            {renderBody(note)}
          </AccordionItem>
        );
      })}
    </Accordion>
  );
}
