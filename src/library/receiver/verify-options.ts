/** A body as it came, never one that was parsed and serialized again. A text is taken as UTF-8. */
export type RawRequestBody = Uint8Array | ArrayBuffer | string;

/** Headers of a request: of `fetch`, of `node:http`, or a record. Names in any case. */
export type HeaderSource =
  | Iterable<readonly [name: string, value: string]>
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** What a delivery is verified against. */
export interface VerifyOptions {
  /** One, or several while a secret is replaced: any of them is accepted. */
  secrets: string | readonly string[];
  /** Maximum age of a delivery, in milliseconds (default: 7 days). */
  toleranceMs?: number;
  /** The receiver's clock, in milliseconds since 1970 (default: `Date.now`). */
  now?: () => number;
}
