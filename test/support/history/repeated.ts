/** What is more than once in a list, each once. */
export function repeated(keys: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  const again = new Set<string>();
  for (const key of keys) (seen.has(key) ? again : seen).add(key);
  return [...again];
}
