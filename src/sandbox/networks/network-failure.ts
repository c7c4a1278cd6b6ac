/** Why a network did not give what it was asked for. */
export interface NetworkFailure {
  readonly code: number;
  readonly message: string;
  readonly details?: string;
  readonly relink?: true;
  readonly retryAvailable?: boolean;
}
