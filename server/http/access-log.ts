/** Optional log line for every request: caller, target and result. */
import type { Logger } from 'pino';
import { ACCESS_LOG } from '../settings/logs.js';
import { fromSettings, settingValue } from '../settings/read.js';
import type { Site } from '../site.js';
import { clientAddress } from './origin.js';
import type { Middleware } from './pipeline.js';
import { redactUrl } from './redact.js';
import { callerIn } from './security-log.js';

/** Logs requests when they are answered or aborted by the client. */
export function accessLog(site: Site, log: Logger): Middleware {
  const wanted = fromSettings(site.settings, (stored) => settingValue(stored, ACCESS_LOG));
  return (request, response) => {
    if (!wanted()) return undefined;
    const since = performance.now();
    const { method, requestId } = request;
    const url = redactUrl(request.url);
    response.once('close', () => {
      log.info(
        {
          requestId,
          ...(request.transaction !== undefined && { transaction: request.transaction }),
          method,
          url,
          status: response.headersSent ? response.statusCode : 0,
          whole: response.writableFinished,
          ms: Math.round(performance.now() - since),
          caller: callerIn(request),
          address: clientAddress(request, site),
        },
        'Request',
      );
    });
    return undefined;
  };
}
