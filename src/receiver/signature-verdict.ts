/** Why a delivery is rejected. */
export type SignatureFault =
  /** No signature header. */
  | 'unsigned'
  /** The header does not contain 32 bytes in an accepted encoding. */
  | 'unreadable'
  /** Another secret, or another body. */
  | 'mismatch'
  /** A gateway or framework changed the body in transit: a mistake of the receiver. */
  | 'changed body'
  /** The signed body has no time. */
  | 'undated'
  /** The header's time differs from that in the signed body. */
  | 'other time'
  | 'stale'
  | 'from the future';

/** Whether a delivery is from a sender who knows a secret, and recent. */
export type SignatureVerdict =
  | {
      readonly isValid: true;
      readonly header: 'signature' | 'signatureV2';
      readonly encoding: SignatureEncoding;
      /** Index of the secret that matched. */
      readonly secret: number;
      /** Unix seconds, as in the signed body. */
      readonly timeStamp: number;
      /** Whether the time header is present; if so, it is equal. */
      readonly hasTimeHeader: boolean;
    }
  | {
      readonly isValid: false;
      readonly fault: SignatureFault;
      /** How the body was changed; null for other faults. */
      readonly change: string | null;
      readonly timeStamp: number | null;
    };

/** @see docs/service/readings.md#U-01 */
export type SignatureEncoding = 'hex' | 'upper-case hex' | 'base64' | 'base64url';
