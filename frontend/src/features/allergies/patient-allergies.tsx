import type { Patient } from 'language/contract/entities';
import { useState } from 'react';
import { AsyncBoundary, lazyComponent } from '../../components/lazy-component.tsx';
import { LoadFailed } from '../../components/load-failed.tsx';
import { StayQuestion } from './stay-question.tsx';

const AllergiesDialog = lazyComponent(() => import('./allergies-dialog.tsx'));

interface Props {
  patient: Patient | undefined;
  canChange: boolean;
  isOpen: boolean;
  onClose: () => void;
}

/** The list of the patient's allergies as a dialog, loaded when it is opened first. */
export function PatientAllergies({ patient, canChange, isOpen, onClose }: Props) {
  if (!isOpen || !patient?.allergies) return null;
  return (
    <AsyncBoundary instead={<LoadFailed asks />}>
      <AllergiesDialog patient={patient} allergies={patient.allergies} canChange={canChange} onClose={onClose} />
    </AsyncBoundary>
  );
}

/** The question of a stay, until a person has answered it. */
export function AllergiesOfStay({ patient }: { patient: Patient }) {
  const [isOpen, setIsOpen] = useState(false);
  const { allergies } = patient;
  return (
    <>
      {allergies && !allergies.confirmed?.isOfStay && (
        <StayQuestion patient={patient} allergies={allergies} onChange={() => setIsOpen(true)} />
      )}
      <PatientAllergies patient={patient} canChange isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </>
  );
}
