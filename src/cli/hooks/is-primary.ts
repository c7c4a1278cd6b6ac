import type { ServiceOrSandbox } from '../context/choose-service.ts';

/** Whether the Primary Profile is used. */
export function isPrimary(choice: ServiceOrSandbox): boolean {
  return choice.kind === 'sandbox' ? choice.profile === null : choice.target.profileKey === null;
}
