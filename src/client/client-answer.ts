/** A response of the service that is not a failure; `partial` is not a failure either. */
export interface ClientAnswer<T> {
  readonly http: number;
  readonly body: T;
  /** The decoded body, unchanged: what `-o raw` prints. */
  readonly bytes: Uint8Array;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
}
