/** What a random test begins from, which its title says: `CRIER_TEST_SEED` runs it again with the same. */
export function testSeed(): number {
  const given = process.env['CRIER_TEST_SEED'];
  return given === undefined ? Date.now() % 1_000_000 : Number(given);
}
