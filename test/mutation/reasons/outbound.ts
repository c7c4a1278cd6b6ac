/** Survivors in `src/outbound`, and in the addresses of `src/domain`. */
export const REASONS_OF_OUTBOUND: Readonly<Record<string, string>> = {
  'src/outbound/kept-connections.ts: kept === undefined => false':
    'only types: a connection is removed once, since its listeners go with it',
  'src/outbound/kept-connections.ts: longest !== undefined => true': 'only types: there are more than none',
  'src/outbound/kept-connections.ts: remove(socket); => ;':
    'one that is closed is never taken: it is not writable',
  'src/outbound/kept-connections.ts: remove(longest); => ;': 'the end of the socket removes it, too',
  'src/outbound/kept-connections.ts: \'end\' => ""': 'a socket that ended closes, too',
  'src/outbound/kept-connections.ts: \'close\' => ""':
    'one that is closed is never taken: it is not writable',
  'src/outbound/kept-connections.ts: \'\' => "Stryker was here!"': 'neither text announces anything',
  'src/outbound/kept-connections.ts: [] => ["Stryker was here"]': 'only its second entry is read',
  'src/outbound/open-outbound.ts: trusted !== undefined => true': 'an undefined certificate is as none',
  'src/outbound/open-outbound.ts: decode === undefined => false':
    'only types: to call what is missing is the same fault',
  'src/outbound/outbound.ts: { cause } => {}': 'only read while debugging',
  'src/outbound/outbound.ts: \'Failed\' => ""': 'only read while debugging',
  "src/outbound/outbound.ts: error instanceof Error && 'code' in error && typeof error.code === 'string' => true":
    'only types: what sockets and decoders throw has a text as its code',
  "src/outbound/outbound.ts: error instanceof Error && 'code' in error && typeof error.code === 'string' => error instanceof Error && 'code' in error || typeof error.code === 'string'":
    'only types: what sockets and decoders throw has a text as its code',
  "src/outbound/outbound.ts: error instanceof Error && 'code' in error => true":
    'only types: what sockets and decoders throw has a text as its code',
  "src/outbound/outbound.ts: error instanceof Error && 'code' in error => error instanceof Error || 'code' in error":
    'only types: what sockets and decoders throw has a text as its code',
  "src/outbound/outbound.ts: typeof error.code === 'string' => true":
    'only types: what sockets and decoders throw has a text as its code',
  'src/outbound/outbound.ts: \'\' => "Stryker was here!"': 'neither text is a known code',
  'src/outbound/send-over-socket.ts: { isFree: false, idleMs: 0 } => {}': 'neither is true or a wait',
  'src/outbound/send-over-socket.ts: \'GET\' => ""': 'the default of Node',
  'src/outbound/send-over-socket.ts: 4 * 1024 => 4 / 1024': 'only how the buffer grows',
  'src/outbound/send-over-socket.ts: Math.min(INITIAL_BYTES, most) => Math.max(INITIAL_BYTES, most)':
    'only how the buffer grows',
  'src/outbound/send-over-socket.ts: needed > bytes.length => true': 'only how the buffer grows',
  'src/outbound/send-over-socket.ts: needed > bytes.length => needed >= bytes.length':
    'only how the buffer grows',
  'src/outbound/send-over-socket.ts: Math.min(most, Math.max(needed, 2 * bytes.length)) => Math.max(most, Math.max(needed, 2 * bytes.length))':
    'only how the buffer grows',
  'src/outbound/send-over-socket.ts: false => true':
    'what Node does not keep it closes, and a closed one is not taken',
  'src/outbound/target.ts: { once: true } => {}': 'a signal aborts only once',
  'src/outbound/public-lookup.ts: [] => ["Stryker was here"]': 'no host and port is called so',
  'src/outbound/public-lookup.ts: first === undefined => false':
    'only types: a target that is resolved has an address',
  'src/outbound/target.ts: \'over\' => ""': 'neither reason is read',
  'src/outbound/target.ts: true => false': 'only speed of small packets, and a signal aborts only once',
  'src/outbound/target.ts: false => true': 'an address, which is no name, has only one family',
  'src/outbound/target.ts: /^\\[(.*)\\]$/ => /\\[(.*)\\]$/':
    'a host has brackets around the whole of it, or none',
  'src/outbound/target.ts: /^\\[(.*)\\]$/ => /^\\[(.*)\\]/':
    'a host has brackets around the whole of it, or none',
  'src/outbound/target.ts: isIP(address) !== 0 => true': 'what is no address counts as link-local',
  'src/domain/addresses/public-url.ts: \'\' => "Stryker was here!"': 'neither text is an address',
  'src/domain/addresses/public-url.ts: /%.*$/s => /%.*/s': 'the dots take all to the end',
  'src/domain/addresses/public-url.ts: allowance.length === 0 => false':
    'only speed: an empty list allows nothing',
  'src/domain/addresses/public-url.ts: /^\\[|\\.\\d+$/ => /\\[|\\.\\d+$/':
    'a host has a bracket only at its beginning',
  'src/domain/addresses/url-shape.ts: [] => ["Stryker was here"]': 'the first entry is never read',
  'src/domain/addresses/url-shape.ts: scheme === undefined || authority === undefined => scheme === undefined && authority === undefined':
    'only types: both are found, or neither',
  'src/domain/addresses/url-shape.ts: scheme === undefined => false':
    'only types: both are found, or neither',
  'src/domain/addresses/url-shape.ts: authority === undefined => false':
    'only types: both are found, or neither',
  'src/domain/addresses/url-shape.ts: !url.includes(MEDIA_PATHS.file) => false':
    'only speed: the path is compared below',
  'src/domain/addresses/url-shape.ts: \'\' => "Stryker was here!"':
    'neither text is an id, nor the port of a public address',
};
