import { ASSUMED } from '../../service/assumed.ts';
import { SECOND_MS } from '../../service/durations.ts';
import { WEBHOOK_HEADERS } from '../../service/webhooks.ts';

const OLDEST_S = ASSUMED.receiverClaimMs / SECOND_MS;
const AHEAD_S = ASSUMED.maxClockSkewMs / SECOND_MS;
const { signature, signatureV2, signedAt } = WEBHOOK_HEADERS;
const second = signatureV2.slice(signature.length);

/** Code for receivers: at most 60 columns, indented by two, as on a help page. */
export const NODE_CODE = `
  const crypto = require('node:crypto');

  const HEADER = '${signature.toLowerCase()}';

  // body: the raw bytes; headers: those of node's request
  function isGenuine(body, headers, secret) {
    const hmac = crypto.createHmac('sha256', secret);
    const good = hmac.update(body).digest();
    const fits = [HEADER, \`\${HEADER}${second.toLowerCase()}\`].some((name) => {
      const text = headers[name] ?? '';
      const isHex = /^[0-9a-f]{64}$/i.test(text);
      const form = isHex ? 'hex' : 'base64';
      const sent = Buffer.from(text, form);
      if (sent.length !== good.length) return false;
      return crypto.timingSafeEqual(sent, good);
    });
    if (!fits) return false;
    const { timeStamp } = JSON.parse(body);
    const header = headers['${signedAt.toLowerCase()}'];
    if (header !== String(timeStamp)) return false;
    const age = Date.now() / ${SECOND_MS} - timeStamp;
    return age > -${AHEAD_S} && age < ${OLDEST_S};
  }
`.slice(1, -1);

/** The same for Python. */
export const PYTHON_CODE = `
  import base64, hashlib, hmac, json, time

  HEADER = "${signature}"

  # body: the raw bytes; headers: names in any case
  def is_genuine(body, headers, secret):
      key = secret.encode()
      good = hmac.new(key, body, hashlib.sha256).digest()
      forms = [good.hex().encode(),
               base64.b64encode(good),
               base64.urlsafe_b64encode(good).rstrip(b"=")]
      sent = [headers.get(name, "").encode()
              for name in (HEADER, HEADER + "${second}")]
      if not any(hmac.compare_digest(form, each)
                 for form in forms for each in sent):
          return False
      stamp = json.loads(body)["timeStamp"]
      header = headers.get("${signedAt}")
      age = time.time() - stamp
      return header == str(stamp) and -${AHEAD_S} < age < ${OLDEST_S}
`.slice(1, -1);
