/** `/patient/{id}`: the patient and all admissions. */
import { useCallback, useState } from 'react';
import { useParams } from 'react-router-dom';
import { useSessionUser } from '../../platform/session/session.ts';
import { NotFound } from '../../components/screen-states.tsx';
import { lazyComponent, AsyncBoundary } from '../../components/lazy-component.tsx';
import { readFormDraftText } from '../admission/draft-text.ts';
import { PatientScreen } from './patient-screen.tsx';

export { signedInOnly as loader } from '../../app/route-guards.ts';

const AccessLost = lazyComponent(async () => ({
  default: (await import('../../editing/unsaved-text.tsx')).AccessLost,
}));

export function Component() {
  const { id = '' } = useParams();
  return <Patient key={id} id={id} />;
}

function Patient({ id }: { id: string }) {
  const [isClosed, setIsClosed] = useState(false);
  const close = useCallback(() => setIsClosed(true), []);
  const user = useSessionUser()?._id ?? '';
  const within = `patient/${id}`;
  return isClosed ? (
    <AsyncBoundary instead={<NotFound />}>
      <AccessLost user={user} within={within} typedIn={(key) => readFormDraftText(user, within + key)} />
    </AsyncBoundary>
  ) : (
    <PatientScreen id={id} onAccessLost={close} />
  );
}
