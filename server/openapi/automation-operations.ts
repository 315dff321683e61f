/** Automations (interface 4.10) and trust in what came with the folder. */
import { type OperationTable, row } from './operation.js';
import { anyJson, inline } from './shapes.js';

const QUEUED = inline({
  type: 'object',
  properties: { status: { const: 'queued' }, runId: { type: 'string' } },
  required: ['status', 'runId'],
});

export const AUTOMATION_OPERATIONS: OperationTable = {
  'GET /automations': row('api.automations.list', 'Automations', 'Every automation and how it fares', {
    answer: anyJson,
  }),
  'POST /automations/:automation': row(
    'api.automations.trigger',
    'Automations',
    'Start an automation that has a web request as its trigger; one that is waited for answers 200 with its result',
    {
      body: anyJson,
      bodyOptional: true,
      status: 202,
      answer: QUEUED,
      others: { 200: { what: 'The result of an automation that is waited for.', answer: anyJson } },
    },
  ),
  'POST /automations/:automation/run': row(
    'api.automations.run',
    'Automations',
    'Run an automation by hand',
    {
      body: anyJson,
      bodyOptional: true,
      status: 202,
      answer: QUEUED,
    },
  ),
  'GET /automations/:automation/runs': row('api.automations.runs', 'Automations', 'Its runs, newest first', {
    takes: ['limit', 'offset'],
    answer: anyJson,
  }),
  'GET /automations/:automation/runs/:run': row(
    'api.automations.run.get',
    'Automations',
    'A run with its arguments, result and log',
    { answer: anyJson },
  ),
  'POST /automations/:automation/runs/:run/replay': row(
    'api.automations.replay',
    'Automations',
    'Run it again with what an earlier run was given',
    { status: 202, answer: QUEUED },
  ),
  'GET /trust': row(
    'api.trust.get',
    'Automations',
    'What opens the folder or runs in it, and whether it is accepted on this machine',
    {
      answer: anyJson,
    },
  ),
  'POST /trust': row(
    'api.trust.decide',
    'Automations',
    'Accept records as they were shown, by their names with their digests',
    {
      body: anyJson,
      answer: anyJson,
    },
  ),
};
