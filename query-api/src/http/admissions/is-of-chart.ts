import { admissionStream } from 'language/domain/admission/events';

/** SQL: true for a change of the chart, and not of its marks on the ward board alone. */
export const isOfChart = (change: string): string =>
  `${change}.touched <> array['ward:' || substr(${change}.stream, ${admissionStream('').length + 1})]`;
