/** Some servers send a raw deflate stream where HTTP specifies the zlib format. */
export function hasZlibHeader(bytes: Uint8Array): boolean {
  const [method = 0, flags = 0] = bytes;
  return (method & 0x0f) === 8 && (method * 256 + flags) % 31 === 0;
}
