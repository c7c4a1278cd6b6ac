/**
 * The sentence about a deprecated name.
 *
 * @param name as the user wrote it: a flag, a variable, a command or a setting
 * @param instead what to use: `--since`, or `crier sandbox trigger`
 */
export function describeDeprecation(name: string, instead: string): string {
  return `${name} is deprecated: use ${instead}`;
}
