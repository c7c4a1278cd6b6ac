import type { BodyFault } from '../../domain/requests/find-body-faults.ts';

/** Something in a body that is valid but probably unintended. */
export interface Warning extends Pick<BodyFault, 'path' | 'message'> {
  /** That part never has an effect, which a check reports as an error (default: false). */
  readonly isCertain?: true;
}
