/** Why a network rejected a request. */
export interface NetworkFailure {
  readonly code: number;
  readonly message: string;
  readonly details?: string;
  readonly relink?: true;
  readonly retryAvailable?: boolean;
}
