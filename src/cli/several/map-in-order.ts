/**
 * Maps items with limited concurrency and yields the results in the items' order.
 *
 * @param atOnce the concurrency, 1 or more
 */
export async function* mapInOrder<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const running: Promise<Result>[] = [];
  for (const item of items) {
    const result = work(item);
    result.catch(() => {}); // a consumer that stops early never awaits this one
    running.push(result);
    const first = running.length < atOnce ? undefined : running.shift();
    if (first !== undefined) yield await first;
  }
  for (const result of running) yield await result;
}
