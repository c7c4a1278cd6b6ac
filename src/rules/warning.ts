import type { BodyFault } from './find-body-faults.ts';

/** Something in a body that is allowed and is hardly meant. */
export type Warning = Pick<BodyFault, 'path' | 'message'>;
