/** A failure of a connection through a proxy, possibly the proxy's own. */
export class ViaProxyError extends Error {
  override readonly name = 'ViaProxyError';
  /** Host and port; user name and password of its address are omitted. */
  readonly proxy: string;
  override readonly cause: Error;

  constructor(proxy: string, cause: Error) {
    super(cause.message, { cause });
    this.proxy = proxy;
    this.cause = cause;
  }
}
