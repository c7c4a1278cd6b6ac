/** An answer of the service that is not a failure; `partial` is one, too. */
export interface ClientAnswer<T> {
  readonly http: number;
  readonly body: T;
  /** The body as it came, decoded: what `-o raw` prints. */
  readonly bytes: Uint8Array;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
}
