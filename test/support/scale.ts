/**
 * How much of something a test does: a little in `npm test` and `npm run test:slow`, a lot in `npm run chaos`.
 *
 * @param usual the size outside of `npm run chaos`
 */
export function scaled(usual: number, chaos: number): number {
  return process.env.CRIER_CHAOS === '1' ? chaos : usual;
}
