/** What stands for a secret: its last four characters at most, and nothing of a short one. */
export function mask(secret: string): string {
  return secret.length < SHOWS_ITS_END ? '****' : `****${secret.slice(-4)}`;
}

/** Shorter than this, four characters would give away too much. */
const SHOWS_ITS_END = 16;
/** Shorter than this, a value is found everywhere and protects nothing. */
const SHORTEST_SECRET = 4;

/**
 * Replaces secrets in a text, as they are, URL-encoded, or inside base64.
 *
 * @see safety.md, C8
 */
export function redact(text: string, secrets: readonly string[]): string {
  const forms = secrets
    .filter((secret) => secret.length >= SHORTEST_SECRET)
    .flatMap((secret) => formsOf(secret).map((form) => [form, mask(secret)] as const))
    .sort(([a], [b]) => b.length - a.length);
  return forms.reduce((clean, [form, shown]) => clean.replaceAll(form, () => shown), text);
}

function formsOf(secret: string): readonly string[] {
  const quoted = JSON.stringify(secret).slice(1, -1);
  const url = encodeURIComponent(secret);
  const lowerUrl = url.replaceAll(/%[0-9A-F]{2}/g, (coded) => coded.toLowerCase());
  return [...new Set([secret, quoted, url, lowerUrl, ...insideBase64(secret)])];
}

/**
 * The part of a base64 text that a secret alone decides, for each of the three places where it can
 * begin in a group of three bytes, in both alphabets.
 */
function insideBase64(secret: string): readonly string[] {
  const bytes = Buffer.byteLength(secret);
  return [0, 1, 2].flatMap((before) => {
    const coded = Buffer.from('\0'.repeat(before) + secret).toString('base64');
    const from = Math.ceil((before * 8) / 6);
    const certain = coded.slice(from, Math.floor(((before + bytes) * 8) / 6));
    if (certain.length < SHORTEST_SECRET) return [];
    return [certain, certain.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

const SECRET_NAME = /authorization|cookie|secret|token|password|api-?_?key|profile-?_?key|private-?_?key/i;

/** Whether what stands under this name, of a header or of a JSON member, is a secret. */
export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name);
}

/**
 * Masks everything under a secret's name in a JSON value, at any depth.
 *
 * @param secrets known values, replaced wherever they stand
 */
export function redactJson(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value === 'string') return redact(value, secrets);
  if (Array.isArray(value)) return value.map((item) => redactJson(item, secrets));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, redactMember(name, item, secrets)]),
  );
}

function redactMember(name: string, value: unknown, secrets: readonly string[]): unknown {
  return isSecretName(name) ? maskAll(value) : redactJson(value, secrets);
}

function maskAll(value: unknown): unknown {
  if (value === null || typeof value === 'boolean') return value;
  if (Array.isArray(value)) return value.map(maskAll);
  if (typeof value !== 'object') return mask(String(value));
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, maskAll(item)]));
}

/** Headers as they may be shown: what is a secret by name or by value is masked, `Bearer` stays. */
export function redactHeaders(
  headers: Readonly<Record<string, string>>,
  secrets: readonly string[],
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, redactHeader(name, value, secrets)]),
  );
}

function redactHeader(name: string, value: string, secrets: readonly string[]): string {
  if (!isSecretName(name)) return redact(value, secrets);
  const [, scheme = '', secret = ''] = /^(\w+ +)?(.*)$/s.exec(value) ?? [];
  return `${scheme}${mask(secret)}`;
}
