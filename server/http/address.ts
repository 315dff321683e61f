/** Reads ids from path parameters and validates them. */

import { message } from '../contract/messages/message.js';
import { isLegalId, isLegalPropertyName } from '../contract/names.js';
import { missing } from '../errors.js';
import type { Request } from './request.js';

/** A path parameter as the router decoded it. */
export function param(request: Request, name: string): string {
  const value = request.params[name];
  return typeof value === 'string' ? value : '';
}

/** A parameter that must be a valid id. Throws `missing`. */
function legal(request: Request, name: string, what: string): string {
  const id = param(request, name);
  if (!isLegalId(id)) throw missing(message('idImpossible', { what }));
  return id;
}

export const collectionAddress = (request: Request): string => legal(request, 'collection', 'collection');

export const objectAddress = (request: Request): [collection: string, id: string] => [
  collectionAddress(request),
  legal(request, 'id', 'object'),
];

export const propertyAddress = (request: Request): [collection: string, id: string, property: string] => {
  const property = param(request, 'property');
  if (!isLegalPropertyName(property)) throw missing(message('propertyUnknown'));
  return [...objectAddress(request), property];
};

export const viewAddress = (request: Request): [collection: string, view: string] => [
  collectionAddress(request),
  legal(request, 'view', 'view'),
];

export const schemaAddress = (request: Request): string => legal(request, 'schema', 'schema');

export const trashAddress = (request: Request): string => legal(request, 'entry', 'trash entry');

export const importAddress = (request: Request): string => legal(request, 'import', 'import');

export const starterAddress = (request: Request): string => legal(request, 'starter', 'starter');
