/** `/admissions/{id}`: the admission with its chart. */
import { useCallback, useState } from 'react';
import { useParams } from 'react-router-dom';
import { useSessionUser } from '../../platform/session/session.ts';
import { NotFound } from '../../components/screen-states.tsx';
import { lazyComponent, AsyncBoundary } from '../../components/lazy-component.tsx';
import { AdmissionScreen } from './admission-screen.tsx';

export { signedInOnly as loader } from '../../app/route-guards.ts';

export function Component() {
  const { id = '' } = useParams();
  return <Admission key={id} id={id} />;
}

const ClosedAdmission = lazyComponent(() => import('./closed-admission.tsx'));

function Admission({ id }: { id: string }) {
  const [isClosed, setIsClosed] = useState(false);
  const close = useCallback(() => setIsClosed(true), []);
  const user = useSessionUser()?._id ?? '';
  return isClosed ? (
    <AsyncBoundary instead={<NotFound />}>
      <ClosedAdmission id={id} user={user} />
    </AsyncBoundary>
  ) : (
    <AdmissionScreen id={id} onAccessLost={close} />
  );
}
