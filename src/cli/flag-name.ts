/** How the flag of an input's field is written: `--base-url` for `baseUrl`. */
export function toFlagName(key: string): string {
  return `--${key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
