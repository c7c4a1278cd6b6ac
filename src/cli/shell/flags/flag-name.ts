/** Converts a field name to its flag: `--base-url` for `baseUrl`. */
export function toFlagName(key: string): string {
  return `--${key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
