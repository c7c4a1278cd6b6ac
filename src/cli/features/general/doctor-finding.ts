/** The result of one check of `doctor`. */
export interface DoctorFinding {
  readonly check: string;
  readonly status: 'ok' | 'warn' | 'fail';
  readonly found: string;
  /** What to do; null for nothing. */
  readonly advice: string | null;
}

const createFinding =
  (status: DoctorFinding['status']) =>
  (check: string, found: string, advice: string | null = null): DoctorFinding => ({
    check,
    status,
    found,
    advice,
  });
export const createOk = createFinding('ok');
export const createWarning = createFinding('warn');
export const createFailure = createFinding('fail');
