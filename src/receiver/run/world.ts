import type { Clock } from '../../clock.ts';
import type { PrivateAllowlist } from '../../domain/addresses/public-url.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import type { Telemetry, TelemetryOptions } from '../../telemetry/telemetry.ts';
import type { ReceiverAnswer, ReceiverRequest } from '../receiver-endpoint.ts';
import type { RunWithInput } from '../targets.ts';
import type { ReceiverLogEntry } from './receiver-log.ts';

/** What a running receiver uses of the world outside: tests pass their own. */
export interface ReceiverWorld {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly version: string;
  /** Accepts requests on this machine. @throws CrierError of kind usage when the address cannot be used */
  listen(options: ReceiverListenOptions): Promise<ReceiverListener>;
  outbound(allowance: PrivateAllowlist): Promise<Outbound>;
  readonly runWithInput: RunWithInput;
  /** @throws CrierError of kind usage when the program cannot be started */
  requireCommand(words: readonly string[]): Promise<void>;
  /** Whether a process of this machine has ended. @param identity what tells it from others with the same id */
  hasEnded(id: number, identity: string): Promise<boolean>;
  ownProcess(): Promise<{ readonly pid: number; readonly identity: string }>;
  /** @returns null without a collector @throws CrierError of kind usage for one that cannot be used */
  openTelemetry(options: TelemetryOptions): Promise<Telemetry | null>;
  /** Reports what happened. It never fails. */
  log(entry: ReceiverLogEntry): Promise<void>;
}

export interface ReceiverListenOptions {
  /** 0 for any free port. */
  port: number;
  /** Address or name of this machine (default: 127.0.0.1). */
  host?: string;
  connections?: number;
  /** Called for each connection that is closed because too many are open. */
  onDrop?(): void;
  /** The rest of a longer body is not read. */
  bodyBytes: number;
  answer(request: ReceiverRequest): Promise<ReceiverAnswer>;
}

export interface ReceiverListener {
  readonly port: number;
  /** Resolves when the server has closed. */
  readonly closed: Promise<void>;
  close(): Promise<void>;
  /** Answers the requests in progress, and closes at the latest after this time. */
  finish(patienceMs: number): Promise<void>;
}
