import type { BodyFault } from '../../domain/requests/find-body-faults.ts';

/** Something in a body that is valid but probably unintended. */
export type Warning = Pick<BodyFault, 'path' | 'message'>;
