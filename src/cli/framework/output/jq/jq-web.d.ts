/** jq itself, built for WebAssembly; the package brings no types of its own. */
declare module 'jq-web' {
  interface Jq {
    /**
     * Runs a program over JSON texts, one after the other.
     *
     * @param flags as jq's command line has them, and `--` as the last one
     * @returns what jq writes to its output; undefined when that is nothing
     * @throws Error with `exitCode` and `stderr`: 3 when the program does not compile, 5 when it fails
     */
    raw(json: string, program: string, flags: readonly string[]): string | undefined;
  }
  const jq: Promise<Jq>;
  export default jq;
}
