/** `plinth/client`: reads the content of a folder from the build of a site (resources/docs/client.md). */
export type { ChangeEvent, ChangesOptions } from './changes.js';
export { type Client, type ClientOptions, createClient } from './client.js';
export type { AllObjects, Collection } from './collection.js';
export { PlinthError, type PlinthErrorCode } from './errors.js';
export { type ImageAttributes, type ImageOptions, image } from './image.js';
export { placeOf } from './place.js';
export { type RichTextOptions, richText } from './rich-text.js';
export type {
  AnyFolder,
  CollectionTypes,
  FilterValue,
  ListOptions,
  ObjectPage,
  ReadOptions,
  Result,
  Synced,
} from './types.js';
export type { ColorValue, DepotFolder, DepotValue, FileValue, ImageValue, LocalizedText } from './values.js';
