/**
 * How much of something a test does: a little in `npm test`, a lot in `npm run chaos`.
 *
 * @param usual what `npm test` has time for
 */
export function scaled(usual: number, chaos: number): number {
  return process.env.CRIER_CHAOS === '1' ? chaos : usual;
}
