/** Says how much of something was done, in a line that the runs of the tests show when all is well too. */
export function report(what: string): void {
  process.stdout.write(`report: ${what}\n`);
}

/** `3 dms, 2 emails`, of counts by name. */
export function countsIn(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ');
}
