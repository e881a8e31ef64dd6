import type { ReactNode } from 'react';

/** A head that is on every printed page: browsers repeat the head of a table. The parent lays the table out. */
export const RepeatedHead = ({ head, children }: { head: ReactNode; children: ReactNode }) => (
  <table role="presentation">
    <thead>
      <tr>
        <td>{head}</td>
      </tr>
    </thead>
    <tbody>
      <tr>
        <td>{children}</td>
      </tr>
    </tbody>
  </table>
);
