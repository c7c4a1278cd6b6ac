/** A command that the page may run, and the values that it may give: no other, such as an address or a file. */
interface PageCommand {
  readonly values: readonly string[];
  /** Whether it changes anything without `dryRun`. */
  readonly changes: boolean;
}

function reads(...values: readonly string[]): PageCommand {
  return { values, changes: false };
}

function changes(...values: readonly string[]): PageCommand {
  return { values: [...values, 'dryRun'], changes: true };
}

/** By their words. */
export const PAGE_COMMANDS: Readonly<Record<string, PageCommand>> = {
  'comments inbox': reads('limit', 'contains', 'all'),
  'comments reply': changes('ids', 'platform', 'text'),
  'comments done': { values: ['id'], changes: true },
  'posts list': reads('waiting', 'status', 'all', 'limit'),
  'posts calendar': reads('day', 'week', 'month'),
  'profiles health': reads(),
};
