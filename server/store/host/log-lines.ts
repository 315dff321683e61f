/** The lines of the log files, oldest first. */
import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { isJsonObject, type JsonObject } from '../../contract/values.js';

const NAME = /^plinth\.(\d+)\.log$/;

/** Every line that is a record; none without logs. An incomplete last line is skipped. */
export async function* logLines(folder: string): AsyncGenerator<JsonObject> {
  const names = await readdir(folder).catch(() => []);
  const numbered = names.flatMap((name) => {
    const number = NAME.exec(name)?.[1];
    return number === undefined ? [] : [{ name, number: Number(number) }];
  });
  for (const { name } of numbered.sort((a, b) => a.number - b.number)) {
    const lines = createInterface({ input: createReadStream(join(folder, name), 'utf8') });
    for await (const line of lines) {
      const record = parsed(line);
      if (record) yield record;
    }
  }
}

function parsed(line: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
