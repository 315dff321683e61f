/** Properties the middleware adds to a request before routing, in the order of `app.ts`. */
import type { Caller } from '../access/caller.js';
import type { KeyReads } from '../access/temporary-keys.js';
import type { BodyLimits } from './body.js';

declare global {
  namespace Express {
    interface Request {
      /** Unique per request; in the header `X-Request-Id`, in error bodies and in the log. */
      requestId: string;
      caller: Caller;
      /** Whether what it changes is a suggestion of its caller, and nothing that is live. */
      suggested?: boolean;
      /** What files it reads, by the token in its address. */
      fileReads?: KeyReads;
      /** Id of the transaction of its changes; undefined while it changes nothing. */
      transaction?: string;
      /** Largest bodies this request may have, in bytes. */
      bodyLimits: BodyLimits;
      /** Headers of the response, names and values in turn; undefined once they are set. */
      answerHeaders: string[] | undefined;
    }
  }
}
