import type { Choice } from '../config.ts';

/** Whether the Primary Profile is acted for. */
export function isPrimary(choice: Choice): boolean {
  return choice.kind === 'sandbox' ? choice.profile === null : choice.target.profileKey === null;
}
