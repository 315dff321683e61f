/** The pages of objects, as links name them. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { CollectionSummary } from '#contract/objects';
import {
  type ObjectName,
  objectFinder,
  type PagePattern,
  pageAddress,
  partsOfAddress,
} from '#contract/page-address';
import { collectionsQuery, objectQuery } from '../../../api/queries';

const patternOf = ({ name, url, prettyUrl }: CollectionSummary): PagePattern => ({
  collection: name,
  url,
  prettyUrl,
});

export interface ObjectPages {
  titleOf(collection: string): string;
  /** The objects whose page an address may be, the most likely first. */
  find(address: string): ObjectName[];
  /** The address of an object's page. Throws when the object cannot be read, or lacks a value of the address. */
  addressOf(object: ObjectName): Promise<string>;
}

export function useObjectPages(): ObjectPages {
  const client = useQueryClient();
  const { data: collections } = useQuery(collectionsQuery());
  return useMemo(() => {
    const patterns = (collections ?? []).map(patternOf);
    return {
      titleOf: (collection) => collections?.find(({ name }) => name === collection)?.title ?? collection,
      find: objectFinder(patterns),
      async addressOf({ collection, id }) {
        const pattern = patterns.find((one) => one.collection === collection) ?? {
          collection,
          url: '',
          prettyUrl: false,
        };
        const isIdEnough = partsOfAddress(pattern).every((name) => name === 'id');
        const object = isIdEnough ? { id } : (await client.fetchQuery(objectQuery(collection, id))).object;
        const address = pageAddress(pattern, object);
        if (address === undefined) throw new Error(`"${id}" lacks a value that its address is made of`);
        return address;
      },
    };
  }, [collections, client]);
}
