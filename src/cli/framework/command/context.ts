import { createFileReader } from '../input/files/file-reader.ts';
import type { ContextParts } from './context-parts.ts';
import { createIoPort, type IoPort } from './io.ts';
import { createSandboxPort, type SandboxPort } from './sandbox/sandbox.ts';
import { createServicePort, type ServicePort } from './service.ts';
import { createSettingsPort, type SettingsPort } from './settings.ts';

/** What a command can use, as four ports; costly parts are built on first use. */
export interface CommandContext {
  readonly io: IoPort;
  readonly service: ServicePort;
  readonly settings: SettingsPort;
  readonly sandbox: SandboxPort;
}

/** @param runInSandbox runs another command line, for the tour */
export function createContext(parts: ContextParts & { runInSandbox: SandboxPort['run'] }): CommandContext {
  const io = createIoPort(parts);
  // a host's command reads no files, but the files of the settings are the user's
  const readFile = parts.host === null ? io.readFile : createFileReader(parts.world).readFile;
  const settings = createSettingsPort(parts, readFile);
  const { secure, ...sandbox } = createSandboxPort(parts);
  return { io, settings, sandbox, service: createServicePort(parts, settings, secure) };
}
