/** A failure on the way through a proxy, which may be the proxy's own. */
export class ViaProxyError extends Error {
  override readonly name = 'ViaProxyError';
  /** Host and port; a user name and password in its address are nobody's business. */
  readonly proxy: string;
  override readonly cause: Error;

  constructor(proxy: string, cause: Error) {
    super(cause.message, { cause });
    this.proxy = proxy;
    this.cause = cause;
  }
}
