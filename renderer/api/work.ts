/** Long work that the server answers in lines of JSON while it goes on: its progress, then its result or its error. */
import { ApiError, UNREACHABLE } from './client';
import { eventsIn } from './ndjson';
import { inLanguage } from './read-error';
import type { Said } from './server-messages';

type WorkEvent<Told, Result> =
  | Told
  | ({ event: 'result' } & Result)
  | ({ event: 'error'; message: string } & Said);

const isResult = <Result>(event: { event: string }): event is { event: 'result' } & Result =>
  event.event === 'result';

/**
 * Reads such an answer, as the option `read` of a write. `told` is called with each other event, `lost` says what became
 * of the work where the answer ends too early. Throws `ApiError`.
 */
export const readWork =
  <Told extends { event: string }, Result>(told: (event: Told) => void, lost: string) =>
  async (response: Response): Promise<Result> => {
    const { body, status } = response;
    if (body) {
      for await (const event of eventsIn<WorkEvent<Told, Result>>(body)) {
        if (isResult<Result>(event)) return event;
        if (event.event !== 'error') told(event as Told);
        else {
          const { message } = await inLanguage({ ...(event as { message: string } & Said), details: {} });
          throw new ApiError(status, message);
        }
      }
    }
    throw new ApiError(UNREACHABLE, lost);
  };
