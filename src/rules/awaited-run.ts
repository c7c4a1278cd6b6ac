/**
 * What a delivery waits for when this run may not reach its address, and another one could.
 *
 * @param address host and port, as `addressOf` writes them
 * @see safety, S9; reading U-07
 */
export function awaitedRun(address: string): string {
  return `a run with --allow-private ${address}`;
}
