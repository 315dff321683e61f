/** Generates clients with orval and hey-api in one process: `node clients.mjs DOCUMENT FOLDER URL`. */
import { createClient } from '@hey-api/openapi-ts';
import { generate } from 'orval';

const [document = '', folder = '', url = ''] = process.argv.slice(2);

for (const client of ['fetch', 'axios']) {
  await generate({
    input: { target: document },
    output: { target: `${folder}/orval-${client}.ts`, client, baseUrl: client === 'fetch' ? url : undefined },
  });
}
await createClient({
  input: document,
  output: `${folder}/hey-api`,
  plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
  logs: { level: 'silent' },
});
