/** Problems of a schema file that can be used apart from them. */
import { isLegalPropertyName } from '../contract/names.js';
import type { SchemaDocument } from '../contract/schemas.js';
import { isJsonObject } from '../contract/values.js';
import { calcOf } from './calc/index.js';
import { calcProblem } from './calc/parse.js';
import { namesIn } from './inherit.js';
import { patternProblem } from './pattern.js';

/** Sentences about a stored document; empty when all of it can be used. */
export function documentProblems(document: SchemaDocument): string[] {
  const problems: string[] = [];
  if (namesIn(document.inheritFrom).includes(document.id)) {
    problems.push('"inheritFrom" names the schema itself, which is ignored');
  }
  for (const [name, definition] of Object.entries(document.properties)) {
    const quoted = JSON.stringify(name.slice(0, 60));
    if (!isLegalPropertyName(name)) {
      problems.push(`the property ${quoted} has an invalid name and is skipped`);
      continue;
    }
    if (!isJsonObject(definition)) {
      problems.push(`the definition of ${quoted} is not an object; the property is skipped`);
      continue;
    }
    const broken = definition.pattern === undefined ? undefined : patternProblem(definition.pattern);
    if (broken) problems.push(`the pattern of ${quoted} ${broken} and is not used`);
    const calc = isJsonObject(definition.settings) ? calcOf(definition) : undefined;
    const unreadable = calc === undefined ? undefined : calcProblem(calc);
    if (unreadable) problems.push(`the formula of ${quoted} ${unreadable} and is ignored`);
  }
  return problems;
}
