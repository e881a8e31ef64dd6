import { Accordion } from '@chakra-ui/react/accordion';
import { Box } from '@chakra-ui/react/box';
import type { PhysicianNote } from 'command-api/contract/entities';
import type { ReactNode } from 'react';
import type { Arrival } from '../../lib/arrivals.ts';
import { dayOfStay, shownDate, weekday } from '../../lib/dates.ts';
import { noteText } from './messages.ts';

interface Props {
  notes: readonly PhysicianNote[];
  admissionDate: string;
  open: readonly string[];
  onOpen: (ids: string[]) => void;
  /** By `note:<id>`. */
  arrivals: ReadonlyMap<string, Arrival>;
  /** Names of those who are writing in a note right now. */
  editingAt: (noteId: string) => readonly string[];
  /** Inside an open note. */
  renderBody: (note: PhysicianNote) => ReactNode;
}

/** The physicians' notes of an admission, ascending by date. */
export function NoteList({ notes, admissionDate, open, onOpen, arrivals, editingAt, renderBody }: Props) {
  return (
    <Accordion.Root multiple lazyMount unmountOnExit variant="plain" value={[...open]} onValueChange={({ value }) => onOpen(value)}>
      {notes.map((note) => {
        const day = dayOfStay(admissionDate, note.noteDate);
        const editing = editingAt(note._id);
        return (
          <Accordion.Item
            key={note._id} value={note._id} data-item={`note-${note._id}`} data-new={arrivals.get(`note:${note._id}`)}
            bg="bg.panel" borderWidth="1px" borderRadius="l2" marginBlockEnd="2" overflow="hidden"
          >
            <h3>
              <Accordion.ItemTrigger paddingInline={{ base: '3', md: '4' }} paddingBlock="2">
                <Box as="span" flex="1" display="flex" flexWrap="wrap" alignItems="baseline" columnGap="3" textAlign="start" fontWeight="normal" fontSize="sm">
                  {day === undefined ? null : <Box as="span" fontWeight="bold" minWidth="3.6rem">Day {day}</Box>}
                  <Box as="span" fontWeight="semibold" className="tabular">{weekday(note.noteDate)} {shownDate(note.noteDate)}</Box>
                  <Box as="span" color="fg.muted" fontSize="xs">{noteText.by} <bdi>{note.userName}</bdi></Box>
                  {editing.length > 0 ? <Box as="span" flexBasis="100%" fontSize="xs" color="amber.fg">{noteText.editing(editing)}</Box> : null}
                </Box>
                <Accordion.ItemIndicator />
              </Accordion.ItemTrigger>
            </h3>
            <Accordion.ItemContent>
              <Accordion.ItemBody paddingInline={{ base: '3', md: '4' }} paddingBlock="2" borderTopWidth="1px" borderColor="border.muted">
                {renderBody(note)}
              </Accordion.ItemBody>
            </Accordion.ItemContent>
          </Accordion.Item>
        );
      })}
    </Accordion.Root>
  );
}
