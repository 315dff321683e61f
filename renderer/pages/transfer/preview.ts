/** The first rows of a report, as they will be in the file. */
import { queryOptions } from '@tanstack/react-query';
import type { JsonObject } from '#contract/values';
import { api } from '../../api/client';
import { keys } from '../../api/keys';
import { numberIn } from './download';
import { lineSplitter, objectInLine } from './report-rows';

const OBJECTS = 10;

export interface Preview {
  objects: JsonObject[];
  total: number | undefined;
}

/** Reads so many objects of a report's JSON and leaves the rest. */
async function firstObjects(address: string, signal: AbortSignal): Promise<Preview> {
  const stop = new AbortController();
  const { headers, body } = await api.stream(address, AbortSignal.any([signal, stop.signal]));
  const objects: JsonObject[] = [];
  const lines = lineSplitter();
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  const take = (texts: readonly string[]) => {
    for (const text of texts) {
      const object = objectInLine(text);
      if (object && objects.length < OBJECTS) objects.push(object);
    }
  };
  while (reader && objects.length < OBJECTS) {
    const { done, value } = await reader.read();
    take(done ? lines.end() : lines.push(value));
    if (done) break;
  }
  stop.abort();
  return { objects, total: numberIn(headers, 'x-total-count') };
}

/** `address`: of the report as JSON; undefined for one without fields. */
export const previewQuery = (collection: string, address: string | undefined) =>
  queryOptions({
    queryKey: [...keys.pages(collection), 'report', address],
    queryFn: ({ signal }) =>
      address === undefined ? { objects: [], total: undefined } : firstObjects(address, signal),
    enabled: address !== undefined,
  });
