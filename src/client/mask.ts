import { JsonList } from './json-list.ts';
import { createSecretFinders } from './secret-pattern.ts';

/** What stands for a secret: its last four characters at most, and nothing of a short one. */
export function mask(secret: string): string {
  return secret.length < MIN_LENGTH_TO_SHOW_END ? '****' : `****${secret.slice(-4)}`;
}

/** Shorter than this, four characters would give away too much. */
const MIN_LENGTH_TO_SHOW_END = 16;
/** Shorter than this, a value is found everywhere and protects nothing. */
const MIN_SECRET_LENGTH = 4;
/** Shorter than this, a value may be a part of any word, and is a secret only where it stands alone. */
const MIN_LENGTH_ANYWHERE = 8;

/** Replaces secrets in texts. */
export type Redactor = (text: string) => string;

/**
 * Makes what replaces secrets in texts by their masks, whatever way they are written there.
 *
 * @see docs/safety.md#C8
 */
export function createRedactor(secrets: readonly string[]): Redactor {
  const rules = [...new Set(secrets)]
    .filter((secret) => secret.length >= MIN_SECRET_LENGTH)
    .sort((a, b) => b.length - a.length)
    .flatMap(buildRules);
  return (text) => rules.reduce((clean, rule) => rule(clean), text);
}

function buildRules(secret: string): readonly Redactor[] {
  const shown = mask(secret);
  return createSecretFinders(secret, secret.length < MIN_LENGTH_ANYWHERE).map(({ mayBeIn, makePattern }) => {
    let pattern: RegExp | null = null;
    return (text: string) => {
      // no writing of it is shorter than itself, and most texts of an answer are
      if (text.length < secret.length || !mayBeIn(text)) return text;
      pattern ??= makePattern();
      return text.replaceAll(pattern, () => shown);
    };
  });
}

/** Replaces secrets in one text. @see {@link createRedactor} */
export function redact(text: string, secrets: readonly string[]): string {
  return createRedactor(secrets)(text);
}

/**
 * Replaces secrets in a text that may have been cut within one: what is left of that one at its end is replaced as well.
 * Only for such a text: a whole one may end with a word that a secret begins with.
 */
export function redactCut(text: string, secrets: readonly string[]): string {
  const clean = redact(text, secrets);
  const cut = Math.max(0, ...secrets.map((secret) => measureCutSecret(clean, secret)));
  return cut === 0 ? clean : `${clean.slice(0, -cut)}****`;
}

/** How many characters at the end of a text are the beginning of a secret. */
function measureCutSecret(text: string, secret: string): number {
  const writings = [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret.toWellFormed())];
  return Math.max(0, ...writings.map((written) => measureOverlap(text, written)));
}

function measureOverlap(text: string, secret: string): number {
  for (let length = Math.min(secret.length, text.length); length >= MIN_LENGTH_ANYWHERE; length--) {
    if (text.endsWith(secret.slice(0, length))) return length;
  }
  return 0;
}

export const SECRET_NAME =
  /authorization|cookie|secret|token|password|api-?_?key|profile-?_?key|private-?_?key/i;

/** Whether what stands under this name, of a header or of a JSON member, is a secret. */
export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name);
}

/**
 * Masks everything under a secret's name in a JSON value, at any depth, and wherever else in it that value stands: a
 * token is a part of an address beside it.
 *
 * @param secrets known values, replaced wherever they stand
 */
export function redactJson(value: unknown, secrets: readonly string[]): unknown {
  const clean = createRedactor(secrets);
  const named = new Set(Iterator.from(findNamedTokens(value)).take(MAX_NAMED_TOKENS));
  const cleaner: Redactor = (text) =>
    [...named].reduce((rest, token) => rest.replaceAll(token, mask(token)), clean(text));
  return redactValue(value, named.size === 0 ? clean : cleaner, isSecretName);
}

/** An answer that has more is none of the service's, and each is looked for in every text of it. */
const MAX_NAMED_TOKENS = 16;
/** What keys and tokens are made of; anything else under a secret's name may be a word, or a text. */
const TOKEN = /^[\w.~+/=:-]{16,2048}$/;

/** Keys and tokens under a secret's name. What is read later is not looked into. */
function* findNamedTokens(value: unknown, isSecret = false): Generator<string> {
  if (typeof value === 'string' && isSecret && TOKEN.test(value)) yield value;
  if (typeof value !== 'object' || value === null || value instanceof JsonList) return;
  for (const [name, item] of Object.entries(value)) {
    yield* findNamedTokens(item, isSecret || (!Array.isArray(value) && isSecretName(name)));
  }
}

/**
 * Replaces known secrets in a JSON value, also where they are the name of a member. What holds none stays the very
 * same, and a list that is read later stays one, whose elements are cleaned then.
 *
 * @param isSecret whether everything under a name is masked
 */
export function redactValue(value: unknown, clean: Redactor, isSecret: (name: string) => boolean): unknown {
  const inside = (item: unknown) => redactValue(item, clean, isSecret);
  if (typeof value === 'string') return clean(value);
  if (typeof value === 'number') return redactNumber(value, clean);
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof JsonList) return value.map(inside);
  if (Array.isArray(value)) {
    const items = value.map(inside);
    return items.every((item, at) => item === value[at]) ? value : items;
  }
  const members = Object.entries(value);
  const shown = members.map(
    ([name, item]) => [clean(name), isSecret(name) ? maskAll(item) : inside(item)] as const,
  );
  const isSame = shown.every(([name, item], at) => name === members[at]?.[0] && item === members[at]?.[1]);
  return isSame ? value : Object.fromEntries(shown);
}

function redactNumber(value: number, clean: Redactor): number | string {
  const digits = String(value);
  const shown = clean(digits);
  return shown === digits ? value : shown;
}

function maskAll(value: unknown): unknown {
  if (value === null || typeof value === 'boolean') return value;
  if (Array.isArray(value) || value instanceof JsonList) return value.map(maskAll);
  if (typeof value !== 'object') return mask(String(value));
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, maskAll(item)]));
}

/** Headers as they may be shown: what is a secret by name or by value is masked, `Bearer` stays. */
export function redactHeaders(
  headers: Readonly<Record<string, string>>,
  secrets: readonly string[],
): Readonly<Record<string, string>> {
  const clean = createRedactor(secrets);
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [clean(name), redactHeader(name, value, clean)]),
  );
}

function redactHeader(name: string, value: string, clean: Redactor): string {
  if (!isSecretName(name)) return clean(value);
  const [, scheme = '', secret = ''] = /^(\w+ +)?(.*)$/s.exec(value) ?? [];
  return `${scheme}${mask(secret)}`;
}

/** An address as it may be shown: no user name or password, and in its query no secret by name or by value. */
export function redactAddress(address: URL, secrets: readonly string[]): string {
  const shown = new URL(address);
  shown.username = '';
  shown.password = '';
  const query = shown.search.replaceAll(/([?&])([^=&]*)=([^&]*)/g, (pair, mark, name, value) =>
    isSecretName(name) ? `${mark}${name}=${mask(value)}` : pair,
  );
  return redact(
    shown.href.slice(0, shown.href.length - shown.search.length - shown.hash.length) + query + shown.hash,
    secrets,
  );
}

/** An address as a person wrote it, without a user name and a password in it. */
export function redactUserInfo(address: string): string {
  return address.replace(/(\/\/)[^/?#]*@/, '$1****@');
}
