/** What a change of an object is made under, as the operations take it. */
import type { Request } from 'express';
import type { Base } from '../content/core/base.js';
import type { ChangeOptions } from '../content/objects/change.js';
import { type AddressedFile, filePart } from '../files/find.js';
import { param } from './address.js';
import { mayWrite } from './permission.js';

/** `If-Match` as it was sent. */
export const ifMatchOf = (request: Request): string | undefined => request.headers['if-match'];

/**
 * `If-Match` (decision 14), and whether the answer shows private properties: to callers who may write the object by
 * their own right, not to whoever a collection's public operations let in.
 */
export function condition(request: Request): ChangeOptions {
  const ifMatch = ifMatchOf(request);
  const writer = mayWrite(request, ['collections', param(request, 'collection'), param(request, 'id')]);
  return { writer, ...(ifMatch === undefined ? {} : { ifMatch }) };
}

/** As `condition`, for an address of a file, whose own ETag `If-Match` may name as well. */
export const fileCondition = (base: Base, request: Request, place: AddressedFile): ChangeOptions => ({
  ...condition(request),
  part: filePart(base, place),
});
